"""What a caller has done of a day's allowance and has left, as the rows of a table."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from codex.pages import wording
from codex.quota import Allowance


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of thing that is counted, in words."""

    name: Any
    used: str
    left: str
    limit: str


@dataclass(frozen=True, slots=True)
class Table:
    """All kinds, and when they begin anew."""

    rows: tuple[Row, ...]
    anew: str


def row_of(name: Any, allowance: Allowance) -> Row:
    """One allowance as a row."""
    return Row(name, wording.number(allowance.used), _number(allowance.left), _number(allowance.limit))


def table_of(searches: Allowance, *others: Row) -> Table:
    """Searches first, then what else is counted; all begin anew with the UTC day."""
    rows = (row_of(gettext("Searches"), searches), *others)
    return Table(rows, gettext("Begins anew on %(moment)s.") % {"moment": wording.minute(searches.resets_at)})


def _number(count: int | None) -> str:
    return gettext("no limit") if count is None else wording.number(count)
