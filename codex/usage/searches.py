"""What is told of searches: by day, by hour, by face, how long they took, and what found nothing."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from datetime import UTC, date
from typing import Final

from django.db.models import Count, Max, Sum
from django.utils.translation import gettext

from codex.models import DailyUse, QueryCount, UsageCount, UsageTime
from codex.pages import wording
from codex.usage.period import Period
from codex.usage.spans import percentile
from codex.usage.tables import Cell, Drawn, Part, Table, Tile
from codex.usage_models import Face, Outcome

#: What was searched, and what of it is told apart.
SEARCHES: Final = tuple(map(str, (
    Outcome.FOUND, Outcome.ELSEWHERE, Outcome.NEAR, Outcome.NEAR_ELSEWHERE, Outcome.NOTHING,
)))  # fmt: skip
_NOTHING: Final = str(Outcome.NOTHING)
_ELSEWHERE: Final = (str(Outcome.ELSEWHERE), str(Outcome.NEAR_ELSEWHERE))
_NEAR: Final = (str(Outcome.NEAR), str(Outcome.NEAR_ELSEWHERE))
_SHARES: Final = (0.5, 0.95, 0.99)
#: Different queries that are told.
MOST_WORDS: Final = 1_000

Counted = Mapping[str, int]


def searches(period: Period) -> Part:
    """All of it, in a few queries (raises DatabaseError)."""
    rows = list(UsageCount.objects.filter(hour__gte=period.begins, hour__lt=period.ends, face__in=Face.values))
    days: defaultdict[date, Counter[str]] = defaultdict(Counter)
    hours: defaultdict[int, Counter[str]] = defaultdict(Counter)
    faces: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        at = row.hour.astimezone(UTC)
        for counts in (days[at.date()], hours[at.hour], faces[row.face]):
            counts[row.outcome] += row.count
    times = _times(period)
    tables = (_by_day(period, days), _by_time(period, times), _by_hour(hours), _by_face(faces, times), missing(period))
    return Part(tables, tuple(_tiles(period, sum(days.values(), Counter()), times)))


def missing(period: Period) -> Table:
    """The words that found nothing, the most wanted first."""
    rows = QueryCount.objects.filter(day__range=(period.first, period.last)).values_list("words", "lang")
    summed = rows.annotate(times=Sum("count"), last=Max("day")).order_by("-times", "words", "lang")[:MOST_WORDS]
    return Table(
        name="missing",
        title=gettext("Looked for, not found"),
        columns=(gettext("Words"), gettext("Tongue"), gettext("Times"), gettext("Last")),
        rows=tuple((words, str(wording.TONGUES.get(lang, lang)), times, last) for words, lang, times, last in summed),
    )


def searched(counts: Counted) -> int:
    """How many searches were carried out."""
    return sum(counts.get(name, 0) for name in SEARCHES)


def _facts(counts: Counted) -> tuple[int, ...]:
    """Searches, those without hits, in other tongues, near ones; readings, refusals by limits, failures."""
    return (
        searched(counts),
        counts.get(_NOTHING, 0),
        sum(counts.get(name, 0) for name in _ELSEWHERE),
        sum(counts.get(name, 0) for name in _NEAR),
        *(counts.get(str(name), 0) for name in (Outcome.READ, Outcome.LIMIT, Outcome.FAILED)),
    )


def _names() -> tuple[str, ...]:
    return (
        gettext("Searches"), gettext("Found nothing"), gettext("In other tongues"), gettext("Near matches"),
        gettext("Inscriptions read"), gettext("Limit reached"), gettext("Archive out of reach"),
    )  # fmt: skip


def _by_day(period: Period, days: Mapping[date, Counted]) -> Table:
    callers = _callers(period)
    rows = [(day, _facts(days.get(day, {}))) for day in period.days]
    return Table(
        name="days",
        title=gettext("Searches a day"),
        columns=(gettext("Day"), gettext("Found"), *_names(), gettext("Callers")),
        rows=tuple((day, facts[0] - facts[1], *facts, callers.get(day, 0)) for day, facts in rows),
        drawn=Drawn("bars", (1, 3)),
    )


def _callers(period: Period) -> Mapping[date, int]:
    """How many asked; a pilgrim's use counts for its bot's token as well, which is nobody by itself."""
    rows = DailyUse.objects.filter(day__range=(period.first, period.last), used__gt=0).exclude(kind="token")
    return dict(rows.values_list("day").annotate(Count("pk")))


def _by_hour(hours: Mapping[int, Counted]) -> Table:
    rows = [(hour, _facts(hours.get(hour, {}))) for hour in range(24)]
    return Table(
        name="hours",
        title=gettext("Searches by hour of the day (UTC)"),
        columns=(gettext("Hour"), gettext("Found"), *_names()),
        rows=tuple((f"{hour:02}:00", facts[0] - facts[1], *facts) for hour, facts in rows),
        drawn=Drawn("bars", (1, 3)),
    )


Times = Mapping[tuple[date, str], Counter[int]]


def _times(period: Period) -> Times:
    found: defaultdict[tuple[date, str], Counter[int]] = defaultdict(Counter)
    for row in UsageTime.objects.filter(day__range=(period.first, period.last)):
        found[row.day, row.face][row.place] += row.count
    return found


def _spans(counts: Mapping[int, int]) -> tuple[Cell, ...]:
    """Percentiles in milliseconds."""
    spans = (percentile(counts, share) for share in _SHARES)
    return tuple(None if span is None else span / 1_000 for span in spans)


def _span_names() -> tuple[str, ...]:
    return gettext("Median, ms"), gettext("95th in 100, ms"), gettext("99th in 100, ms")


def _by_time(period: Period, times: Times) -> Table:
    days: defaultdict[date, Counter[int]] = defaultdict(Counter)
    for (day, _), counts in times.items():
        days[day] += counts
    return Table(
        name="times",
        title=gettext("Milliseconds a search"),
        columns=(gettext("Day"), *_span_names()),
        rows=tuple((day, *_spans(days.get(day, {}))) for day in period.days),
        drawn=Drawn("lines", (1, 2, 3)),
        note=gettext("From the first look at the question to the hits; sending them is not counted."),
        digits=2,
    )


def _by_face(faces: Mapping[str, Counted], times: Times) -> Table:
    spans: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for (_, face), counts in times.items():
        spans[face] += counts
    rows = ((str(face.label), *_facts(faces.get(face.value, {})), *_spans(spans.get(face.value, {}))) for face in Face)
    return Table(
        name="faces",
        title=gettext("Through which face"),
        columns=(gettext("Face"), *_names(), *_span_names()),
        rows=tuple(rows),
        digits=2,
    )


def _tiles(period: Period, counts: Counted, times: Times) -> list[Tile]:
    total, nothing, elsewhere, _, _, limits, _ = _facts(counts)
    earlier = UsageCount.objects.filter(hour__gte=period.before.begins, hour__lt=period.begins, outcome__in=SEARCHES)
    median, late, _ = _spans(sum(times.values(), Counter()))
    spans = [wording.decimal(span, 2) if isinstance(span, float) else "—" for span in (median, late)]
    return [
        Tile(gettext("Searches"), wording.number(total), _change(total, earlier.aggregate(all=Sum("count"))["all"])),
        Tile(gettext("Found nothing"), share(nothing, total), wording.number(nothing)),
        Tile(gettext("In other tongues"), share(elsewhere, total), wording.number(elsewhere)),
        Tile(gettext("Median, 95th in 100"), " / ".join(spans), gettext("milliseconds")),
        Tile(gettext("Limit reached"), wording.number(limits)),
    ]


def share(part: int, whole: int) -> str:
    """A share in per cent; a dash of nothing."""
    told = gettext("%(share)s %%") % {"share": wording.decimal(100 * part / whole, 1)} if whole else "—"
    return told.replace(" ", "\u00a0")


def _change(now: int, before: int | None) -> str:
    if not before:
        return ""
    told = f"{'+' if now >= before else '−'}{wording.decimal(abs(now - before) / before * 100, 0)}"
    return gettext("%(change)s %% on as many days before") % {"change": told}
