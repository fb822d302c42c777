"""The daily counter: what is granted, when it ends, and that no race passes the limit (CDX-06)."""

import os
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from django.db import connection, transaction

from codex.models import DailyUse
from codex.quota import Allowance, Count, grant, grant_both, purge, standing, standing_both
from tests.statements import statements

NOON = datetime(2030, 5, 1, 12, tzinfo=UTC)
MIDNIGHT = datetime(2030, 5, 2, tzinfo=UTC)
ONE = ("tests.codex.quota_race", "200", "50")
#: 200 searches of 10 pilgrims: the pilgrims' limit ends them, then the bot's.
MANY = ("tests.codex.pool_race", "200", "10")
POOLS = [(("10", "1000"), "100 100 100 0"), (("20", "70"), "70 70 70 0")]

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


@pytest.mark.django_db(transaction=True)
def test_a_grant_is_one_statement() -> None:
    grant("user", "1", 50, now=NOON)
    with statements() as told:
        grant("user", "1", 50, now=NOON)
    assert len(told) == 1


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


def test_without_a_limit_every_use_is_granted_and_counted() -> None:
    for _ in range(3):
        grant("user", "1", None, now=NOON)
    allowance = standing("user", "1", None, now=NOON)
    assert (allowance.used, allowance.limit, allowance.left) == (3, None, None)


def both(own: int | None, pool: int | None, pilgrim: str = "p1") -> Allowance | None:
    return grant_both(Count("pilgrim", pilgrim, own), Count("token", "b0", pool), now=NOON)


def counted() -> dict[str, int]:
    return dict(DailyUse.objects.values_list("caller", "used"))


def test_a_use_on_two_counters_tells_both() -> None:
    both(50, 5_000)
    assert both(50, 5_000, "p2") == Allowance(50, 1, MIDNIGHT, pool=Allowance(5_000, 2, MIDNIGHT))
    assert counted() == {"p1": 1, "p2": 1, "b0": 2}


def test_when_the_own_limit_is_reached_neither_is_counted() -> None:
    assert [both(2, 10) is not None for _ in range(4)] == [True, True, False, False]
    assert counted() == {"p1": 2, "b0": 2}
    assert both(2, 10, "p2") is not None


def test_when_the_pool_is_used_up_neither_is_counted() -> None:
    assert [both(10, 2, f"p{number}") is not None for number in (1, 2, 1, 3)] == [True, True, False, False]
    assert counted() == {"p1": 1, "p2": 1, "b0": 2}


@pytest.mark.parametrize(("own", "pool"), [(0, 5), (5, 0), (0, 0), (None, 0)])
def test_two_counters_with_a_limit_of_nothing_write_nothing(own: int | None, pool: int | None) -> None:
    assert both(own, pool) is None
    assert not DailyUse.objects.exists()


def test_either_counter_may_be_without_limit() -> None:
    assert [both(None, 3) is not None for _ in range(4)] == [True, True, True, False]
    assert both(4, None) is not None
    assert counted() == {"p1": 4, "b0": 4}


@pytest.mark.django_db(transaction=True)
def test_two_counters_take_one_statement() -> None:
    both(50, 5_000)
    with statements() as told:
        both(50, 5_000)
    assert len(told) == 1


def test_a_refusal_undoes_nothing_that_went_before_in_the_same_transaction() -> None:
    with transaction.atomic():
        grant("user", "1", 5, now=NOON)
        both(1, 1)
        assert both(1, 1) is None
    assert counted() == {"1": 1, "p1": 1, "b0": 1}


def test_the_standing_of_two_counters_counts_nothing() -> None:
    own, pool = Count("pilgrim", "p1", 5), Count("token", "b0", 9)
    assert standing_both(own, pool, now=NOON) == Allowance(5, 0, MIDNIGHT, pool=Allowance(9, 0, MIDNIGHT))
    both(5, 9)
    both(5, 9, "p2")
    assert standing_both(own, pool, now=NOON) == Allowance(5, 1, MIDNIGHT, pool=Allowance(9, 2, MIDNIGHT))


def _race(database_url: str, data: Path, *arguments: str) -> str:
    environment = os.environ | {"DATABASE_URL": database_url, "LUMASITE_DATA": str(data)}
    command = [sys.executable, "-W", "error", "-m", *arguments]
    root = Path(__file__).parents[2]
    ended = subprocess.run(command, env=environment, cwd=root, capture_output=True, text=True, timeout=120)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_200_threads_at_limit_50_are_granted_exactly_50_on_sqlite(tmp_path: Path) -> None:
    assert _race(f"sqlite:///{tmp_path}/race.sqlite3", tmp_path, *ONE) == "50 50"


@pytest.mark.postgres
def test_200_threads_at_limit_50_are_granted_exactly_50_on_postgresql(postgres_url: str, tmp_path: Path) -> None:
    assert _race(postgres_url, tmp_path, *ONE) == "50 50"


@pytest.mark.parametrize(("limits", "told"), POOLS)
def test_no_race_counts_a_pilgrim_without_its_bot_on_sqlite(limits: tuple[str, str], told: str, tmp_path: Path) -> None:
    assert _race(f"sqlite:///{tmp_path}/race.sqlite3", tmp_path, *MANY, *limits) == told


@pytest.mark.postgres
@pytest.mark.parametrize(("limits", "told"), POOLS)
def test_no_race_counts_a_pilgrim_without_its_bot_on_postgresql(
    limits: tuple[str, str], told: str, postgres_url: str, tmp_path: Path
) -> None:
    assert _race(postgres_url, tmp_path, *MANY, *limits) == told


@pytest.mark.postgres
def test_on_postgresql_a_count_is_committed_without_waiting_and_nothing_else_is(postgres_url: str) -> None:
    program = """
import django; django.setup()
from django.core.management import call_command; call_command("migrate", verbosity=0)
from django.db import connection
from codex.quota import Count, grant, grant_both, standing
def waits():
    with connection.cursor() as cursor:
        cursor.execute("SHOW synchronous_commit")
        return cursor.fetchone()[0]
found = [grant("user", "1", 2).used, grant("user", "1", 2).used, grant("user", "1", 2), waits()]
found += [grant_both(Count("pilgrim", "2", 1), Count("token", "3", 9)).pool.used, waits()]
found += [grant_both(Count("pilgrim", "2", 1), Count("token", "3", 9)), standing("token", "3", 9).used]
print(found)
"""
    given = os.environ | {"DATABASE_URL": postgres_url, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    done = subprocess.run([sys.executable, "-c", program], env=given, capture_output=True, text=True, timeout=90)
    assert done.stdout.strip() == "[1, 2, None, 'on', 1, 'on', None, 1]", done.stderr
