"""Archives are indexed in a process of their own, into files that are mapped; on the spot where that cannot be."""

import json
import logging
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import override_settings

from codex.core.errors import ArchiveError, SearchError
from codex.core.options import CodexOptions
from codex.core.saved import Reading
from codex.store import readings
from codex.store.edition import Copy
from codex.store.indexer import Order
from codex.store.readings import folder, reading_of, saved
from tests.codex.archives import archive_bytes, copy_of, eventually

OPTIONS = CodexOptions()


@pytest.fixture(autouse=True)
def _data(tmp_path: Path) -> Iterator[None]:
    readings._complaint.forget()
    with override_settings(DATA_DIR=tmp_path):
        yield


def large(title: str = "Lumen") -> Copy:
    """More than is read on the spot."""
    return copy_of(archive_bytes(title, *(f"Ordo {number} {'x' * 60}" for number in range(1_500))))


def titles(found: Reading | None) -> list[str]:
    assert found
    return [hit.title for hit in found.index.search("lumen")]


def test_a_small_archive_is_read_on_the_spot() -> None:
    assert titles(reading_of(copy_of(archive_bytes("Lumen")), OPTIONS)) == ["Lumen"]
    assert not folder().exists()


def test_a_large_one_is_read_apart_and_kept_in_a_file() -> None:
    assert titles(reading_of(large(), OPTIONS)) == ["Lumen"]
    found = saved(large().digest, OPTIONS)
    assert titles(found) == ["Lumen"]
    assert [file.suffix for file in folder().iterdir()] == [".index"]


def test_what_lies_on_the_disk_is_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    reading_of(large(), OPTIONS)
    monkeypatch.setattr(readings, "_apart", None)
    assert titles(reading_of(large(), OPTIONS)) == ["Lumen"]


def test_a_file_made_under_other_settings_is_not_used() -> None:
    reading_of(large(), OPTIONS)
    assert saved(large().digest, CodexOptions(codex_ranking="blended")) is None
    assert saved("0" * 64, OPTIONS) is None


def test_a_torn_file_is_made_anew() -> None:
    reading_of(large(), OPTIONS)
    file = next(folder().iterdir())
    file.write_bytes(file.read_bytes()[:-100])
    assert saved(large().digest, OPTIONS) is None
    assert titles(reading_of(large(), OPTIONS)) == ["Lumen"]
    assert saved(large().digest, OPTIONS)


def test_files_of_earlier_archives_are_removed_and_fresh_unfinished_ones_left() -> None:
    reading_of(large("Lux"), OPTIONS)
    old, fresh = (folder() / f"{name}.unfinished" for name in ("old", "fresh"))
    old.touch()
    fresh.touch()
    os.utime(old, (0, 0))
    reading_of(large(), OPTIONS)
    assert saved(large("Lux").digest, OPTIONS) is None
    assert (old.exists(), fresh.exists()) == (False, True)


def test_what_is_wrong_with_an_archive_is_told_as_on_the_spot() -> None:
    with pytest.raises(ArchiveError) as raised:
        reading_of(copy_of(b"<html>" + b" " * readings.SMALL), OPTIONS)
    assert raised.value.code == "archive_markup"


@pytest.mark.parametrize("fault", [OSError, BlockingIOError])
def test_where_no_process_can_be_had_it_is_read_here_with_a_warning(
    fault: type[Exception], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise fault

    monkeypatch.setattr(readings, "_process", fail)
    with caplog.at_level(logging.WARNING):
        assert titles(reading_of(large(), OPTIONS)) == ["Lumen"]
        reading_of(large(), OPTIONS)
    assert caplog.messages == [readings._APART]


def test_where_nothing_can_be_written_it_is_read_here(tmp_path: Path) -> None:
    (tmp_path / "index").write_text("a file where a folder should be")
    assert titles(reading_of(large(), OPTIONS)) == ["Lumen"]


def test_a_process_that_cannot_write_its_file_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readings, "_path", lambda _of: folder() / "none" / "x.index")
    monkeypatch.setattr(Path, "mkdir", lambda *_args, **_given: os.makedirs(folder(), exist_ok=True))
    assert titles(reading_of(large(), OPTIONS)) == ["Lumen"]


def command(*words: str) -> object:
    def start(given: object) -> object:
        return subprocess.Popen([sys.executable, "-c", *words], stdout=subprocess.PIPE)

    return start


def test_a_process_that_is_ended_from_outside_is_no_archive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readings, "_process", command("import os; os.kill(os.getpid(), 9)"))
    with pytest.raises(SearchError):
        reading_of(large(), OPTIONS)


def test_a_process_that_does_not_get_done_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readings, "_process", command("import time; time.sleep(60)"))
    monkeypatch.setattr(readings, "_PATIENCE", 0.1)
    with pytest.raises(SearchError):
        reading_of(large(), OPTIONS)


def test_a_process_that_breaks_off_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readings, "_process", command("raise SystemExit(1)"))
    assert titles(reading_of(large(), OPTIONS)) == ["Lumen"]


def test_a_file_that_is_gone_at_once_is_no_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readings, "_told", lambda *_: "")
    assert titles(reading_of(large(), OPTIONS)) == ["Lumen"]


ORPHAN = """
import sys, time
from codex.store import indexer
indexer._write = lambda *_: time.sleep(60)
indexer.main(sys.stdin.buffer)
"""


def test_the_process_ends_with_the_one_that_started_it(tmp_path: Path) -> None:
    order = Order(options=OPTIONS, path=str(tmp_path / "x"), of="x", size=0, parent=os.getpid() + 1_000_000)
    begun = time.monotonic()
    done = subprocess.run([sys.executable, "-c", ORPHAN], input=order.line(), check=False, timeout=50)
    assert (done.returncode, time.monotonic() - begun < 50) == (1, True)


def test_two_that_need_the_same_file_make_it_once(tmp_path: Path) -> None:
    copy, path = large(), tmp_path / "one.index"
    order = Order(options=OPTIONS, path=str(path), of="one", size=len(copy.data), parent=os.getpid())
    command = [sys.executable, "-m", "codex.store.indexer"]
    both = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) for _ in range(2)]
    for one in both:
        assert one.stdin
        one.stdin.write(order.line() + copy.data)
        one.stdin.close()
    assert eventually(path.exists, seconds=60)
    made = path.stat().st_ino
    for one in both:
        assert one.stdout
        assert json.loads(one.stdout.read()) == {"wrong": ""}
        one.stdout.close()
        one.wait()
    assert path.stat().st_ino == made
