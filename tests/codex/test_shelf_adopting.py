"""What another process has stored or confirmed is taken up whatever its age, before anything is refused (CDX-02)."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from codex.core.errors import FetchError
from codex.core.options import CodexOptions
from codex.models import ArchiveSnapshot
from codex.shelf import Shelf
from codex.store import snapshots
from tests import scripts
from tests.codex.archives import NOON, Clock, archive_bytes, copy_of, eventually, options_for, titles_of
from tests.codex.conftest import Open

pytestmark = pytest.mark.django_db(transaction=True)
GOOD = scripts.json_bytes(archive_bytes("Lumen"), etag='"1"')
NEW = scripts.json_bytes(archive_bytes("Lumen", "Ordo"), etag='"2"')
BAD = scripts.replying(404)


@pytest.fixture
def clock() -> Clock:
    return Clock()


def process(clock: Clock, **more: Any) -> Shelf:
    """A shelf such as each process has; by itself it looks for others' refreshes only in an hour."""
    return Shelf(clock=clock, **{"patience": 20, "poll": 0.01, "look": 3_600} | more)


def settings_for(open_server: Open, *answers: Any, **changes: Any) -> CodexOptions:
    """Settings of a short time, for a server that answers so in turn and then fails."""
    server = open_server(scripts.in_turn(*answers, BAD))
    return options_for(server, **{"codex_cache_ttl": 10, "codex_stale_if_error": 600} | changes)


def failing(clock: Clock, options: CodexOptions) -> Shelf:
    """A process that held an archive when its site began to fail."""
    shelf = process(clock)
    shelf.current(options)
    clock.advance(11)
    assert shelf.current(options).failure == "fetch_missing"
    return shelf


def restored(clock: Clock, options: CodexOptions, *, digest: str = "") -> None:
    """Another process reads the archive, anew or just as it was."""
    if digest:
        snapshots.confirm(options.codex_index_url, None, clock.now, digest=digest)
        return
    fresh = copy_of(archive_bytes("Lumen", "Ordo"), fetched_at=clock.now, checked_at=clock.now)
    snapshots.save(options.codex_index_url, fresh)


def test_a_newer_copy_past_its_time_is_taken_up_when_the_site_fails(open_server: Open, clock: Clock) -> None:
    options = settings_for(open_server, GOOD, NEW)
    shelf = process(clock)
    shelf.current(options)
    clock.advance(1)
    process(clock).refresh(options)
    over = clock.advance(11)
    edition = shelf.current(options)
    assert (titles_of(edition), edition.failure) == (["Lumen", "Ordo"], "fetch_missing")
    assert edition.stale_since is not None
    assert (over - edition.stale_since).total_seconds() == 1


def test_a_confirmation_past_its_time_counts_from_when_it_was_given(open_server: Open, clock: Clock) -> None:
    options = settings_for(open_server, GOOD, GOOD, codex_stale_if_error=60)
    shelf = process(clock)
    before = shelf.current(options)
    clock.advance(5)
    process(clock).refresh(options)
    clock.advance(11)
    edition = shelf.current(options)
    assert edition.index is before.index
    assert (edition.checked_at - NOON).total_seconds() == 5


def test_new_bytes_are_taken_up_even_when_checked_no_later(open_server: Open, clock: Clock) -> None:
    options = settings_for(open_server, GOOD, GOOD)
    shelf = process(clock)
    shelf.current(options)
    clock.advance(8)
    shelf.refresh(options)
    snapshots.save(options.codex_index_url, copy_of(archive_bytes("Ordo"), fetched_at=clock.now))
    clock.advance(11)
    assert titles_of(shelf.current(options)) == ["Ordo"]


@pytest.mark.parametrize("digest", ["", copy_of(archive_bytes("Lumen")).digest])
def test_a_refresh_elsewhere_ends_the_failure_here(open_server: Open, clock: Clock, digest: str) -> None:
    options = settings_for(open_server, GOOD)
    shelf = failing(clock, options)
    restored(clock, options, digest=digest)
    clock.advance(5)
    edition = shelf.current(options)
    assert (edition.stale_since, edition.failure) == (None, "")
    again = clock.advance(11)
    assert shelf.current(options).failure == "fetch_missing"
    assert ArchiveSnapshot.objects.get().failed_at == again


