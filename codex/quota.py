"""One more use of today's allowance, granted by the database itself (CDX-06)."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from datetime import time as time_of_day

from django.db import connection

from codex.models import DailyUse

# One statement both counts and decides, so that no two callers can take the same last use; no row back: used up.
_GRANT = """
INSERT INTO codex_dailyuse (kind, caller, day, used) VALUES (%s, %s, %s, 1)
ON CONFLICT (kind, caller, day) DO UPDATE SET used = codex_dailyuse.used + 1 WHERE codex_dailyuse.used < %s
RETURNING used
"""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a caller may still do today; the UTC day ends at `resets_at`."""

    limit: int
    used: int
    resets_at: datetime

    @property
    def left(self) -> int:
        """How many uses remain; 0 when the limit was lowered below what is used."""
        return max(0, self.limit - self.used)


def grant(kind: str, caller: str, limit: int, *, now: datetime | None = None) -> Allowance | None:
    """Count one use on the UTC day of `now` (an aware time); None, and nothing counted, when the limit is used up.

    Inside a transaction the use counts when that commits, and the caller's next grant waits for it.
    Raises DatabaseError when the count cannot be written.
    """
    if limit < 1:
        return None
    day = _day(now)
    with connection.cursor() as cursor:
        cursor.execute(_GRANT, [kind, caller, connection.ops.adapt_datefield_value(day), limit])
        row = cursor.fetchone()
    return Allowance(limit, row[0], _end(day)) if row else None


def standing(kind: str, caller: str, limit: int, *, now: datetime | None = None) -> Allowance:
    """What the caller has used so far on the UTC day of `now`; counts nothing."""
    day = _day(now)
    counts = DailyUse.objects.filter(kind=kind, caller=caller, day=day).values_list("used", flat=True)
    return Allowance(limit, sum(counts), _end(day))


def purge(before: date) -> int:
    """Delete the counts of the days before that one; return how many there were."""
    return DailyUse.objects.filter(day__lt=before).delete()[0]


def _day(now: datetime | None) -> date:
    return (now or datetime.now(UTC)).astimezone(UTC).date()


def _end(day: date) -> datetime:
    return datetime.combine(day + timedelta(days=1), time_of_day.min, UTC)
