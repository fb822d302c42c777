"""Daily calls and monthly money: taken before a call, settled after it, exact under a rush (GRD-08)."""

import os
import subprocess
import sys
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pytest
from django.db import transaction

from codex.callers import Caller
from codex.core.errors import CodexError
from grounded.budget import (
    NO_USAGE,
    Reservation,
    cost_of,
    end_of_month,
    estimate,
    purge,
    reserve,
    settle,
    standing,
)
from grounded.core.envelope import Usage
from grounded.models import Spend
from grounded.options import GroundedOptions
from tests.grounded.site import OTHER, READER, calls

pytestmark = pytest.mark.django_db
NOON = datetime(2030, 5, 31, 12, tzinfo=UTC)
NEXT_DAY = datetime(2030, 6, 1, 0, tzinfo=UTC)
PRICED = GroundedOptions(price_in=Decimal("0.5"), price_out=Decimal(2), answer_monthly_spend=Decimal("0.01"))


def take(options: GroundedOptions, caller: Caller = READER, now: datetime = NOON, held: int = 0) -> str:
    """The code of the refusal, or nothing."""
    try:
        with transaction.atomic():
            reserve(caller, held, options, now=now)
    except CodexError as refusal:
        return refusal.code
    return ""


def money() -> tuple[int, int]:
    month = Spend.objects.get(kind=Spend.Kind.MONTH)
    return month.cost, month.held


def test_a_caller_has_so_many_calls_a_day() -> None:
    options = GroundedOptions(answer_daily_per_user=2)
    assert [take(options) for _ in range(3)] == ["", "", "answer_quota_used"]
    assert take(options, OTHER) == ""
    assert take(options, now=NEXT_DAY) == ""


def test_all_callers_together_have_so_many() -> None:
    options = GroundedOptions(answer_daily_total=2)
    assert [take(options, one) for one in (READER, OTHER, Caller("bot", "9", "9"))] == ["", "", "answer_total_used"]


def test_a_refused_call_costs_nothing_at_any_stage() -> None:
    take(GroundedOptions(answer_daily_total=0))
    take(GroundedOptions(answer_monthly_spend=Decimal(0)), held=1)
    assert sum(Spend.objects.values_list("calls", flat=True)) == 0


def test_a_limit_of_nothing_grants_nothing() -> None:
    assert take(GroundedOptions(answer_daily_per_user=0)) == "answer_quota_used"
    assert take(GroundedOptions(answer_daily_total=0)) == "answer_total_used"


def test_what_is_set_aside_counts_until_it_is_settled() -> None:
    assert [take(PRICED, held=6_000) for _ in range(2)] == ["", "budget_used"]
    settle(Reservation(NOON.date(), 6_000), Usage(1_000, 100), PRICED)
    assert money() == (700, 0)
    assert take(PRICED, held=9_300) == ""
    assert take(PRICED, held=1) == "budget_used"


def test_the_month_begins_anew() -> None:
    assert take(PRICED, held=10_000) == ""
    assert take(PRICED, held=10_000) == "budget_used"
    assert take(PRICED, held=10_000, now=NEXT_DAY) == ""


def test_a_call_is_settled_on_the_day_it_was_counted() -> None:
    take(PRICED, held=5_000)
    settle(Reservation(NOON.date(), 5_000), Usage(2_000, 1_000), PRICED)
    day = Spend.objects.get(kind=Spend.Kind.SITE)
    assert (day.since, day.tokens_in, day.tokens_out, day.cost) == (date(2030, 5, 31), 2_000, 1_000, 3_000)


def test_unknown_usage_costs_what_was_set_aside_and_none_costs_nothing() -> None:
    take(PRICED, held=1_000)
    take(PRICED, held=2_000)
    settle(Reservation(NOON.date(), 1_000), None, PRICED)
    settle(Reservation(NOON.date(), 2_000), NO_USAGE, PRICED)
    assert money() == (1_000, 0)
    assert Spend.objects.get(kind=Spend.Kind.SITE).untold == 1


@pytest.mark.parametrize("usage", [Usage(10**30, 10**40), Usage(1, 1_000_001)])
def test_an_endpoint_that_boasts_costs_what_was_set_aside(usage: Usage) -> None:
    take(PRICED, held=1_000)
    settle(Reservation(NOON.date(), 1_000), usage, PRICED)
    assert money() == (1_000, 0)


def test_prices_are_by_the_million_and_rounded_up() -> None:
    assert cost_of(Usage(1_000_000, 1_000_000), PRICED) == 2_500_000
    assert cost_of(Usage(1, 0), PRICED) == 1
    assert cost_of(Usage(5, 5), GroundedOptions()) == 0


def test_what_is_set_aside_grows_with_the_request() -> None:
    assert estimate(2_000, PRICED) == 1_000 // 2 + 4_096 * 2
    assert estimate(2_000, GroundedOptions()) == 0


def test_the_caller_can_see_what_is_left() -> None:
    take(GroundedOptions())
    left = standing(READER, GroundedOptions(), now=NOON)
    assert (left.limit, left.used, left.left, left.resets_at) == (20, 1, 19, NEXT_DAY)
    assert standing(OTHER, GroundedOptions(), now=NOON).used == 0


@pytest.mark.parametrize(
    ("now", "end"), [(NOON, NEXT_DAY), (datetime(2030, 12, 1, tzinfo=UTC), datetime(2031, 1, 1, tzinfo=UTC))]
)
def test_a_month_ends_with_its_last_day(now: datetime, end: datetime) -> None:
    assert end_of_month(now) == end


def test_old_days_are_purged_and_the_running_month_stays() -> None:
    take(PRICED)
    take(PRICED, now=datetime(2030, 3, 2, tzinfo=UTC))
    assert purge(date(2030, 5, 31)) == 3
    assert set(Spend.objects.values_list("since", flat=True)) == {date(2030, 5, 31), date(2030, 5, 1)}
    assert calls() == 1


def _race(database_url: str, data: Path) -> str:
    environment = os.environ | {"DATABASE_URL": database_url, "LUMASITE_DATA": str(data)}
    command = [sys.executable, "-W", "error", "-m", "tests.grounded.budget_race", "200", "50"]
    root = Path(__file__).parents[2]
    ended = subprocess.run(command, env=environment, cwd=root, capture_output=True, text=True, timeout=180)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_200_threads_take_exactly_the_50_that_are_left_on_sqlite(tmp_path: Path) -> None:
    assert _race(f"sqlite:///{tmp_path}/race.sqlite3", tmp_path) == "50 50 50 50000"


@pytest.mark.postgres
def test_200_threads_take_exactly_the_50_that_are_left_on_postgresql(postgres_url: str, tmp_path: Path) -> None:
    assert _race(postgres_url, tmp_path) == "50 50 50 50000"
