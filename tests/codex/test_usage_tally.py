"""What is noted comes into the database whole: later, once, and without slowing anybody (ADM-01)."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.db import OperationalError

from codex.models import QueryCount, UsageCount, UsageTime
from codex.usage import kept
from codex.usage.kept import Counts
from codex.usage.tally import Tally, note_search, tally
from tests.shelving import change_settings

pytestmark = pytest.mark.django_db


def counted() -> dict[tuple[str, str], int]:
    return {(row.face, row.outcome): row.count for row in UsageCount.objects.all()}


def words() -> dict[str, int]:
    return {row.words: row.count for row in QueryCount.objects.all()}


def test_what_happened_is_added_to_what_is_kept() -> None:
    for times in (3, 2):
        for _ in range(times):
            tally.note("page", "found", 1_800)
        tally.flush()
    assert counted() == {("page", "found"): 5}
    assert UsageTime.objects.get().count == 5


def test_a_flush_of_nothing_asks_nothing_of_the_database(django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        tally.flush()


def test_what_cannot_be_written_waits() -> None:
    broken = True

    def store(counts: Counts) -> None:
        if broken:
            raise OperationalError
        kept.keep(counts)

    own = Tally(None, store)
    own.note("api", "near")
    own.flush()
    own.note("api", "near")
    broken = False
    own.flush()
    own.flush()
    assert counted() == {("api", "near"): 2}


def test_words_that_look_private_or_too_many_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ("psalm", "me@example.org", "+49 170 1234567", "sk" + "a1" * 20, "x" * 31):
        tally.note("page", "nothing", 9, lang="en", words=text)
    tally.flush()
    assert words() == {"psalm": 1, "x" * 31: 1}
    monkeypatch.setattr(kept, "MOST_WORDS", 2)
    tally.note("page", "nothing", 9, lang="en", words="litany")
    tally.flush()
    assert (words(), counted()) == ({"psalm": 1, "x" * 31: 1}, {("page", "nothing"): 6})


def test_words_are_not_even_noted_while_none_are_kept() -> None:
    change_settings(query_log_days=0)
    note_search("page", "nothing", time.perf_counter(), lang="en", words="psalm")
    tally.flush()
    assert (words(), counted()) == ({}, {("page", "nothing"): 1})


def test_a_fork_does_not_write_its_parents_notes() -> None:
    tally.note("page", "found")
    if (child := os.fork()) == 0:
        os._exit(bool(tally._events))
    assert os.waitpid(child, 0)[1] == 0
    tally.flush()
    assert counted() == {("page", "found"): 1}


@pytest.mark.django_db(transaction=True)
def test_a_timer_puts_notes_away_by_itself() -> None:
    own = Tally(0.01)
    for round_ in (1, 2):
        own.note("mcp", "found")
        deadline = time.monotonic() + 30
        while counted() != {("mcp", "found"): round_} and time.monotonic() < deadline:
            time.sleep(0.01)
    assert counted() == {("mcp", "found"): 2}


SCRIPT = """
import signal, sys, django
django.setup()
from codex.usage.tally import tally
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
tally.every = 600.0
tally.note("page", "found", 5)
print("noted", flush=True)
signal.pause()
"""


def test_a_process_that_ends_cleanly_loses_nothing(tmp_path: Path) -> None:
    set_up = os.environ | {"LUMASITE_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "lumasite.settings"}
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], env=set_up, check=True)
    with subprocess.Popen([sys.executable, "-c", SCRIPT], env=set_up, stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdout.readline() == b"noted\n"
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    told = "from codex.models import UsageCount as U; print(*U.objects.values_list('count', flat=True))"
    asked = [sys.executable, "manage.py", "shell", "-v0", "-c", told]
    assert subprocess.run(asked, env=set_up, check=True, capture_output=True).stdout.split() == [b"1"]
