"""The archive in memory: how long it is used, how it is renewed, and what each setting does to it (CDX-02)."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection, connections
from pytest_django import DjangoAssertNumQueries

from codex.core.errors import CodexError
from codex.core.options import CodexOptions
from codex.models import ArchiveSnapshot
from codex.shelf import Shelf
from codex.store.edition import Edition
from tests import scripts
from tests.codex.archives import NOON, Clock, archive_bytes, eventually, gated, options_for, titles_of
from tests.codex.conftest import Open

pytestmark = pytest.mark.django_db(transaction=True)
OLD, NEW = archive_bytes("Lumen"), archive_bytes("Lumen", "Ordo")
GOOD = scripts.json_bytes(OLD, etag='"1"')


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def shelf(clock: Clock) -> Shelf:
    """A shelf that waits for a newer edition as long as a loopback server can need."""
    return Shelf(clock=clock, patience=20, poll=0.01)


def code_of(shelf: Shelf, options: CodexOptions) -> str:
    with pytest.raises(CodexError) as caught:
        shelf.current(options)
    return caught.value.code


def test_a_fresh_edition_costs_no_query_and_no_request(
    shelf: Shelf, open_server: Open, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    server = open_server(GOOD)
    options = options_for(server)
    first = shelf.current(options)
    with django_assert_num_queries(0):
        assert shelf.current(options) is first
    assert len(server.requests) == 1


def test_fifty_searches_on_a_cold_shelf_make_one_fetch(shelf: Shelf, open_server: Open) -> None:
    gate = threading.Event()
    server = open_server(gated(GOOD, gate))
    start = threading.Barrier(51)

    def search() -> Edition:
        start.wait()
        try:
            return shelf.current(options_for(server))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(50) as pool:
        found = [pool.submit(search) for _ in range(50)]
        start.wait()
        gate.set()
        editions = {id(one.result()) for one in found}
    assert len(editions) == len(server.requests) == 1


def test_fifty_searches_on_a_failing_origin_make_one_fetch_too(shelf: Shelf, open_server: Open) -> None:
    server = open_server(scripts.replying(500))

    def search(_: int) -> str:
        try:
            return code_of(shelf, options_for(server))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(50) as pool:
        assert set(pool.map(search, range(50))) == {"fetch_status"}
    assert len(server.requests) == 1


def test_when_its_time_is_over_the_origin_is_asked_whether_it_changed(
    shelf: Shelf, open_server: Open, clock: Clock
) -> None:
    server = open_server(GOOD)
    first = shelf.current(options_for(server))
    clock.advance(60)
    second = shelf.current(options_for(server))
    assert server.requests[1].headers["if-none-match"] == '"1"'
    assert second.index is first.index
    assert (second.fetched_at, second.checked_at, second.stale_since) == (NOON, clock.now, None)


def test_a_newer_archive_takes_the_place_of_the_old_one(shelf: Shelf, open_server: Open, clock: Clock) -> None:
    server = open_server(scripts.in_turn(GOOD, scripts.json_bytes(NEW, etag='"2"')))
    shelf.current(options_for(server))
    clock.advance(60)
    assert titles_of(shelf.current(options_for(server))) == ["Lumen", "Ordo"]
    assert ArchiveSnapshot.objects.get().etag == '"2"'


def test_the_same_bytes_again_are_not_indexed_again(shelf: Shelf, open_server: Open, clock: Clock) -> None:
    server = open_server(scripts.in_turn(GOOD, scripts.json_bytes(OLD, etag='"2"')))
    first = shelf.current(options_for(server))
    clock.advance(60)
    second = shelf.current(options_for(server))
    assert second.index is first.index
    assert second.etag == '"2"'


def test_a_shorter_time_takes_effect_at_the_next_search(shelf: Shelf, open_server: Open, clock: Clock) -> None:
    server = open_server(GOOD)
    shelf.current(options_for(server))
    clock.advance(30)
    shelf.current(options_for(server, codex_cache_ttl=20))
    assert len(server.requests) == 2


@pytest.mark.parametrize(
    "change", [{"codex_ranking": "blended"}, {"codex_site_origin": "https://lore.org"}, {"codex_summary_chars": 50}]
)
def test_a_shaping_setting_takes_effect_at_the_next_search_without_a_fetch(
    shelf: Shelf, open_server: Open, change: dict[str, Any]
) -> None:
    server = open_server(GOOD)
    first = shelf.current(options_for(server))
    second = shelf.current(options_for(server, **change))
    assert second.index is not first.index
    assert second.checked_at == first.checked_at
    assert len(server.requests) == 1


def test_links_lead_to_a_new_site_origin(shelf: Shelf, open_server: Open) -> None:
    server = open_server(GOOD)
    shelf.current(options_for(server))
    edition = shelf.current(options_for(server, codex_site_origin="https://lore.org"))
    assert edition.home == "https://lore.org"
    assert edition.archive.inscriptions[0].url == "https://lore.org/en/0/"


def test_a_new_index_url_is_read_at_the_next_search(shelf: Shelf, open_server: Open) -> None:
    one, other = open_server(GOOD), open_server(scripts.json_bytes(NEW))
    shelf.current(options_for(one))
    assert titles_of(shelf.current(options_for(other))) == ["Lumen", "Ordo"]
    assert titles_of(shelf.current(options_for(one))) == ["Lumen"]
    assert len(one.requests) == 1


def test_a_new_index_url_does_not_wait_for_the_old_one(shelf: Shelf, open_server: Open) -> None:
    never = threading.Event()
    hanging, good = open_server(gated(GOOD, never)), open_server(GOOD)
    reading = threading.Thread(target=_current_apart, args=(shelf, options_for(hanging, codex_timeout=60)))
    reading.start()
    assert eventually(lambda: len(hanging.requests) == 1)
    assert titles_of(shelf.current(options_for(good))) == ["Lumen"]
    assert titles_of(shelf.refresh(options_for(good))) == ["Lumen"]
    never.set()
    reading.join()
    assert titles_of(shelf.current(options_for(good))) == ["Lumen"]
    assert len(good.requests) == 2


def test_a_byte_cap_below_the_archive_refuses_it(shelf: Shelf, open_server: Open) -> None:
    server = open_server(scripts.json_bytes(OLD + b" " * 2_000))
    shelf.current(options_for(server))
    assert code_of(shelf, options_for(server, codex_max_bytes=1_000)) == "fetch_too_large"


def test_an_archive_that_a_setting_makes_unreadable_is_asked_for_again(shelf: Shelf, open_server: Open) -> None:
    absolute = b'[{"title": "Lumen", "url": "https://lore.org/en/a/", "content": "x"}]'
    server = open_server(scripts.json_bytes(absolute))
    options = options_for(server, codex_site_origin="https://lore.org")
    shelf.current(options)
    assert code_of(shelf, replace(options, codex_site_origin="https://other.org")) == "archive_no_entries"
    assert titles_of(shelf.current(options)) == ["Lumen"]


def test_an_archive_of_a_local_file_is_read_again_when_it_changes(shelf: Shelf, clock: Clock, tmp_path: Path) -> None:
    path = tmp_path / "search-index.json"
    path.write_bytes(OLD)
    options = CodexOptions(codex_index_url=f"file:{path}", codex_cache_ttl=60)
    assert shelf.current(options).source == "file"
    path.write_bytes(NEW)
    clock.advance(60)
    assert titles_of(shelf.current(options)) == ["Lumen", "Ordo"]


def test_a_refresh_asks_although_the_edition_is_fresh(shelf: Shelf, open_server: Open) -> None:
    server = open_server(scripts.in_turn(GOOD, scripts.json_bytes(NEW)))
    shelf.current(options_for(server))
    assert titles_of(shelf.refresh(options_for(server))) == ["Lumen", "Ordo"]
    assert titles_of(shelf.current(options_for(server))) == ["Lumen", "Ordo"]
    assert server.requests[1].headers["if-none-match"] == '"1"'


def test_a_forced_refresh_reads_the_whole_archive(shelf: Shelf, open_server: Open) -> None:
    server = open_server(GOOD)
    shelf.current(options_for(server))
    shelf.refresh(options_for(server), force=True)
    assert "if-none-match" not in server.requests[1].headers


def test_a_refresh_waits_for_the_reading_under_way(shelf: Shelf, open_server: Open) -> None:
    gate = threading.Event()
    server = open_server(scripts.in_turn(gated(GOOD, gate), scripts.json_bytes(NEW)))
    reading = threading.Thread(target=_current_apart, args=(shelf, options_for(server)))
    reading.start()
    assert eventually(lambda: len(server.requests) == 1)
    threading.Timer(0.1, gate.set).start()
    assert titles_of(shelf.refresh(options_for(server))) == ["Lumen", "Ordo"]
    reading.join()


def _current_apart(shelf: Shelf, options: CodexOptions) -> None:
    try:
        shelf.current(options)
    finally:
        connections.close_all()


def test_what_is_held_can_be_seen_without_reading_anything(shelf: Shelf, open_server: Open) -> None:
    server = open_server(GOOD)
    assert shelf.held is None
    edition = shelf.current(options_for(server))
    assert shelf.held is edition
    shelf.forget()
    assert shelf.held is None


def test_a_full_disk_leaves_the_archive_searchable_from_memory(
    shelf: Shelf, open_server: Open, caplog: pytest.LogCaptureFixture
) -> None:
    def full(execute: Any, sql: str, *args: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE")):
            raise OperationalError("database or disk is full")
        return execute(sql, *args)

    server = open_server(GOOD)
    with connection.execute_wrapper(full):
        assert titles_of(shelf.current(options_for(server))) == ["Lumen"]
    assert "it is searched from memory" in caplog.text
    assert not ArchiveSnapshot.objects.exists()
