"""What may be asked of the endpoint: reserved before each call, settled after it, on the same rows (GRD-08).

A caller's calls and the site's are counted by UTC day, the site's money by UTC month, in millionths. Each count is one
conditional UPDATE: whoever comes when the last of it is taken changes no row.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from datetime import time as time_of_day
from decimal import ROUND_CEILING, Decimal
from typing import Final

from django.db.models import F, Q

from codex.callers import Caller
from codex.quota import Allowance
from grounded.core.envelope import Usage
from grounded.errors import AnswerError
from grounded.models import Spend
from grounded.options import GroundedOptions

MILLION: Final = 1_000_000
#: What is set aside for a call until its usage is known: a token for two bytes sent, and a long answer's tokens.
_BYTES_A_TOKEN: Final = 2
_TOKENS_OUT: Final = 4_096
#: No call that is at most 96 KiB out and 64 KiB back has more tokens, hidden reasoning included.
_MOST_TOKENS: Final = 1_000_000
#: What a call used that never reached a model.
NO_USAGE: Final = Usage(0, 0)


@dataclass(frozen=True, slots=True)
class Reservation:
    """One call that was let in: the UTC day it counts for, and the millionths set aside for it."""

    day: date
    held: int


def reserve(caller: Caller, held: int, options: GroundedOptions, *, now: datetime) -> Reservation:
    """Count one call and set `held` millionths aside for it.

    Raises AnswerError: answer_quota_used, answer_total_used, budget_used. Runs in the caller's transaction, which must
    be rolled back then, so that a refused call costs nothing.
    """
    day = day_of(now)
    if not _take(Spend.Kind.CALLER, payer_of(caller), day, Q(calls__lt=options.answer_daily_per_user)):
        raise AnswerError("answer_quota_used")
    if not _take(Spend.Kind.SITE, "", day, Q(calls__lt=options.answer_daily_total)):
        raise AnswerError("answer_total_used")
    limit = options.answer_monthly_spend
    free = Q() if limit is None else Q(cost__lte=_millionths(limit) - held - F("held"))
    if not _take(Spend.Kind.MONTH, "", day.replace(day=1), free, held=held):
        raise AnswerError("budget_used")
    return Reservation(day, held)


def settle(reservation: Reservation, usage: Usage | None, options: GroundedOptions) -> None:
    """Put what a call cost in place of what was set aside for it.

    Without usage, and when it is more than any call can have, what was set aside is the cost.
    """
    usage = usage if usage and max(usage.prompt_tokens, usage.completion_tokens) <= _MOST_TOKENS else None
    tokens = usage or NO_USAGE
    cost = cost_of(tokens, options) if usage else reservation.held
    month = Spend.objects.filter(kind=Spend.Kind.MONTH, payer="", since=reservation.day.replace(day=1))
    day = Spend.objects.filter(kind=Spend.Kind.SITE, payer="", since=reservation.day)
    used = {
        "cost": F("cost") + cost,
        "tokens_in": F("tokens_in") + tokens.prompt_tokens,
        "tokens_out": F("tokens_out") + tokens.completion_tokens,
        "untold": F("untold") + int(usage is None),  # PostgreSQL adds no truths
    }
    day.update(**used)
    month.update(**used, held=F("held") - reservation.held)


def estimate(size: int, options: GroundedOptions) -> int:
    """What a call of so many bytes is expected to cost at most, in millionths; 0 without prices."""
    return cost_of(Usage(-(-size // _BYTES_A_TOKEN), _TOKENS_OUT), options)


def cost_of(usage: Usage, options: GroundedOptions) -> int:
    """What tokens cost in millionths, rounded up: prices are per million tokens, so each token costs its price."""
    prices = (options.price_in or Decimal(0), options.price_out or Decimal(0))
    cost = usage.prompt_tokens * prices[0] + usage.completion_tokens * prices[1]
    return int(cost.to_integral_value(rounding=ROUND_CEILING))


def standing(caller: Caller, options: GroundedOptions, *, now: datetime) -> Allowance:
    """What the caller has used of today's answers; counts nothing."""
    calls = Spend.objects.filter(kind=Spend.Kind.CALLER, payer=payer_of(caller), since=day_of(now)).values_list("calls")
    return Allowance(options.answer_daily_per_user, sum(used for (used,) in calls), end_of_day(now))


def forget(caller: Caller) -> None:
    """Delete the caller's own counts; what the site used and spent stays."""
    Spend.objects.filter(kind=Spend.Kind.CALLER, payer=payer_of(caller)).delete()


def purge(before: date) -> int:
    """Delete the days before that one, and months that ended by then; return how many rows there were."""
    days = Q(kind__in=(Spend.Kind.CALLER, Spend.Kind.SITE), since__lt=before)
    months = Q(kind=Spend.Kind.MONTH, since__lt=before - timedelta(days=31))
    return Spend.objects.filter(days | months).delete()[0]


def payer_of(caller: Caller) -> str:
    """The name under which a caller's calls are counted."""
    return f"{caller.kind} {caller.key}"


def day_of(now: datetime) -> date:
    """The UTC day of `now`, which is an aware time."""
    return now.astimezone(UTC).date()


def end_of_day(now: datetime) -> datetime:
    """When the UTC day of `now` ends."""
    return datetime.combine(day_of(now) + timedelta(days=1), time_of_day.min, UTC)


def end_of_month(now: datetime) -> datetime:
    """When the UTC month of `now` ends."""
    next_month = (day_of(now).replace(day=1) + timedelta(days=32)).replace(day=1)
    return datetime.combine(next_month, time_of_day.min, UTC)


def _take(kind: Spend.Kind, payer: str, since: date, free: Q, *, held: int = 0) -> bool:
    """Count one call on a row, made when there is none, if `free` holds for it; says whether it did."""
    Spend.objects.bulk_create([Spend(kind=kind, payer=payer, since=since)], ignore_conflicts=True)
    rows = Spend.objects.filter(free, kind=kind, payer=payer, since=since)
    return rows.update(calls=F("calls") + 1, held=F("held") + held) == 1


def _millionths(amount: Decimal) -> int:
    return int(amount * MILLION)
