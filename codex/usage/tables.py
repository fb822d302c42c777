"""What is told to staff: tables, some with a plot, whoever counts it; each as CSV too."""

import csv
import io
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Final, Literal

from codex import added
from codex.pages import wording
from codex.usage.period import Period

Cell = date | str | int | float | None
#: Shares of the columns that are drawn: of one bar a day, lines, or one bar in parts.
Kind = Literal["bars", "lines", "parts"]
#: What a spreadsheet would take for a formula.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")


@dataclass(frozen=True, slots=True)
class Drawn:
    """How a table is drawn; `series` are the places of its columns, the first one at the bottom."""

    kind: Kind
    series: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """`name` stands in addresses; of each row the first cell is its heading."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    drawn: Drawn | None = None
    note: str = ""
    #: Digits behind the point of fractions.
    digits: int = 1

    @property
    def is_empty(self) -> bool:
        """Whether nothing was counted at all."""
        return not any(isinstance(cell, int | float) and cell for row in self.rows for cell in row[1:])

    @property
    def words(self) -> list[list[str]]:
        """The cells as staff read them."""
        return [[_told(cell, self.digits) for cell in row] for row in self.rows]


@dataclass(frozen=True, slots=True)
class Tile:
    """One number in large, and what to know beside it."""

    name: str
    value: str
    beside: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """What one source tells of a period."""

    tables: tuple[Table, ...]
    tiles: tuple[Tile, ...] = field(default=())


Source = Callable[[Period], Part]


def sources() -> Iterable[Source]:
    """All that were added."""
    return tuple(added.tables)


def as_csv(table: Table) -> str:
    """The table for a spreadsheet: plain numbers, ISO days, and no cell that would be taken for a formula."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow([_guarded(name) for name in table.columns])
    writer.writerows([_guarded(cell) for cell in row] for row in table.rows)
    return file.getvalue()


def as_file(table: Table) -> bytes:
    """The same as a file; the mark at its beginning is what makes spreadsheets read the rest as UTF-8."""
    return as_csv(table).encode("utf-8-sig")


def packed_csv(tables: Iterable[Table]) -> bytes:
    """A ZIP file of such files, named after the tables."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for table in tables:
            packed.writestr(f"{table.name}.csv", as_file(table))
    return file.getvalue()


def _guarded(cell: Cell) -> str | int | float:
    if isinstance(cell, int | float):
        return cell
    text = cell.isoformat() if isinstance(cell, date) else cell or ""
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA) else text


def _told(cell: Cell, digits: int) -> str:
    if cell is None:
        return "—"
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, float):
        return wording.decimal(cell, digits)
    return wording.number(cell) if isinstance(cell, int) else cell
