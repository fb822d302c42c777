"""THE DOOR for owners: their answers as a list, kept longer, taken away, deleted, and what is left today (GRD-10)."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils import timezone

from codex.callers import Caller
from codex.live import options as codex_options
from codex.metering import admission
from codex.quota import Allowance
from grounded import budget, calls
from grounded.errors import AnswerError
from grounded.live import options as live_options
from grounded.models import Consultation
from grounded.ownership import owned, owned_by
from grounded.refusing import told
from grounded.standing import Brief, Standing, brief_of, standing_of
from grounded.states import ENDED

#: Lines of a page of a caller's list of answers.
LISTED: Final = 50
_TEXTS: Final = ("body", "reply", "sources")


@dataclass(frozen=True, slots=True)
class Listed:
    """One page of a caller's answers, the newest first; `total` is how many there are on all pages."""

    answers: tuple[Brief, ...]
    total: int
    page: int
    pages: int
    #: How many days answers are kept, and how many those that their owner wants kept; 0 where nobody can.
    keep_days: int
    longer_days: int


@dataclass(frozen=True, slots=True)
class Today:
    """What a caller may still do today."""

    searches: Allowance
    answers: Allowance


@told
def mine(caller: Caller, *, page: int = 1) -> Listed:
    """The caller's consultations; whoever is known by address alone has none listed. A page too far is the last."""
    options, rows = live_options(), owned_by(caller)
    total = rows.count()
    pages = max(1, -(-total // LISTED))
    page = min(max(1, page), pages)
    ordered = rows.defer(*_TEXTS).order_by("-made_at", "-pk")[(page - 1) * LISTED : page * LISTED]
    briefs = tuple(brief_of(row, options) for row in ordered)
    longer = options.grounded_keep_longer_days if options.can_keep_longer else 0
    return Listed(briefs, total, page, pages, options.grounded_keep_days, longer)


@told
def today(caller: Caller, *, now: datetime | None = None) -> Today:
    """How many searches and answers the caller has used of today's; counts nothing."""
    searches = admission.standing_of(caller, codex_options())
    return Today(searches, budget.standing(caller, live_options(), now=now or timezone.now()))


@told
def keep(key: str, caller: Caller, *, longer: bool) -> None:
    """Keep an answer longer than others are, or no longer than them; one that may still come has no end to move."""
    row = owned(key, caller)
    if row.state not in ENDED or (longer and not live_options().can_keep_longer):
        raise AnswerError("keeping_refused")
    Consultation.objects.filter(pk=row.pk).update(is_kept=longer)


@told
def delete_all(caller: Caller) -> int:
    """Delete all of the caller's, what was never sent too; says how many of those that are listed there were."""
    with transaction.atomic():
        listed = owned_by(caller).count()
        drop(caller)
    return listed


def drop(caller: Caller) -> None:
    """The same in the caller's transaction; raises DatabaseError. An address owns nothing that is all its own."""
    if caller.kind == "address":
        return
    options = live_options()
    rows = Consultation.objects.filter(owner_kind=caller.kind, owner_key=caller.key)
    for row in rows.filter(settled=False).defer(*_TEXTS):
        calls.settle_once(row, None, options)
    rows.only("pk").delete()  # the texts need not be read for it


def drop_counts(caller: Caller) -> None:
    """Delete the caller's own counts of answers; those of the site stay. Raises DatabaseError."""
    budget.forget(caller)


@told
def every(caller: Caller) -> Iterator[Standing]:
    """All of the caller's, the newest first, one at a time; what is deleted meanwhile is left out."""
    options = live_options()
    keys = list(owned_by(caller).order_by("-made_at", "-pk").values_list("pk", flat=True))
    rows = (Consultation.objects.filter(pk=key).first() for key in keys)
    return (standing_of(row, options) for row in rows if row is not None)
