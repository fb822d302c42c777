"""What is deleted when its time is over (GRD-10)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from grounded import budget, calls, consent
from grounded.live import stored
from grounded.models import Consultation
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
    """Delete answers older than `grounded-keep-days`, agreements that nobody gave, and old counts.

    Calls whose process died are written down as interrupted first.
    """
    now, options = now or timezone.now(), stored()
    for row in Consultation.objects.filter(state=State.SENDING).defer("body", "sources"):
        if calls.is_dead(row, now):
            calls.interrupt(row, options)
    before = now - timedelta(days=options.grounded_keep_days)
    old = Consultation.objects.filter(state__in=ENDED, ended_at__lt=before)
    answers = old.count()
    old.only("pk").delete()  # the texts need not be read for it
    return Gone(answers, consent.forget_old(now), budget.purge((now - COUNTS_KEPT).date()))
