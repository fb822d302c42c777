"""Counting on SQLite without Django's cursor: threads line up, and nobody waits without end (CDX-06)."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import OperationalError, connection, connections

from codex.metering import quota_sqlite
from codex.quota import grant

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="counts otherwise"),
]


def _granted(_: int) -> int:
    try:
        allowance = grant("user", "1", 100)
        return allowance.used if allowance else 0
    finally:
        connections.close_all()


def test_each_of_many_threads_gets_a_use_of_its_own() -> None:
    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(_granted, range(40))) == list(range(1, 41))


def test_whoever_waits_too_long_for_a_turn_is_told_the_storage_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quota_sqlite, "PATIENCE", 0.01)
    with quota_sqlite._turn, pytest.raises(OperationalError):
        grant("user", "1", 100)
    assert grant("user", "1", 100)


def test_a_statement_that_fails_gives_the_turn_back() -> None:
    for _ in range(2):
        with pytest.raises(OperationalError):
            quota_sqlite.run(connection, "INSERT INTO nowhere VALUES (%s)", [1])
    assert grant("user", "1", 100)
