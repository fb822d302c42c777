"""Text cut into sentences, for counting facts about each; good enough for five tongues, without a model (GRD-07)."""

import bisect
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from grounded.core.abbreviations import is_abbreviated
from grounded.core.quotemarks import Quoted, quoted_spans

#: What one text is cut into at most; the rest stays together, so that no text costs more than its length.
MOST: Final = 400

_ONE_MARKER: Final = r"\[[A-Za-z0-9_-]{1,16}\]"
#: An end with the quotation marks and brackets that close there and the markers that follow on the line.
_END: Final = re.compile(rf"([.!?…]+)[\"'”’“»«›‹)\]*_]*((?:[ \t]*{_ONE_MARKER})*)(\s*)")
#: Breaks between blocks: a blank line, a list item, a heading, a table's row; or a line that ends in a colon.
_BREAK: Final = re.compile(r"\n\s*\n|\n(?=[ \t]*(?:[-*+•>#|–—]|[0-9]{1,3}[.)][ \t]))|(?<=[:|])[ \t]*\n")
_MARKERS: Final = re.compile(_ONE_MARKER)
_NUMBERING: Final = re.compile(r"[0-9]{1,3}[.)]")
_OPENERS: Final = "\"'“„‚«»‹›(*_"


@dataclass(frozen=True, slots=True)
class Sentence:
    """Where a sentence stands, its markers included; counted in characters."""

    start: int
    end: int


def sentences(text: str, tongue: str) -> list[Sentence]:
    """The sentences of a text in order; what has no letter or digit joins its neighbour."""
    found: list[Sentence] = []
    for start, end in _pieces(text, _cuts(text, tongue)):
        if found and (len(found) == MOST or _is_empty(text[start:end]) or _is_open(text[found[-1].start : start])):
            found[-1] = Sentence(found[-1].start, end)
        else:
            found.append(Sentence(start, end))
    return found


def _pieces(text: str, cuts: list[int]) -> Iterator[tuple[int, int]]:
    for start, end in itertools.pairwise([0, *cuts, len(text)]):
        piece = text[start:end]
        if kept := piece.strip():
            first = start + len(piece) - len(piece.lstrip())
            yield first, first + len(kept)


def _is_empty(piece: str) -> bool:
    return not any(char.isalnum() for char in _MARKERS.sub("", piece))


def _is_open(piece: str) -> bool:
    """Whether a piece is but the beginning of the next: a list's number, or a marker at the start of the text."""
    return _is_empty(piece) or _NUMBERING.fullmatch(piece.strip()) is not None


def _cuts(text: str, tongue: str) -> list[int]:
    quoted = quoted_spans(text)
    breaks = {found.end() for found in _BREAK.finditer(text)}
    ends = {
        found.end() for found in _END.finditer(text) if _ends(found, tongue) and not _within(found.start(2), quoted)
    }
    return sorted(breaks | ends)


def _ends(found: re.Match[str], tongue: str) -> bool:
    stop, markers, gap = found.groups()
    after = found.string[found.end() : found.end() + 3].lstrip(_OPENERS)
    if not (markers or gap) or after[:1].islower():
        return False
    before = found.string[max(0, found.start() - 26) : found.start()]
    return stop != "." or bool(markers) or not is_abbreviated(before, after, tongue)


def _within(position: int, quoted: Sequence[Quoted]) -> bool:
    place = bisect.bisect_left(quoted, position, key=lambda one: one.start) - 1
    return place >= 0 and position < quoted[place].end
