"""How much each kind of caller may search a day (CDX-06)."""

import pytest

from codex.callers import Caller
from codex.core.options import CodexOptions
from codex.metering.limits import limit_of
from codex.models import LimitOverride

OPTIONS = CodexOptions(codex_daily_per_user=7, codex_daily_anonymous=3, codex_daily_per_token=100)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("caller", "limit"),
    [
        (Caller("user", "1"), 7),
        (Caller("address", "1"), 3),
        (Caller("pilgrim", "1", "b0"), 7),
        (Caller("bot", "b0", "b0"), 7),
        (Caller("token", "b0"), 100),
    ],
)
def test_every_kind_of_caller_has_its_setting(caller: Caller, limit: int) -> None:
    assert limit_of(caller, OPTIONS) == limit


@pytest.mark.parametrize("amount", [0, 500, None])
def test_a_limit_of_the_caller_s_own_comes_first(amount: int | None) -> None:
    LimitOverride.objects.create(kind="address", caller="1", amount=amount, reason="a feast")
    assert limit_of(Caller("address", "1"), OPTIONS) == amount
    assert limit_of(Caller("address", "2"), OPTIONS) == 3
