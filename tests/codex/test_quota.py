"""The daily counter: what is granted, when it ends, and that no race passes the limit (CDX-06)."""

import os
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from django.db import connection, transaction
from pytest_django import DjangoAssertNumQueries

from codex.models import DailyUse
from codex.quota import Allowance, grant, purge, standing

NOON = datetime(2030, 5, 1, 12, tzinfo=UTC)
MIDNIGHT = datetime(2030, 5, 2, tzinfo=UTC)
pytestmark = pytest.mark.django_db


def test_the_first_grant_counts_one() -> None:
    assert grant("user", "1", 50, now=NOON) == Allowance(limit=50, used=1, resets_at=MIDNIGHT)


def test_grants_end_exactly_at_the_limit() -> None:
    used = [allowance and allowance.used for allowance in (grant("user", "1", 3, now=NOON) for _ in range(5))]
    assert used == [1, 2, 3, None, None]


def test_a_refused_grant_counts_nothing() -> None:
    for _ in range(4):
        grant("user", "1", 2, now=NOON)
    assert DailyUse.objects.get().used == 2


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_of_nothing_grants_nothing_and_writes_nothing(limit: int) -> None:
    assert grant("user", "1", limit, now=NOON) is None
    assert not DailyUse.objects.exists()


def test_a_lowered_limit_holds_at_once() -> None:
    for _ in range(5):
        grant("user", "1", 10, now=NOON)
    assert grant("user", "1", 3, now=NOON) is None
    assert standing("user", "1", 3, now=NOON).left == 0


def test_a_raised_limit_grants_again() -> None:
    grant("user", "1", 1, now=NOON)
    assert grant("user", "1", 1, now=NOON) is None
    assert grant("user", "1", 2, now=NOON) == Allowance(2, 2, MIDNIGHT)


@pytest.mark.parametrize("other", [("address", "1"), ("user", "2")])
def test_other_kinds_and_callers_have_their_own_count(other: tuple[str, str]) -> None:
    grant("user", "1", 1, now=NOON)
    assert grant(*other, 1, now=NOON) is not None


def test_a_new_day_begins_at_midnight_utc() -> None:
    assert grant("user", "1", 1, now=MIDNIGHT - timedelta(microseconds=1))
    assert grant("user", "1", 1, now=MIDNIGHT) == Allowance(1, 1, MIDNIGHT + timedelta(days=1))


def test_the_day_is_that_of_utc_whatever_zone_the_clock_has() -> None:
    west = timezone(timedelta(hours=-8))
    grant("user", "1", 5, now=datetime(2030, 4, 30, 23, tzinfo=west))
    assert DailyUse.objects.get().day == date(2030, 5, 1)


def test_without_a_clock_today_counts() -> None:
    before = datetime.now(UTC)
    allowance = grant("user", "1", 5)
    assert allowance is not None
    assert before < allowance.resets_at <= before + timedelta(days=1, minutes=1)


def test_a_grant_is_one_statement(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    grant("user", "1", 50, now=NOON)
    with django_assert_num_queries(1):
        grant("user", "1", 50, now=NOON)


def test_a_grant_rolled_back_was_never_used() -> None:
    with transaction.atomic():
        grant("user", "1", 1, now=NOON)
        transaction.set_rollback(True)
    assert grant("user", "1", 1, now=NOON) is not None


@pytest.mark.django_db(transaction=True)
def test_a_grant_outside_a_transaction_is_kept_at_once() -> None:
    grant("user", "1", 5, now=NOON)
    connection.close()
    assert standing("user", "1", 5, now=NOON).used == 1


def test_a_standing_counts_nothing() -> None:
    assert standing("user", "1", 5, now=NOON) == Allowance(5, 0, MIDNIGHT)
    assert not DailyUse.objects.exists()


def test_a_standing_tells_what_is_left() -> None:
    grant("user", "1", 5, now=NOON)
    grant("user", "1", 5, now=NOON)
    assert standing("user", "1", 5, now=NOON).left == 3
    assert standing("user", "2", 5, now=NOON).left == 5


def test_purge_deletes_older_days_only() -> None:
    for days in range(3):
        grant("user", "1", 5, now=NOON - timedelta(days=days))
    assert purge(NOON.date()) == 2
    assert [use.day for use in DailyUse.objects.all()] == [NOON.date()]


def _race(database_url: str, data: Path) -> str:
    environment = os.environ | {"DATABASE_URL": database_url, "LUMASITE_DATA": str(data)}
    command = [sys.executable, "-W", "error", "-m", "tests.codex.quota_race", "200", "50"]
    root = Path(__file__).parents[2]
    ended = subprocess.run(command, env=environment, cwd=root, capture_output=True, text=True, timeout=120)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_200_threads_at_limit_50_are_granted_exactly_50_on_sqlite(tmp_path: Path) -> None:
    assert _race(f"sqlite:///{tmp_path}/race.sqlite3", tmp_path) == "50 50"


@pytest.mark.postgres
def test_200_threads_at_limit_50_are_granted_exactly_50_on_postgresql(postgres_url: str, tmp_path: Path) -> None:
    assert _race(postgres_url, tmp_path) == "50 50"
