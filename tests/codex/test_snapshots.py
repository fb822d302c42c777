"""The shared store: what is kept can be trusted, leases hold, and search outlives the database."""

import logging
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from codex.core.options import CodexOptions
from codex.models import ArchiveChunk, ArchiveSnapshot
from codex.store import chunks, snapshots
from tests.codex.archives import NOON, archive_bytes, copy_of

pytestmark = pytest.mark.django_db
DATA = archive_bytes("Lumen")
DIGEST = copy_of(DATA).digest
OPTIONS = CodexOptions()
URL = OPTIONS.codex_index_url


def later(seconds: float) -> Any:
    return NOON + timedelta(seconds=seconds)


def row() -> ArchiveSnapshot:
    return ArchiveSnapshot.objects.get(index_url=URL)


def full(execute: Any, sql: str, *args: Any) -> Any:
    """A disk that holds no more; transactions still open and close."""
    if "ARCHIVESNAPSHOT" in sql.upper():
        raise OperationalError("database or disk is full")
    return execute(sql, *args)


def test_a_copy_comes_back_as_it_was_kept() -> None:
    copy = copy_of(DATA, wire_bytes=9, last_modified="yesterday")
    snapshots.save(URL, copy)
    kept = snapshots.stored(OPTIONS)
    assert kept is not None
    assert kept.copy == copy


def test_nothing_is_kept_of_other_urls() -> None:
    snapshots.save("https://other.org/search-index.json", copy_of(DATA))
    assert snapshots.stored(OPTIONS) is None
    assert snapshots.facts(URL) is None


def test_a_newer_copy_takes_the_place_of_the_old_one() -> None:
    snapshots.save(URL, copy_of(DATA))
    snapshots.save(URL, copy_of(archive_bytes("Ordo")))
    assert ArchiveSnapshot.objects.count() == 1
    kept = snapshots.stored(OPTIONS)
    assert kept is not None
    assert kept.copy.data == archive_bytes("Ordo")


@pytest.mark.parametrize(
    "damage", [{"size_bytes": 5}, {"digest": "0" * 64}, {"source": "nowhere"}, {"checked_at": None}]
)
def test_a_damaged_row_counts_as_none(damage: dict[str, Any]) -> None:
    snapshots.save(URL, copy_of(DATA))
    ArchiveSnapshot.objects.update(**damage)
    assert snapshots.stored(OPTIONS) is None


def test_a_copy_over_the_cap_is_not_used_but_for_the_sample() -> None:
    small = CodexOptions(codex_max_bytes=len(DATA) - 1)
    snapshots.save(URL, copy_of(DATA))
    assert snapshots.stored(small) is None
    snapshots.save(URL, copy_of(DATA, source="sample"))
    assert snapshots.stored(small) is not None


def test_nothing_is_left_of_a_copy_that_was_replaced() -> None:
    snapshots.save(URL, copy_of(DATA))
    snapshots.save(URL, copy_of(archive_bytes("Ordo")))
    assert set(ArchiveChunk.objects.values_list("digest", flat=True)) == {row().digest}


def test_bytes_that_another_url_has_too_stay() -> None:
    snapshots.save("https://other.org/search-index.json", copy_of(DATA))
    snapshots.save(URL, copy_of(DATA))
    snapshots.save(URL, copy_of(archive_bytes("Ordo")))
    assert chunks.read(DIGEST, len(DATA)) == DATA


def test_what_happens_to_an_archive_never_rewrites_its_bytes() -> None:
    snapshots.save(URL, copy_of(DATA))
    with CaptureQueriesContext(connection) as queries:
        snapshots.lease(URL, NOON, seconds=15)
        snapshots.facts(URL)
        snapshots.fail(URL, "fetch_connect", NOON)
        snapshots.confirm(URL, None, NOON, digest=DIGEST)
    assert not [query for query in queries if "archivechunk" in query["sql"]]


