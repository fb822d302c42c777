"""What searches get while the archive's site fails, hangs, or sends something worse than before (CDX-02)."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections

from codex.core.errors import CodexError
from codex.core.options import CodexOptions
from codex.models import ArchiveSnapshot
from codex.shelf import Shelf
from codex.store.edition import Edition
from tests import scripts
from tests.codex.archives import NOON, Clock, archive_bytes, eventually, gated, options_for, titles_of
from tests.codex.conftest import Open

pytestmark = pytest.mark.django_db(transaction=True)
DATA = archive_bytes("Lumen")
GOOD = scripts.json_bytes(DATA, etag='"1"')
BAD = scripts.replying(500)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def shelf(clock: Clock) -> Shelf:
    return Shelf(clock=clock, patience=20, poll=0.01)


def apart(shelf: Shelf, options: CodexOptions) -> Edition:
    """Search in a thread with a connection of its own."""
    try:
        return shelf.current(options)
    finally:
        connections.close_all()


def code_of(shelf: Shelf, options: CodexOptions, **how: Any) -> str:
    with pytest.raises(CodexError) as caught:
        shelf.refresh(options, **how) if how else shelf.current(options)
    return caught.value.code


def test_the_last_good_edition_answers_and_says_since_when_it_is_stale(
    shelf: Shelf, open_server: Open, clock: Clock
) -> None:
    options = options_for(open_server(scripts.in_turn(GOOD, BAD)))
    shelf.current(options)
    over = clock.advance(60)
    clock.advance(5)
    edition = shelf.current(options)
    assert titles_of(edition) == ["Lumen"]
    assert (edition.stale_since, edition.failure) == (over, "fetch_status")


def test_a_search_waits_only_a_moment_for_a_slow_origin(open_server: Open, clock: Clock) -> None:
    gate = threading.Event()
    options = options_for(open_server(scripts.in_turn(GOOD, gated(scripts.json_bytes(archive_bytes("Ordo")), gate))))
    shelf = Shelf(clock=clock, patience=0.05)
    shelf.current(options)
    over = clock.advance(60)
    assert shelf.current(options).stale_since == over
    assert shelf.current(options).failure == ""
    gate.set()
    assert eventually(lambda: titles_of(shelf.current(options)) == ["Ordo"])
    assert shelf.current(options).stale_since is None


@pytest.mark.parametrize(("late", "told"), [(0, False), (60, True)])
def test_only_the_search_that_asks_waits_and_others_are_answered_at_once(
    late: int, told: bool, open_server: Open, clock: Clock
) -> None:
    gate = threading.Event()
    server = open_server(scripts.in_turn(GOOD, gated(scripts.json_bytes(archive_bytes("Ordo")), gate)))
    shelf, options = Shelf(clock=clock, patience=20), options_for(server)
    shelf.current(options)
    over = clock.advance(60)
    clock.advance(late)
    with ThreadPoolExecutor(1) as pool:
        asking = pool.submit(apart, shelf, options)
        assert eventually(lambda: len(server.requests) == 2)
        other = shelf.current(options)
        assert not asking.done()
        gate.set()
        assert titles_of(asking.result()) == ["Ordo"]
    # What ended only just now is not called stale while it is being asked about.
    assert (titles_of(other), other.stale_since) == (["Lumen"], over if told else None)


def test_a_running_reading_is_not_started_twice(open_server: Open, clock: Clock) -> None:
    gate = threading.Event()
    server = open_server(scripts.in_turn(GOOD, gated(GOOD, gate)))
    shelf = Shelf(clock=clock, patience=0.05)
    shelf.current(options_for(server))
    clock.advance(60)
    for _ in range(5):
        shelf.current(options_for(server))
    assert eventually(lambda: len(server.requests) == 2)
    gate.set()
    assert eventually(lambda: shelf.current(options_for(server)).stale_since is None)
    assert len(server.requests) == 2


def test_a_failing_origin_is_asked_again_after_longer_and_longer_pauses(
    shelf: Shelf, open_server: Open, clock: Clock
) -> None:
    server = open_server(scripts.in_turn(GOOD, BAD))
    shelf.current(options_for(server))
    asked = []
    clock.advance(60)
    for _ in range(200):
        before = len(server.requests)
        shelf.current(options_for(server))
        asked += [(clock.now - NOON).total_seconds() - 60] * (len(server.requests) - before)
        clock.advance(1)
    assert asked == [0, 5, 15, 35, 75, 135, 195]


def test_an_origin_that_recovers_ends_the_stale_time(shelf: Shelf, open_server: Open, clock: Clock) -> None:
    options = options_for(open_server(scripts.in_turn(GOOD, BAD, GOOD)))
    shelf.current(options)
    clock.advance(60)
    shelf.current(options)
    clock.advance(5)
    edition = shelf.current(options)
    assert (edition.stale_since, edition.failure) == (None, "")
    assert ArchiveSnapshot.objects.get().failed_at is None


def test_after_stale_if_error_the_failure_itself_is_told(shelf: Shelf, open_server: Open, clock: Clock) -> None:
    options = options_for(open_server(scripts.in_turn(GOOD, BAD)), codex_stale_if_error=100)
    shelf.current(options)
    clock.advance(60)
    shelf.current(options)
    clock.advance(99)
    assert titles_of(shelf.current(options)) == ["Lumen"]
    clock.advance(1)
    assert code_of(shelf, options) == "fetch_status"


def test_without_stale_if_error_the_failure_is_told_at_once(shelf: Shelf, open_server: Open, clock: Clock) -> None:
    options = options_for(open_server(scripts.in_turn(GOOD, BAD, GOOD)), codex_stale_if_error=0)
    shelf.current(options)
    clock.advance(60)
    assert code_of(shelf, options) == "fetch_status"
    clock.advance(5)
    assert titles_of(shelf.current(options)) == ["Lumen"]


@pytest.mark.parametrize(
    ("handler", "code"),
    [
        (scripts.redirect("/x"), "fetch_redirect"),
        (scripts.replying(404), "fetch_missing"),
        (scripts.closing_early(), "fetch_protocol"),
        (scripts.json_bytes(b"<html>"), "archive_markup"),
        (scripts.json_bytes(b"[" * 100_000), "archive_too_deep"),
        (scripts.gzip_bomb(8 << 20), "fetch_too_large"),
        (scripts.wrong_length(DATA, 10_000), "fetch_protocol"),
        (scripts.json_bytes(b"[]"), "archive_shrunk"),
    ],
)
def test_no_kind_of_failure_loses_the_last_good_archive(
    shelf: Shelf, open_server: Open, clock: Clock, handler: Any, code: str
) -> None:
    options = options_for(open_server(scripts.in_turn(GOOD, handler)))
    shelf.current(options)
    clock.advance(60)
    edition = shelf.current(options)
    assert (titles_of(edition), edition.failure) == (["Lumen"], code)
    assert ArchiveSnapshot.objects.get().failure == code


def test_a_cold_failure_is_remembered_for_five_seconds(shelf: Shelf, open_server: Open, clock: Clock) -> None:
    server = open_server(scripts.in_turn(BAD, GOOD))
    for _ in range(3):
        assert code_of(shelf, options_for(server)) == "fetch_status"
    assert len(server.requests) == 1
    clock.advance(5)
    assert titles_of(shelf.current(options_for(server))) == ["Lumen"]


def test_a_cold_failure_is_forgotten_when_any_setting_changes(shelf: Shelf, open_server: Open) -> None:
    server = open_server(scripts.in_turn(BAD, GOOD))
    code_of(shelf, options_for(server))
    assert titles_of(shelf.current(options_for(server, codex_timeout=30))) == ["Lumen"]


def test_a_cold_failure_is_forgotten_at_a_refresh(shelf: Shelf, open_server: Open) -> None:
    server = open_server(scripts.in_turn(BAD, BAD, GOOD))
    assert code_of(shelf, options_for(server)) == "fetch_status"
    assert code_of(shelf, options_for(server), force=False) == "fetch_status"
    assert len(server.requests) == 2
    assert titles_of(shelf.refresh(options_for(server))) == ["Lumen"]
    assert titles_of(shelf.current(options_for(server))) == ["Lumen"]


def test_a_refused_address_is_told_as_such(shelf: Shelf) -> None:
    assert code_of(shelf, CodexOptions(codex_index_url="http://127.0.0.1/search-index.json")) == "private_host"


def test_a_refresh_that_fails_says_so_and_leaves_the_last_good_edition(shelf: Shelf, open_server: Open) -> None:
    options = options_for(open_server(scripts.in_turn(GOOD, BAD)))
    shelf.current(options)
    assert code_of(shelf, options, force=False) == "fetch_status"
    edition = shelf.current(options)
    assert (titles_of(edition), edition.stale_since, edition.failure) == (["Lumen"], None, "fetch_status")


def test_an_archive_that_shrank_to_nothing_waits_for_staff(shelf: Shelf, open_server: Open) -> None:
    options = options_for(open_server(scripts.in_turn(GOOD, scripts.json_bytes(b"[]"))))
    shelf.current(options)
    assert code_of(shelf, options, force=False) == "archive_shrunk"
    assert titles_of(shelf.current(options)) == ["Lumen"]
    assert titles_of(shelf.refresh(options, force=True)) == []
    assert titles_of(shelf.current(options)) == []


def test_an_archive_that_was_always_empty_is_simply_empty(shelf: Shelf, open_server: Open, clock: Clock) -> None:
    options = options_for(open_server(scripts.json_bytes(b"[]")))
    assert titles_of(shelf.current(options)) == []
    clock.advance(60)
    assert shelf.current(options).failure == ""


def test_without_a_thread_for_the_refresh_the_last_good_edition_answers(
    shelf: Shelf, open_server: Open, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_left(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    options = options_for(open_server(GOOD))
    shelf.current(options)
    over = clock.advance(60)
    monkeypatch.setattr("codex.store.flight.threading.Thread.start", none_left)
    assert shelf.current(options).stale_since == over


def test_a_reading_that_was_forgotten_changes_nothing(open_server: Open, clock: Clock) -> None:
    gate = threading.Event()
    server = open_server(scripts.in_turn(GOOD, gated(scripts.json_bytes(archive_bytes("Ordo")), gate)))
    shelf = Shelf(clock=clock, patience=0)
    shelf.current(options_for(server))
    clock.advance(60)
    shelf.current(options_for(server))
    assert eventually(lambda: len(server.requests) == 2)
    shelf.forget()
    gate.set()
    assert eventually(lambda: ArchiveSnapshot.objects.get().checked_at == clock.now)
    assert shelf.held is None
