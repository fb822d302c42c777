"""What the codex deletes when its time is over: old counts, ended tries and sessions, archives of former addresses."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib import import_module
from typing import Final

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from codex import quota
from codex.live import stored
from codex.models import ArchiveSnapshot, Tries
from codex.store import chunks
from codex.usage import kept

#: Counts are of hashed callers; a year of them is enough to compare months.
COUNTS_KEPT: Final = timedelta(days=400)
#: So long an archive waits for its index URL to be set again.
ARCHIVES_KEPT: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Gone:
    """How many of each kind were deleted."""

    counts: int
    tries: int
    archives: int
    hours: int
    words: int


def purge(*, now: datetime | None = None) -> Gone:
    """Delete what is over; what is in use, or may be again soon, stays. Raises DatabaseError."""
    now = now or timezone.now()
    archives = _former_archives(now)
    chunks.drop_unclaimed()
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    tries, _ = Tries.objects.filter(ends_at__lte=now).delete()
    hours, words = kept.purge(now=now, counts_kept=COUNTS_KEPT, words_kept=timedelta(days=stored().query_log_days))
    return Gone(quota.purge((now - COUNTS_KEPT).date()), tries, archives, hours, words)


def _former_archives(now: datetime) -> int:
    """Delete the rows of other index URLs that nobody asked or read for long, and their bytes."""
    before = now - ARCHIVES_KEPT
    old = Q()
    for moment in ("fetched_at", "checked_at", "tried_at", "leased_until"):
        old &= Q(**{moment: None}) | Q(**{f"{moment}__lt": before})
    rows = list(ArchiveSnapshot.objects.filter(old).exclude(index_url=stored().codex_index_url))
    ArchiveSnapshot.objects.filter(pk__in=[row.pk for row in rows]).delete()
    for digest in {row.digest for row in rows if row.digest}:
        if not ArchiveSnapshot.objects.filter(digest=digest).exists():
            chunks.drop(digest)
    return len(rows)
