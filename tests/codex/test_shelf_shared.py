"""Processes that share a database share the archive: restarts, fleets, dead processes, and the sample (CDX-02)."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from codex.core.errors import CodexError
from codex.core.options import CodexOptions
from codex.models import ArchiveChunk, ArchiveSnapshot
from codex.shelf import Shelf
from codex.store import snapshots
from tests import scripts
from tests.codex.archives import NOON, Clock, archive_bytes, copy_of, eventually, gated, options_for, titles_of
from tests.codex.conftest import Open

pytestmark = pytest.mark.django_db(transaction=True)
OLD, NEW = archive_bytes("Lumen"), archive_bytes("Lumen", "Ordo")
GOOD = scripts.json_bytes(OLD, etag='"1"')
BAD = scripts.replying(500)


@pytest.fixture
def clock() -> Clock:
    return Clock()


def process(clock: Any, **more: Any) -> Shelf:
    """A shelf such as each process has."""
    return Shelf(clock=clock, **{"patience": 20, "poll": 0.01} | more)


def outcome(shelf: Shelf, options: CodexOptions) -> str:
    """The titles found, or the code of the refusal, in a thread with a connection of its own."""
    try:
        return ", ".join(titles_of(shelf.current(options)))
    except CodexError as error:
        return error.code
    finally:
        connections.close_all()


def test_a_restart_within_the_time_asks_nobody(open_server: Open, clock: Clock) -> None:
    server = open_server(GOOD)
    process(clock).current(options_for(server))
    edition = process(clock).current(options_for(server))
    assert (titles_of(edition), edition.stale_since) == (["Lumen"], None)
    assert len(server.requests) == 1


def test_a_restart_while_the_origin_is_down_answers_from_the_last_good_archive(open_server: Open, clock: Clock) -> None:
    options = options_for(open_server(scripts.in_turn(GOOD, scripts.closing_early())))
    process(clock).current(options)
    over = clock.advance(60)
    edition = process(clock).current(options)
    assert (titles_of(edition), edition.stale_since) == (["Lumen"], over)


def test_restarts_do_not_prolong_the_time_a_failing_archive_answers(open_server: Open, clock: Clock) -> None:
    options = options_for(open_server(scripts.in_turn(GOOD, BAD)), codex_stale_if_error=100)
    process(clock).current(options)
    clock.advance(60)
    process(clock).current(options)
    clock.advance(99)
    assert outcome(process(clock), options) == "Lumen"
    clock.advance(1)
    assert outcome(process(clock), options) == "fetch_status"


def test_a_restart_just_after_a_failure_does_not_ask_again_at_once(open_server: Open, clock: Clock) -> None:
    server = open_server(scripts.in_turn(GOOD, BAD))
    options = options_for(server)
    process(clock).current(options)
    clock.advance(60)
    process(clock).current(options)
    assert process(clock).current(options).failure == "fetch_status"
    assert len(server.requests) == 2


def test_a_damaged_copy_is_read_anew(open_server: Open, clock: Clock) -> None:
    server = open_server(GOOD)
    process(clock).current(options_for(server))
    ArchiveChunk.objects.update(packed=b"damaged")
    assert titles_of(process(clock).current(options_for(server))) == ["Lumen"]
    assert "if-none-match" not in server.requests[1].headers
    assert snapshots.stored(options_for(server)) is not None


def test_a_fleet_that_starts_together_fetches_once(open_server: Open) -> None:
    gate = threading.Event()
    server = open_server(gated(GOOD, gate))
    with ThreadPoolExecutor(5) as pool:
        found = [pool.submit(outcome, process(timezone.now), options_for(server)) for _ in range(5)]
        assert eventually(lambda: len(server.requests) == 1)
        gate.set()
        assert {one.result() for one in found} == {"Lumen"}
    assert len(server.requests) == 1


def test_a_fleet_that_fails_together_asks_once(open_server: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = threading.Event()
    begun: list[int] = []
    lease = snapshots.lease

    def counted(*args: Any, **kwargs: Any) -> bool:
        begun.append(1)
        return lease(*args, **kwargs)

    monkeypatch.setattr(snapshots, "lease", counted)
    server = open_server(gated(BAD, gate))
    with ThreadPoolExecutor(5) as pool:
        found = [pool.submit(outcome, process(timezone.now), options_for(server)) for _ in range(5)]
        # One that begins after the failure may ask anew: together means that all have begun before it.
        assert eventually(lambda: len(server.requests) == 1 and len(begun) == 5)
        gate.set()
        assert {one.result() for one in found} == {"fetch_status"}
    assert len(server.requests) == 1


@pytest.mark.parametrize("second", [GOOD, scripts.json_bytes(NEW, etag='"2"')])
def test_a_fleet_asks_once_when_the_time_is_over(open_server: Open, clock: Clock, second: Any) -> None:
    server = open_server(scripts.in_turn(GOOD, second))
    options = options_for(server)
    one, other = process(clock), process(clock)
    one.current(options)
    other.current(options)
    clock.advance(60)
    assert titles_of(one.current(options)) == titles_of(other.current(options))
    assert len(server.requests) == 2


def test_what_another_process_confirmed_is_not_indexed_again(open_server: Open, clock: Clock) -> None:
    options = options_for(open_server(GOOD))
    one, other = process(clock), process(clock)
    one.current(options)
    before = other.current(options)
    clock.advance(60)
    one.current(options)
    after = other.current(options)
    assert after.index is before.index
    assert after.checked_at == clock.now


def test_another_process_refresh_is_found_while_fresh_without_a_query_in_the_search(
    open_server: Open, clock: Clock, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    options = options_for(open_server(scripts.in_turn(GOOD, scripts.json_bytes(NEW))))
    one, other = process(clock), process(clock)
    one.current(options)
    other.current(options)
    clock.advance(5)
    one.refresh(options)
    with django_assert_num_queries(0):
        assert titles_of(other.current(options)) == ["Lumen"]
    assert eventually(lambda: titles_of(other.current(options)) == ["Lumen", "Ordo"])


def test_a_lease_of_a_dead_process_is_waited_out(open_server: Open) -> None:
    ticking = Clock()
    server = open_server(GOOD)

    def tick() -> datetime:
        return ticking.advance(1)

    snapshots.lease(options_for(server).codex_index_url, NOON, seconds=10)
    assert titles_of(process(tick).current(options_for(server))) == ["Lumen"]
    assert ticking.now >= NOON + timedelta(seconds=10)


def test_a_refresh_does_not_wait_for_a_lease(open_server: Open, clock: Clock) -> None:
    server = open_server(GOOD)
    snapshots.lease(options_for(server).codex_index_url, NOON, seconds=10)
    assert titles_of(process(clock).refresh(options_for(server))) == ["Lumen"]


def test_a_copy_confirmed_by_a_clock_far_ahead_is_asked_about_all_the_same(open_server: Open, clock: Clock) -> None:
    server = open_server(GOOD)
    snapshots.save(options_for(server).codex_index_url, copy_of(OLD, checked_at=NOON + timedelta(days=400)))
    shelf = process(clock)
    shelf.current(options_for(server))
    clock.advance(60)
    shelf.current(options_for(server))
    assert len(server.requests) == 1


def test_the_sample_answers_until_the_archive_can_be_read(open_server: Open, clock: Clock) -> None:
    server = open_server(scripts.in_turn(BAD, BAD, GOOD))
    options, shelf = options_for(server, codex_cache_ttl=604_800), process(clock)
    assert outcome(shelf, options) == "fetch_status"
    assert shelf.use_sample(options).source == "sample"
    for _ in range(59):
        clock.advance(1)
        assert shelf.current(options).source == "sample"
    assert len(server.requests) == 1

    def a_minute_later() -> str:
        clock.advance(60)
        return shelf.current(options).source

    assert a_minute_later() == "sample"
    assert eventually(lambda: a_minute_later() == "origin")
    assert len(server.requests) == 3
    assert ArchiveSnapshot.objects.get().source == "origin"


def test_the_sample_is_never_stale(open_server: Open, clock: Clock) -> None:
    options, shelf = options_for(open_server(BAD), codex_stale_if_error=0), process(clock)
    shelf.use_sample(options)
    clock.advance(1_000_000)
    assert shelf.current(options).stale_since is None


def test_links_of_the_sample_lead_to_the_configured_site(clock: Clock) -> None:
    options = CodexOptions(codex_site_origin="https://lore.org")
    edition = process(clock).use_sample(options)
    assert all(one.url.startswith("https://lore.org/") for one in edition.archive.inscriptions)


def test_the_sample_never_takes_the_place_of_an_archive(open_server: Open, clock: Clock) -> None:
    options, shelf = options_for(open_server(GOOD)), process(clock)
    shelf.current(options)
    assert shelf.use_sample(options).source == "origin"


def test_an_archive_as_empty_as_it_may_be_replaces_the_sample(open_server: Open, clock: Clock) -> None:
    options, shelf = options_for(open_server(scripts.json_bytes(b"[]"))), process(clock)
    shelf.use_sample(options)
    assert shelf.refresh(options).source == "origin"
