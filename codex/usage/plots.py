"""Tables drawn as SVG paths, on the server; labels are HTML, so that text never stretches with the plot."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Final

from django.utils.translation import gettext, ngettext

from codex.pages import wording
from codex.usage.tables import Cell, Table

#: Units of the drawing: a place of the x axis, and the whole height.
_STEP, HEIGHT = 10, 400
_GRID: Final = (0, 100, 200, 300, 400)
_FILLS: Final = ("p-a", "p-b", "p-c", "p-d")
#: Of one bar in parts: from the machine, not proven, and what came of nothing.
_PARTS: Final = ("p-c", "p-b", "p-d", "p-a")
_LINES: Final = ("p-line", "p-line2", "p-line3")


@dataclass(frozen=True, slots=True)
class Series:
    """One column drawn: its name, its class, its path."""

    name: str
    style: str
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """A drawing, and what it says in words for whoever does not see it."""

    series: tuple[Series, ...]
    width: int
    told: str
    kind: str
    height: int = HEIGHT
    grid: tuple[int, ...] = _GRID
    #: From the top down.
    scale: tuple[str, ...] = ()
    #: From left to right.
    marks: tuple[str, ...] = ()


def plot_of(table: Table) -> Plot | None:
    """The drawing of a table; None of one without, or without a number in it."""
    if table.drawn is None or table.is_empty:
        return None
    return _parts(table) if table.drawn.kind == "parts" else _axes(table, table.drawn.kind, table.drawn.series)


def _axes(table: Table, kind: str, places: Sequence[int]) -> Plot:
    columns = [[_number(row[place]) for row in table.rows] for place in places]
    top = _top(max(map(sum, zip(*columns, strict=True))) if kind == "bars" else max(map(max, columns)))
    styles = (_FILLS if kind == "bars" else _LINES)[: len(places)]
    is_there = [any(row[place] is not None for place in places) for row in table.rows]
    paths = _stacked(columns, top) if kind == "bars" else [_line(column, is_there, top) for column in columns]
    names = [table.columns[place] for place in places]
    return Plot(
        series=tuple(Series(*one) for one in zip(names, styles, paths, strict=True)),
        width=_STEP * len(table.rows),
        told=_told(table, names, [list(compress(column, is_there)) for column in columns]),
        kind=kind,
        scale=tuple(_short(top * part / 4) for part in (4, 3, 2, 1, 0)),
        marks=_marks(table),
    )


def _number(cell: Cell) -> float:
    return float(cell) if isinstance(cell, int | float) else 0.0


def _top(most: float) -> float:
    """The least of 4, 8, 20, 40, 80, 200 … (or their fractions) that holds all: its quarters are round."""
    size = 10.0**-6
    while True:
        for step in (4, 8, 20):
            if step * size >= most:
                return step * size
        size *= 10


def _stacked(columns: Sequence[Sequence[float]], top: float) -> list[str]:
    floors, paths = [float(HEIGHT)] * len(columns[0]), []
    for column in columns:
        path = ""
        for place, value in enumerate(column):
            roof = floors[place] - value / top * HEIGHT
            if value:
                left = place * _STEP + 1.5
                path += f"M{left:g} {floors[place]:.1f}V{roof:.1f}h7V{floors[place]:.1f}z"
            floors[place] = roof
        paths.append(path)
    return paths


def _line(column: Sequence[float], is_there: Sequence[bool], top: float) -> str:
    """Broken where nothing was measured; a place between two gaps is a dot."""
    path, pen_down = "", False
    for n, value in enumerate(column):
        if is_there[n]:
            path += f"{'L' if pen_down else 'M'}{n * _STEP + 5} {HEIGHT - value / top * HEIGHT:.1f}"
            path += "" if pen_down or any(is_there[n + 1 : n + 2]) else "h0.1"
        pen_down = is_there[n]
    return path


def _parts(table: Table) -> Plot:
    counts = [_number(row[1]) for row in table.rows]
    share, left, found = 1000 / sum(counts), 0.0, []
    for number, (row, count) in enumerate(zip(table.rows, counts, strict=True)):
        name = f"{row[0]} {wording.number(int(count))}"
        path = f"M{left:.1f} 0h{max(count * share - 2, 0.5):.1f}v20H{left:.1f}z"
        found.append(Series(name, _PARTS[number % len(_PARTS)], path))
        left += count * share
    told = ", ".join(one.name for one in found) + "."
    return Plot(series=tuple(found), width=1000, height=20, grid=(), told=told, kind="parts")


def _told(table: Table, names: Sequence[str], columns: Sequence[Sequence[float]]) -> str:
    count = len(table.rows)
    told = ngettext("%(num)s place", "%(num)s places", count) % {"num": wording.number(count)}
    spans = (
        gettext("%(name)s: between %(low)s and %(high)s")
        % {"name": name, "low": _short(min(column)), "high": _short(max(column))}
        for name, column in zip(names, columns, strict=True)
    )
    return f"{told}. {'; '.join(spans)}."


def _short(value: float) -> str:
    return wording.number(int(value)) if value == int(value) else wording.decimal(value, 1 if value >= 1 else 2)


def _marks(table: Table) -> tuple[str, ...]:
    """The headings of a few rows: the ends, and what stands evenly between."""
    heads, count = [words[0] for words in table.words], min(4, len(table.rows))
    return tuple(heads[round(n * (len(heads) - 1) / max(1, count - 1))] for n in range(count))
