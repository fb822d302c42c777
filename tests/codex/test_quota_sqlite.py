"""Counting on SQLite without Django's cursor: threads line up, share commits, and wait no longer than told (CDX-06)."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import DatabaseError, OperationalError, connection, connections

from codex.metering import quota_sqlite
from codex.quota import grant, standing
from tests.codex.archives import eventually
from tests.statements import statements

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="counts otherwise"),
]
THREADS = 8


def apart(ask: Callable[[], Any]) -> Any:
    """In a thread of its own, whose connection ends with it."""
    try:
        return ask()
    finally:
        connections.close_all()


def granted() -> int:
    allowance = grant("user", "1", 100)
    return allowance.used if allowance else 0


def wrong() -> Any:
    return quota_sqlite.run(connection, "INSERT INTO nowhere VALUES (%s)", [1])


@contextmanager
def lined_up(*asked: Callable[[], Any]) -> Iterator[list[Future[Any]]]:
    """All in the line before the first has its turn, which comes at the end of the block."""
    with ThreadPoolExecutor(len(asked)) as pool, quota_sqlite._turn:
        told = [pool.submit(apart, one) for one in asked]
        assert eventually(lambda: len(quota_sqlite._line) == len(asked))
        yield told


def test_each_of_many_threads_gets_a_use_of_its_own() -> None:
    with ThreadPoolExecutor(THREADS) as pool:
        told = [pool.submit(apart, granted) for _ in range(40)]
    assert sorted(one.result() for one in told) == list(range(1, 41))


def test_all_in_the_line_are_counted_with_one_commit() -> None:
    def seen() -> list[str]:
        with statements() as told:
            granted()
        return [one.split()[0] for one in told]

    with lined_up(*[seen] * THREADS) as told:
        pass
    assert standing("user", "1", 100).used == THREADS
    assert [word for one in told for word in one.result()] == ["BEGIN", *["INSERT"] * THREADS, "COMMIT"]


def test_one_that_goes_wrong_counts_for_nobody_in_the_line() -> None:
    with lined_up(granted, wrong, granted) as told:
        pass
    assert all(isinstance(one.exception(), OperationalError) for one in told)
    assert standing("user", "1", 100).used == 0
    assert granted() == 1


def test_whoever_waits_too_long_is_told_the_storage_is_busy_and_counted_nowhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(quota_sqlite, "PATIENCE", 0.01)
    with quota_sqlite._turn, pytest.raises(DatabaseError):
        granted()
    assert granted() == 1


def test_without_a_line_a_count_is_one_statement_and_no_transaction() -> None:
    granted()
    with statements() as told:
        granted()
    assert len(told) == 1
