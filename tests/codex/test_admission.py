"""One more search for a caller, or why not; a pilgrim's is its bot's too (CDX-06)."""

from datetime import UTC, datetime

import pytest

from codex.callers import Caller, pilgrim_of
from codex.core.options import CodexOptions
from codex.metering.admission import admit, standing_of
from codex.models import DailyUse, LimitOverride
from codex.quota import Allowance
from codex.results import Refusal

OPTIONS = CodexOptions(codex_daily_per_user=2, codex_daily_anonymous=1, codex_daily_per_token=3)
READER = Caller("user", "1")
BOT = pilgrim_of("b0", None)

pytestmark = pytest.mark.django_db


def admitted(caller: Caller) -> Allowance:
    found = admit(caller, OPTIONS)
    assert isinstance(found, Allowance)
    return found


def refused(caller: Caller) -> Refusal:
    found = admit(caller, OPTIONS)
    assert isinstance(found, Refusal)
    return found


def used() -> int:
    return sum(DailyUse.objects.values_list("used", flat=True))


def test_a_reader_is_counted_once() -> None:
    assert admitted(READER) == standing_of(READER, OPTIONS)
    assert (admitted(READER).left, used()) == (0, 2)


def test_above_the_limit_a_reader_is_told_when_to_come_back() -> None:
    admitted(READER), admitted(READER)
    refusal = refused(READER)
    assert (refusal.code, refusal.status, refusal.retryable) == ("quota_used", 429, False)
    assert refusal.allowance == standing_of(READER, OPTIONS)
    wait = (standing_of(READER, OPTIONS).resets_at - datetime.now(UTC)).total_seconds()
    assert refusal.retry_after is not None
    assert wait <= refusal.retry_after <= wait + 5


def test_a_pilgrim_is_counted_for_itself_and_for_its_bot() -> None:
    allowance = admitted(pilgrim_of("b0", "one"))
    assert allowance.pool is not None
    assert (allowance.used, allowance.limit, allowance.pool.used, allowance.pool.limit) == (1, 2, 1, 3)


def test_one_pilgrim_is_refused_while_another_of_the_same_bot_goes_on() -> None:
    one, other = pilgrim_of("b0", "one"), pilgrim_of("b0", "other")
    admitted(one), admitted(one)
    assert refused(one).code == "quota_used"
    assert admitted(other).used == 1


def test_a_bot_that_is_used_up_refuses_pilgrims_who_are_not() -> None:
    for name in ("one", "two", "three"):
        admitted(pilgrim_of("b0", name))
    assert refused(pilgrim_of("b0", "four")).code == "bot_quota_used"
    assert refused(BOT).code == "bot_quota_used"
    assert admitted(pilgrim_of("b1", "four")).used == 1


def test_when_both_are_used_up_the_pilgrim_hears_of_its_own_limit() -> None:
    admitted(BOT), admitted(BOT), admitted(pilgrim_of("b0", "one"))
    assert refused(BOT).code == "quota_used"


def test_a_bot_s_own_bucket_has_a_pilgrim_s_limit() -> None:
    admitted(BOT), admitted(BOT)
    assert refused(BOT).code == "quota_used"


def test_whoever_has_no_limit_is_counted_all_the_same() -> None:
    LimitOverride.objects.create(kind="user", caller="1", amount=None, reason="abbess")
    for _ in range(5):
        assert admitted(READER).left is None
    assert used() == 5


def test_a_pilgrim_without_limit_still_has_its_bot_s() -> None:
    one = pilgrim_of("b0", "one")
    LimitOverride.objects.create(kind="pilgrim", caller=one.key, amount=None, reason="abbess")
    assert [type(admit(one, OPTIONS)) for _ in range(4)] == [Allowance, Allowance, Allowance, Refusal]
    assert refused(one).code == "bot_quota_used"


@pytest.mark.parametrize("closed", [pilgrim_of("b0", "one"), BOT])
def test_a_limit_of_zero_is_no_limit_that_was_used_up(closed: Caller) -> None:
    LimitOverride.objects.create(kind=closed.kind, caller=closed.key, amount=0, reason="abbess")
    refusal = refused(closed)
    assert (refusal.code, refusal.status, refusal.retryable, refusal.retry_after) == ("search_closed", 429, False, None)
    assert "used up" not in refusal.sentence


def test_a_bot_that_is_closed_is_closed_to_its_pilgrims() -> None:
    LimitOverride.objects.create(kind="token", caller="b0", amount=0, reason="abbess")
    assert refused(pilgrim_of("b0", "one")).code == "search_closed"


def test_a_standing_counts_nothing() -> None:
    assert standing_of(BOT, OPTIONS).used == 0
    assert not DailyUse.objects.exists()
