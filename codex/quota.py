"""One more use of today's allowance, granted by the database itself (CDX-06)."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from datetime import time as time_of_day
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, DataError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Q

from codex.metering import quota_postgres, quota_sqlite
from codex.models import DailyUse

#: What the column holds; stands for no limit.
_ENDLESS: Final = 2_147_483_647

# One statement both counts and decides, so that no two callers can take the same last use; no row back: used up.
_GRANT = """
INSERT INTO codex_dailyuse (kind, caller, day, used) VALUES (%s, %s, %s, 1)
ON CONFLICT (kind, caller, day) DO UPDATE SET used = codex_dailyuse.used + 1 WHERE codex_dailyuse.used < %s
RETURNING used
"""
# The own row comes before the pool's in every such statement: two of them can never wait for each other in a ring.
_GRANT_BOTH = """
INSERT INTO codex_dailyuse (kind, caller, day, used)
SELECT column1, column2, column3, 1 FROM (VALUES (%s, %s, %s), (%s, %s, %s)) AS asked
WHERE NOT EXISTS (SELECT 1 FROM codex_dailyuse WHERE kind = %s AND caller = %s AND day = %s AND used >= %s)
AND NOT EXISTS (SELECT 1 FROM codex_dailyuse WHERE kind = %s AND caller = %s AND day = %s AND used >= %s)
ON CONFLICT (kind, caller, day) DO UPDATE SET used = codex_dailyuse.used + 1
WHERE codex_dailyuse.used < CASE codex_dailyuse.kind WHEN %s THEN %s ELSE %s END
RETURNING kind, used
"""
# Where several can write at once, another may take the last use after the look: then the statement fails as a whole.
_GRANT_BOTH_OR_FAIL = f"""
WITH counted AS ({_GRANT_BOTH}) SELECT kind, used, 1 / ((SELECT count(*) FROM counted) / 2) FROM counted
"""  # noqa: S608 - nothing from outside
_GRANT_BOTH_SOON = quota_postgres.soon(_GRANT_BOTH_OR_FAIL)


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a caller may still do today; the UTC day ends at `resets_at`, a `limit` of None is no limit."""

    limit: int | None
    used: int
    resets_at: datetime
    #: What the caller's bot may still do, all its pilgrims together.
    pool: "Allowance | None" = None

    @property
    def left(self) -> int | None:
        """How many uses remain; 0 when the limit was lowered below what is used."""
        return None if self.limit is None else max(0, self.limit - self.used)


@dataclass(frozen=True, slots=True)
class Count:
    """One caller's counter and its limit."""

    kind: str
    caller: str
    limit: int | None

    @property
    def ceiling(self) -> int:
        """The limit as a number."""
        return _ENDLESS if self.limit is None else self.limit


def grant(kind: str, caller: str, limit: int | None, *, now: datetime | None = None) -> Allowance | None:
    """Count one use on the UTC day of `now` (an aware time); None, and nothing counted, when the limit is used up.

    Inside a transaction the use counts when that commits, and the caller's next grant waits for it.
    Raises DatabaseError when the count cannot be written.
    """
    count = Count(kind, caller, limit)
    if count.ceiling < 1:
        return None
    day = _day(now)
    connection = connections[DEFAULT_DB_ALIAS]
    values = [*_row(connection, count, day), count.ceiling]
    alone = quota_postgres.is_alone(connection)
    rows = quota_postgres.run(connection, quota_postgres.GRANT, values) if alone else _run(connection, _GRANT, values)
    return Allowance(limit, rows[0][0], _end(day)) if rows else None


def grant_both(own: Count, pool: Count, *, now: datetime | None = None) -> Allowance | None:
    """Count one use on two counters of different kinds; None, and neither counted, when either limit is used up."""
    if min(own.ceiling, pool.ceiling) < 1:
        return None
    day = _day(now)
    used = _counted(own, pool, day)
    return _both(own, pool, used, day) if used else None


def standing(kind: str, caller: str, limit: int | None, *, now: datetime | None = None) -> Allowance:
    """What the caller has used so far on the UTC day of `now`; counts nothing."""
    day = _day(now)
    counts = DailyUse.objects.filter(kind=kind, caller=caller, day=day).values_list("used", flat=True)
    return Allowance(limit, sum(counts), _end(day))


def standing_both(own: Count, pool: Count, *, now: datetime | None = None) -> Allowance:
    """The same of two counters of different kinds, in one query."""
    day = _day(now)
    either = Q(kind=own.kind, caller=own.caller) | Q(kind=pool.kind, caller=pool.caller)
    used = dict(DailyUse.objects.filter(either, day=day).values_list("kind", "used"))
    return _both(own, pool, used, day)


def purge(before: date) -> int:
    """Delete the counts of the days before that one; return how many there were."""
    return DailyUse.objects.filter(day__lt=before).delete()[0]


def _both(own: Count, pool: Count, used: dict[str, int], day: date) -> Allowance:
    ends = _end(day)
    shared = Allowance(pool.limit, used.get(pool.kind, 0), ends)
    return Allowance(own.limit, used.get(own.kind, 0), ends, shared)


def _counted(own: Count, pool: Count, day: date) -> dict[str, int]:
    """Each kind's count after this use; empty, and nothing counted, when either is used up."""
    connection = connections[DEFAULT_DB_ALIAS]  # once: asking for the one of this thread takes its time
    rows = [_row(connection, own, day), _row(connection, pool, day)]
    looked = [*rows[0], own.ceiling, *rows[1], pool.ceiling]
    values = [*rows[0], *rows[1], *looked, pool.kind, pool.ceiling, own.ceiling]
    if connection.vendor == "sqlite":  # one writer at a time: what the look saw still holds
        return dict(_run(connection, _GRANT_BOTH, values))
    try:
        if quota_postgres.is_alone(connection):
            return {kind: used for kind, used, _ in quota_postgres.run(connection, _GRANT_BOTH_SOON, values)}
        with transaction.atomic():
            return {kind: used for kind, used, _ in _run(connection, _GRANT_BOTH_OR_FAIL, values)}
    except DataError:
        return {}


def _row(connection: BaseDatabaseWrapper, count: Count, day: date) -> list[Any]:
    return [count.kind, count.caller, connection.ops.adapt_datefield_value(day)]


def _run(connection: BaseDatabaseWrapper, statement: str, values: list[Any]) -> list[Any]:
    if quota_sqlite.is_alone(connection):
        return quota_sqlite.run(connection, statement, values)
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows: list[Any] = cursor.fetchall()
    return rows


def _day(now: datetime | None) -> date:
    return (now or datetime.now(UTC)).astimezone(UTC).date()


def _end(day: date) -> datetime:
    return datetime.combine(day + timedelta(days=1), time_of_day.min, UTC)
