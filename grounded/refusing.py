"""How the doors refuse: every way in which an act can fail as a value with a fixed sentence."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError

from codex.callers import Caller
from codex.results import Refusal, refusal
from grounded import budget, counting
from grounded.core.errors import GroundedError
from grounded.errors import Refused
from grounded.options import GroundedOptions

#: What callers are told to wait when a place will be free soon, in seconds.
SOON: Final = 5

Given = ParamSpec("Given")
Result = TypeVar("Result")


def told(act: Callable[Given, Result]) -> Callable[Given, Result | Refusal]:
    """Every way in which an act can fail, as a refusal."""

    @wraps(act)
    def door(*args: Given.args, **kwargs: Given.kwargs) -> Result | Refusal:
        try:
            return act(*args, **kwargs)
        except Refused as error:
            counting.refused(error.refusal.code)
            return error.refusal
        except GroundedError as error:
            counting.refused(error.code)
            return refusal(error, retry_after=SOON if error.code == "too_many_in_flight" else None)
        except (DatabaseError, OSError, ImproperlyConfigured):
            return refusal("storage_unavailable", retry_after=SOON)

    return door


def limited(error: GroundedError, caller: Caller, options: GroundedOptions, now: datetime) -> Refusal:
    """A refusal with the time when it ends, as far as that is known."""
    ends = {
        "answer_quota_used": budget.end_of_day(now),
        "answer_total_used": budget.end_of_day(now),
        "budget_used": budget.end_of_month(now),
    }
    end = ends.get(error.code)
    if end is None:
        return refusal(error, retry_after=SOON if error.code == "too_many_in_flight" else None)
    allowance = budget.standing(caller, options, now=now) if error.code == "answer_quota_used" else None
    found = refusal(error, retry_after=int((end - now).total_seconds()) + 1, allowance=allowance)
    return replace(found, about={"resets_at": end.isoformat()})
