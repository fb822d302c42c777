"""What is deleted when its time is over (GRD-10)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q
from django.utils import timezone

from grounded import budget, calls, consent
from grounded.live import stored
from grounded.models import Consultation
from grounded.options import GroundedOptions
from grounded.states import ENDED, State

#: Counts tell of nobody's words; a year of them is enough to compare months.
COUNTS_KEPT: Final = timedelta(days=400)


@dataclass(frozen=True, slots=True)
class Gone:
    """How many of each kind were deleted."""

    answers: int
    unsent: int
    counts: int


def purge(*, now: datetime | None = None) -> Gone:
    """Delete answers whose time is over, agreements that nobody gave, and old counts.

    That is `grounded-keep-days` after their end, or `grounded-keep-longer-days` where the owner asked for it.

    Calls whose process died are written down as interrupted first.
    """
    now, options = now or timezone.now(), stored()
    for row in Consultation.objects.filter(state=State.SENDING).defer("body", "sources"):
        if calls.is_dead(row, now):
            calls.interrupt(row, options)
    old = Consultation.objects.filter(_over(now, options), state__in=ENDED)
    answers = old.count()
    old.only("pk").delete()  # the texts need not be read for it
    return Gone(answers, consent.forget_old(now), budget.purge((now - COUNTS_KEPT).date()))


def _over(now: datetime, options: GroundedOptions) -> Q:
    """What is true of rows whose time is over."""
    over = Q()
    for longer in (False, True):
        over |= Q(is_kept=longer, ended_at__lt=now - timedelta(days=options.days_kept(longer=longer)))
    return over