def test_the_time_to_answer_begins_anew_after_a_refresh_elsewhere(open_server: Open, clock: Clock) -> None:
    options = settings_for(open_server, GOOD, codex_stale_if_error=60)
    shelf = failing(clock, options)
    clock.advance(50)
    restored(clock, options)
    clock.advance(50)
    shelf.current(options)
    clock.advance(50)
    assert titles_of(shelf.current(options)) == ["Lumen", "Ordo"]


@pytest.mark.parametrize("digest", ["", copy_of(archive_bytes("Lumen")).digest])
def test_nothing_is_refused_right_after_a_refresh_elsewhere(open_server: Open, clock: Clock, digest: str) -> None:
    options = settings_for(open_server, GOOD, codex_stale_if_error=2)
    shelf = failing(clock, options)
    clock.advance(2)
    restored(clock, options, digest=digest)
    assert shelf.current(options).stale_since is None


def test_a_process_with_nothing_to_answer_from_takes_up_the_first_good_copy(open_server: Open, clock: Clock) -> None:
    options = settings_for(open_server)
    shelf = process(clock)
    with pytest.raises(FetchError):
        shelf.current(options)
    restored(clock, options)
    assert titles_of(shelf.current(options)) == ["Lumen", "Ordo"]


@pytest.mark.parametrize("good", [(), (GOOD,)])
def test_before_refusals_the_database_is_looked_at_once_a_second(
    open_server: Open, clock: Clock, good: tuple[Any, ...]
) -> None:
    options = settings_for(open_server, *good, codex_stale_if_error=0)
    shelf = process(clock)
    if good:
        shelf.current(options)
        clock.advance(11)
    with pytest.raises(FetchError):
        shelf.current(options)
    clock.advance(1)
    with CaptureQueriesContext(connection) as queries:
        for _ in range(5):
            with pytest.raises(FetchError):
                shelf.current(options)
    assert len(queries) == 1
    assert "chunk" not in queries[0]["sql"]


def test_a_look_in_the_background_counts_although_the_old_one_was_marked_stale(open_server: Open, clock: Clock) -> None:
    options = settings_for(open_server, GOOD)
    shelf = process(clock, look=1)
    shelf.current(options)
    clock.advance(9)
    with pytest.raises(FetchError):
        shelf.refresh(options)  # so that the site is not asked again at once
    restored(clock, options)
    clock.advance(2)

    def found() -> list[str]:
        clock.advance(1)
        return titles_of(shelf.current(options))

    assert eventually(lambda: found() == ["Lumen", "Ordo"])


def test_a_refresh_that_finds_the_old_bytes_again_is_not_taken_for_the_new_ones(
    open_server: Open, clock: Clock
) -> None:
    options = settings_for(open_server, GOOD, NEW, scripts.json_bytes(archive_bytes("Lumen"), etag='"1"'))
    shelf = process(clock)
    shelf.current(options)
    clock.advance(1)
    process(clock).refresh(options)
    clock.advance(1)
    assert titles_of(shelf.refresh(options)) == ["Lumen"]
    assert titles_of(process(clock).current(options)) == ["Lumen"]


def test_a_failure_that_another_process_found_is_taken_over_with_its_copy(open_server: Open, clock: Clock) -> None:
    server = open_server(scripts.in_turn(GOOD, NEW, BAD))
    options = options_for(server, codex_cache_ttl=10)
    shelf, other = process(clock), process(clock)
    shelf.current(options)
    clock.advance(1)
    other.refresh(options)
    since = clock.advance(11)
    other.current(options)
    clock.advance(1)
    assert titles_of(shelf.current(options)) == ["Lumen", "Ordo"]
    assert len(server.requests) == 3
    assert ArchiveSnapshot.objects.get().failed_at == since
