"""`manage.py codex check`: the doctor for the configured archive or any other; nothing is kept."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from codex.live import live
from codex.models import ArchiveSnapshot, CodexSettings
from tests import scripts
from tests.codex.archives import archive_bytes
from tests.codex.conftest import Open

pytestmark = pytest.mark.django_db
DATA = archive_bytes("Lumen", "Ordo")


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("codex", "check", *arguments, stdout=out)
    return out.getvalue()


def refused(*arguments: str) -> tuple[str, str]:
    out = StringIO()
    with pytest.raises(CommandError) as caught:
        call_command("codex", "check", *arguments, stdout=out)
    assert caught.value.returncode == 1
    return out.getvalue(), str(caught.value)


def test_the_configured_archive_is_examined(open_server: Open) -> None:
    server = open_server(scripts.json_bytes(DATA, etag='"v1"', last_modified="Wed, 01 May 2019 12:00:00 GMT"))
    CodexSettings(codex_index_url=f"{server.url}/i.json", codex_site_origin="https://lore.org").save()
    live.forget()
    out = run()
    assert 'status 200, ETag "v1", Last-Modified Wed, 01 May 2019 12:00:00 GMT, age in seconds ' in out
    assert f"{len(DATA):,} of 4,000,000 bytes" in out
    assert "Kept: 2 entries; dropped: 0." in out
    assert "First link: https://lore.org/en/0/" in out
    assert "Time: " in out


def test_another_archive_is_examined_as_a_site_of_its_own(open_server: Open) -> None:
    CodexSettings(codex_site_origin="https://lore.org").save()
    live.forget()
    server = open_server(scripts.json_bytes(DATA))
    assert f"First link: {server.url}/en/0/" in run(f"{server.url}/search-index.json")


def test_links_of_another_archive_may_lead_to_a_third_site(tmp_path: Path) -> None:
    (tmp_path / "i.json").write_bytes(b'[{"title": "Lumen", "url": "https://lore.org/en/a/", "content": "x"}]')
    assert refused(str(tmp_path / "i.json"))[1].endswith("(archive_no_entries)")
    assert "Kept: 1 entry" in run(str(tmp_path / "i.json"), "--site-origin", "https://lore.org")
    assert refused(str(tmp_path / "i.json"), "--site-origin", "lore")[1].endswith("(url_syntax)")
    assert refused(str(tmp_path / "i.json"), "--site-origin", "https://lore.org/?q=1")[1].endswith("(url_query)")


def test_a_file_may_be_the_next_index_of_the_configured_site(tmp_path: Path) -> None:
    CodexSettings(codex_index_url="https://lore.org/search-index.json").save()
    live.forget()
    (tmp_path / "i.json").write_bytes(b'[{"title": "Lumen", "url": "https://lore.org/en/a/", "content": "x"}]')
    assert "First link: https://lore.org/en/a/" in run(str(tmp_path / "i.json"))


def test_the_configured_archive_may_be_tried_with_another_site(open_server: Open) -> None:
    CodexSettings(codex_index_url=f"{open_server(scripts.json_bytes(DATA)).url}/i.json").save()
    live.forget()
    assert "First link: https://lore.org/en/0/" in run("--site-origin", "https://lore.org")


def test_a_file_is_examined_under_its_path_or_relative_to_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my index.json").write_bytes(DATA)
    monkeypatch.chdir(tmp_path)
    for argument in ("my index.json", str(tmp_path / "my index.json"), f"file:{tmp_path / 'my index.json'}"):
        assert "Kept: 2 entries" in run(argument)


def test_json_tells_the_same_to_a_program(tmp_path: Path) -> None:
    (tmp_path / "i.json").write_bytes(DATA)
    report = json.loads(run(str(tmp_path / "i.json"), "--json"))
    assert (report["usable"], report["kept"], report["data_bytes"]) == (True, 2, len(DATA))


def test_nothing_is_kept(open_server: Open) -> None:
    server = open_server(scripts.json_bytes(DATA))
    run(f"{server.url}/search-index.json")
    assert not ArchiveSnapshot.objects.exists()
    assert not CodexSettings.objects.exists()


def test_an_archive_without_a_usable_entry_is_reported_and_refused(tmp_path: Path) -> None:
    (tmp_path / "i.json").write_bytes(b'[{"title": "", "url": "/en/a/"}]')
    out, message = refused(str(tmp_path / "i.json"))
    assert "Dropped: 1 " in out
    assert message.endswith("(archive_no_entries)")
    out, _ = refused(str(tmp_path / "i.json"), "--json")
    assert json.loads(out)["usable"] is False


@pytest.mark.parametrize(
    ("data", "code"), [(b"<html>", "archive_markup"), (b"[" * 5_000, "archive_too_deep"), (b"", "archive_empty")]
)
def test_what_is_no_archive_is_refused_in_words(tmp_path: Path, data: bytes, code: str) -> None:
    (tmp_path / "i.json").write_bytes(data)
    out, message = refused(str(tmp_path / "i.json"))
    assert (out, message.endswith(f"({code})")) == ("", True)
    out, _ = refused(str(tmp_path / "i.json"), "--json")
    assert json.loads(out) == {"usable": False, "error": message.rpartition(" (")[0], "code": code}


def test_a_failing_server_and_a_private_address_are_refused_in_words(open_server: Open) -> None:
    server = open_server(scripts.replying(404))
    assert refused(f"{server.url}/i.json")[1].endswith("(fetch_missing)")
    assert refused("http://10.0.0.1/i.json")[1].endswith("(private_host)")
    assert refused("/no/such/file.json")[1].endswith("(archive_file)")


def test_storage_that_fails_is_told_in_words_and_needed_only_for_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked() -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr("codex.management.check.options", locked)
    assert refused()[1].endswith("(storage_unavailable)")
    (tmp_path / "i.json").write_bytes(DATA)
    assert "Kept: 2 entries" in run(str(tmp_path / "i.json"))
