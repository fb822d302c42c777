"""What staff do about a caller's limits: each act has a reason and is kept, together with what it changed (CDX-06)."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError, transaction

from codex.metering.overrides import amounts
from codex.models import CallerAct, DailyUse, LimitOverride

Act = CallerAct.Act


class SupersededError(Exception):
    """The caller's own limit is not the one that the page showed: somebody else set or lifted it."""


@dataclass(frozen=True, slots=True)
class Whose:
    """Whom an act is about, as the counters name them; a "group" is a group of users."""

    kind: str
    caller: str


def record(whose: Whose, act: CallerAct.Act, *, by: AbstractBaseUser | None, reason: str, detail: str = "") -> None:
    """Keep who did what to whom and why; `by` None is somebody at the command line.

    Raises ValueError without a reason.
    """
    _check_reason(reason)
    CallerAct.objects.create(
        act=act, kind=whose.kind, caller=whose.caller, done_by_id=by.pk if by else None, detail=detail, reason=reason
    )


@transaction.atomic
def reset(whose: Whose, *, by: AbstractBaseUser | None, reason: str, now: datetime | None = None) -> int:
    """Set today's count (UTC) to nothing; returns what it was."""
    day = (now or datetime.now(UTC)).astimezone(UTC).date()
    today = DailyUse.objects.select_for_update().filter(kind=whose.kind, caller=whose.caller, day=day)
    used = sum(today.values_list("used", flat=True))
    today.update(used=0)
    record(whose, Act.RESET, by=by, reason=reason, detail=f"{used} used")
    return used


def seen_of(own: LimitOverride | None) -> str:
    """Names a limit as a page shows it, so that an act can tell whether it is still the same."""
    return f"{own.pk} {own.set_at.isoformat()}" if own else "none"


@transaction.atomic
def override(
    whose: Whose,
    amount: int | None,
    *,
    until: datetime | None,
    by: AbstractBaseUser | None,
    reason: str,
    seen: str | None = None,
) -> None:
    """Give the caller a daily limit of its own, in place of any earlier one; `amount` None is no limit at all.

    Raises SupersededError when `seen` names another limit than the one in place.
    """
    own = _checked(whose, seen)
    given = {"amount": amount, "until": until, "reason": reason, "set_by_id": by.pk if by else None}
    _set(whose, own, given)
    record(whose, Act.OVERRIDE, by=by, reason=reason, detail=_told(amount, until))
    transaction.on_commit(amounts.forget)


@transaction.atomic
def lift(whose: Whose, *, by: AbstractBaseUser | None, reason: str, seen: str | None = None) -> None:
    """Take the caller's own limit away, so that the setting counts again.

    Raises SupersededError when there is none, or another than `seen` names; ValueError without a reason.
    """
    _check_reason(reason)
    own = _checked(whose, seen)
    if own is None:
        raise SupersededError
    own.delete()
    record(whose, Act.LIFT, by=by, reason=reason)
    transaction.on_commit(amounts.forget)


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise ValueError("an act on a caller needs a reason")


def _checked(whose: Whose, seen: str | None) -> LimitOverride | None:
    """The limit in place, locked until the act is done."""
    own = LimitOverride.objects.select_for_update().filter(kind=whose.kind, caller=whose.caller).first()
    if seen is not None and seen != seen_of(own):
        raise SupersededError
    return own


def _set(whose: Whose, own: LimitOverride | None, given: dict[str, Any]) -> None:
    row = own or LimitOverride(kind=whose.kind, caller=whose.caller)
    for name, value in given.items():
        setattr(row, name, value)
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:  # two set the first one at the same moment
        raise SupersededError from None


def _told(amount: int | None, until: datetime | None) -> str:
    limit = "no limit" if amount is None else f"{amount} a day"
    return f"{limit}, {f'until {until:%Y-%m-%d %H:%M} UTC' if until else 'until lifted'}"