def test_one_process_holds_the_lease_until_it_ends() -> None:
    assert snapshots.lease(URL, NOON, seconds=15)
    assert not snapshots.lease(URL, later(14), seconds=15)
    assert snapshots.lease(URL, later(16), seconds=15)


def test_staff_may_seize_a_lease() -> None:
    assert snapshots.lease(URL, NOON, seconds=15)
    assert snapshots.lease(URL, later(1), seconds=15, seize=True)


def test_a_lease_from_a_clock_far_ahead_does_not_hold() -> None:
    assert snapshots.lease(URL, later(100_000), seconds=15)
    assert snapshots.lease(URL, NOON, seconds=15)


@pytest.mark.parametrize(
    "end",
    [
        lambda: snapshots.save(URL, copy_of(DATA)),
        lambda: snapshots.confirm(URL, None, NOON, digest=DIGEST),
        lambda: snapshots.fail(URL, "fetch_connect", NOON),
    ],
)
def test_every_outcome_ends_the_lease(end: Any) -> None:
    snapshots.lease(URL, NOON, seconds=15)
    end()
    assert snapshots.lease(URL, NOON, seconds=15)


def test_a_confirmation_renews_the_time_and_the_validators_only() -> None:
    snapshots.save(URL, copy_of(DATA))
    snapshots.fail(URL, "fetch_connect", later(60))
    snapshots.confirm(URL, copy_of(b"", etag='"2"'), later(70), digest=DIGEST)
    kept = snapshots.stored(OPTIONS)
    assert kept is not None
    assert (kept.copy.data, kept.copy.etag, kept.copy.checked_at) == (DATA, '"2"', later(70))
    assert (kept.copy.fetched_at, kept.failure, kept.failed_at) == (NOON, "", None)


def test_bytes_that_another_process_stored_meanwhile_are_not_confirmed_but_the_lease_ends() -> None:
    snapshots.save(URL, copy_of(archive_bytes("Ordo")))
    snapshots.lease(URL, NOON, seconds=15)
    snapshots.confirm(URL, None, later(70), digest=DIGEST)
    assert (row().checked_at, row().leased_until) == (NOON, None)


def test_failures_keep_the_copy_and_when_they_began() -> None:
    snapshots.save(URL, copy_of(DATA))
    snapshots.fail(URL, "fetch_connect", later(60))
    snapshots.fail(URL, "fetch_timeout", later(90))
    kept = snapshots.stored(OPTIONS)
    assert kept is not None
    assert (kept.failed_at, kept.tried_at, kept.failure) == (later(60), later(90), "fetch_timeout")


def test_a_copy_is_offered_only_where_none_can_be_read() -> None:
    assert snapshots.offer(OPTIONS, copy_of(DATA, source="sample"))
    assert not snapshots.offer(OPTIONS, copy_of(archive_bytes("Ordo"), source="sample"))
    assert row().digest == copy_of(DATA).digest


def test_a_damaged_copy_gives_way_to_an_offer_and_the_failure_is_kept() -> None:
    snapshots.save(URL, copy_of(DATA))
    snapshots.fail(URL, "fetch_connect", later(60))
    ArchiveChunk.objects.update(packed=b"x")
    assert snapshots.offer(OPTIONS, copy_of(DATA, source="sample"))
    assert (row().source, row().failure) == ("sample", "fetch_connect")


def test_a_database_that_cannot_be_used_is_logged_and_nothing_more(caplog: pytest.LogCaptureFixture) -> None:
    with connection.execute_wrapper(full), caplog.at_level(logging.WARNING):
        snapshots.save(URL, copy_of(DATA))
        snapshots.confirm(URL, None, NOON, digest=DIGEST)
        snapshots.fail(URL, "fetch_connect", NOON)
        assert snapshots.stored(OPTIONS) is None
        assert snapshots.facts(URL) is None
        assert not snapshots.offer(OPTIONS, copy_of(DATA))
        assert snapshots.lease(URL, NOON, seconds=15)
    assert len(caplog.messages) == 7
    assert not any(URL in message for message in caplog.messages)
