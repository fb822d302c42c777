"""What staff are told of answers: how they ended, what was refused, and what calls of the model cost (ADM-01)."""

from datetime import date

from django.db.models import Sum
from django.utils.translation import gettext

from codex.models import UsageCount
from codex.pages import wording
from codex.usage.period import Period
from codex.usage.searches import share
from codex.usage.tables import Drawn, Part, Table, Tile
from grounded.budget import MILLION
from grounded.counting import FACE, LIMITS
from grounded.live import options
from grounded.models import Spend
from grounded.states import ENDED, HEADINGS, WRITTEN, State


def answers(period: Period) -> Part:
    """States, refusals and spend, in a few queries (raises DatabaseError)."""
    rows = UsageCount.objects.filter(hour__gte=period.begins, hour__lt=period.ends, face=FACE)
    counts = dict(rows.values_list("outcome").annotate(Sum("count")))
    spends = {row.since: row for row in Spend.objects.filter(kind=Spend.Kind.SITE, since__range=_span(period))}
    written = sum(counts.get(str(state.value), 0) for state in WRITTEN)
    cost = sum(row.cost for row in spends.values())
    tiles = (
        Tile(gettext("Answers"), wording.number(written), _cited(counts, written)),
        Tile(gettext("Spent"), wording.decimal(cost / MILLION, 2), _budget()),
    )
    return Part((_states(counts), _refusals(counts), _spend(period, spends)), tiles)


def _span(period: Period) -> tuple[date, date]:
    return period.first, period.last


def _cited(counts: dict[str, int], written: int) -> str:
    return gettext("%(share)s cited") % {"share": share(counts.get(str(State.CITED.value), 0), written)}


def _budget() -> str:
    limit = options().answer_monthly_spend
    return gettext("of %(limit)s a month") % {"limit": wording.decimal(limit, 2)} if limit is not None else ""


def _states(counts: dict[str, int]) -> Table:
    found = [(str(state.label), counts.get(str(state.value), 0)) for state in State if state in ENDED]
    total = sum(count for _, count in found)
    return Table(
        name="answers",
        title=gettext("Answers by state"),
        columns=(gettext("State"), gettext("Answers"), gettext("Share, %")),
        rows=tuple((name, count, 100 * count / total if total else None) for name, count in found if count),
        drawn=Drawn("parts", (1,)),
    )


def _refusals(counts: dict[str, int]) -> Table:
    names = {code: str(HEADINGS[code]) for code in sorted(LIMITS)}
    return Table(
        name="answer-limits",
        title=gettext("Answers refused by a limit"),
        columns=(gettext("Code"), gettext("What it says"), gettext("Times")),
        rows=tuple((code, name, counts.get(code, 0)) for code, name in names.items()),
    )


def _spend(period: Period, spends: dict[date, Spend]) -> Table:
    nothing = Spend()
    rows = [(day, spends.get(day, nothing)) for day in period.days]
    return Table(
        name="spend",
        title=gettext("Calls of the model a day"),
        columns=(
            gettext("Day"),
            gettext("Calls"),
            gettext("Tokens not told"),
            gettext("Tokens in"),
            gettext("Tokens out"),
            gettext("Cost"),
        ),
        rows=tuple((day, row.calls, row.untold, *_tokens(row), row.cost / MILLION) for day, row in rows),
        drawn=Drawn("bars", (1,)),
        note=gettext(
            "Chats are among the calls. Cost is in the currency of the prices that are set. A call whose tokens the "
            "endpoint does not tell costs what was set aside for it."
        ),
        digits=4,
    )


def _tokens(row: Spend) -> tuple[int | None, int | None]:
    """Tokens in and out; none, rather than 0, where the endpoint told those of no call."""
    is_untold = row.calls > 0 and row.untold == row.calls
    return (None, None) if is_untold else (row.tokens_in, row.tokens_out)
