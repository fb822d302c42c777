"""Where a text quotes: pairs of quotation marks of the five tongues, on one line."""

import re
from dataclasses import dataclass
from typing import Final

_LONGEST: Final = 2000
_PAIRS: Final = ('""', "“”", "„“", "„”", "«»", "»«")


def _between(opening: str, closing: str) -> str:
    return f"{opening}[^{opening}{closing}\n]{{1,{_LONGEST}}}{closing}"


_QUOTED: Final = re.compile("|".join(_between(*pair) for pair in _PAIRS))


@dataclass(frozen=True, slots=True)
class Quoted:
    """Where a quotation stands, its marks included."""

    start: int
    end: int


def quoted_spans(text: str) -> list[Quoted]:
    """The quotations of a text, in order and apart from one another."""
    return [Quoted(*found.span()) for found in _QUOTED.finditer(text)]
