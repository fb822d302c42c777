"""Counts put into the database: a few statements for all that happened in a while."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from django.db import connection, transaction

from codex.models import QueryCount, UsageCount, UsageTime

#: Different words of one day that are kept: whoever sends noise all day fills no disk.
MOST_WORDS: Final = 10_000

# Added by the database itself, so that processes need not know of each other.
_HOURS: Final = """
INSERT INTO codex_usagecount (hour, face, outcome, count) VALUES (%s, %s, %s, %s)
ON CONFLICT (hour, face, outcome) DO UPDATE SET count = codex_usagecount.count + excluded.count
"""
_TIMES: Final = """
INSERT INTO codex_usagetime (day, face, place, count) VALUES (%s, %s, %s, %s)
ON CONFLICT (day, face, place) DO UPDATE SET count = codex_usagetime.count + excluded.count
"""
_WORDS: Final = """
INSERT INTO codex_querycount (day, lang, words, count) VALUES (%s, %s, %s, %s)
ON CONFLICT (day, lang, words) DO UPDATE SET count = codex_querycount.count + excluded.count
"""


@dataclass(slots=True)
class Counts:
    """By (hour since 1970, face, outcome, place of the time or 0), and by (day since 1970, tongue, words)."""

    events: Counter[tuple[int, str, str, int]] = field(default_factory=Counter)
    words: Counter[tuple[int, str, str]] = field(default_factory=Counter)

    def __bool__(self) -> bool:
        return bool(self.events)


def keep(counts: Counts) -> None:
    """Add all of it, or nothing (raises DatabaseError). Each table's rows go in one order: no ring of waiters."""
    with transaction.atomic(), connection.cursor() as cursor:
        hours, times = _summed(counts.events)
        cursor.executemany(_HOURS, [(_hour(at), *rest, n) for (at, *rest), n in sorted(hours.items())])
        if times:
            cursor.executemany(_TIMES, _by_day(times))
        if counts.words and (rows := _by_day(_with_room(counts.words))):
            cursor.executemany(_WORDS, rows)


def purge(*, now: datetime, counts_kept: timedelta, words_kept: timedelta) -> tuple[int, int]:
    """Delete what is older than that; return how many rows of counts, and how many queries."""
    oldest = (now - counts_kept).astimezone(UTC).date()
    hours = UsageCount.objects.filter(hour__lt=datetime(oldest.year, oldest.month, oldest.day, tzinfo=UTC))
    times = UsageTime.objects.filter(day__lt=oldest)
    # Of the day that many days ago, part is older.
    words = QueryCount.objects.filter(day__lte=(now - words_kept).astimezone(UTC).date())
    return hours.delete()[0] + times.delete()[0], words.delete()[0]


def _summed(
    events: Counter[tuple[int, str, str, int]],
) -> tuple[Counter[tuple[int, str, str]], Counter[tuple[int, str, int]]]:
    hours: Counter[tuple[int, str, str]] = Counter()
    times: Counter[tuple[int, str, int]] = Counter()
    for (hour, face, outcome, place), count in events.items():
        hours[hour, face, outcome] += count
        if place:
            times[hour // 24, face, place] += count
    return hours, times


def _with_room(words: Counter[tuple[int, str, str]]) -> Counter[tuple[int, str, str]]:
    """The words of the days that are not full."""
    days = {day for day, _, _ in words}
    full = {day for day in days if QueryCount.objects.filter(day=_day(day)).count() >= MOST_WORDS}
    return Counter({key: count for key, count in words.items() if key[0] not in full})


def _by_day(counts: Counter[Any]) -> list[tuple[Any, ...]]:
    return [(connection.ops.adapt_datefield_value(_day(day)), *rest, n) for (day, *rest), n in sorted(counts.items())]


def _day(days: int) -> date:
    return date(1970, 1, 1) + timedelta(days=days)


def _hour(hours: int) -> Any:
    return connection.ops.adapt_datetimefield_value(datetime.fromtimestamp(hours * 3_600, UTC))
