"""Quotations in an answer, looked up word for word in the sources (GRD-07)."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from grounded.core.quotemarks import Quoted

Verdict = Literal["verbatim", "nearly", "title", "absent", "short"]

#: Shorter ones are names and single words in quotation marks, not quotations.
LEAST: Final = 12
#: So many places of a source that read alike are looked at.
_TRIES: Final = 50

_OMISSION: Final = re.compile(r"[\[(](?:\.{3}|…)[\])]|\.{3}|…")
_ENDS: Final = " ,.;:!?…"
_ALIKE: Final = str.maketrans(dict.fromkeys("“”„«»‟", '"') | dict.fromkeys("‘’‚ʼ`´", "'") | dict.fromkeys("‐‑–—−", "-"))


@dataclass(frozen=True, slots=True)
class Quotation:
    """A quotation of the answer (with its marks) and where a source has it; without a source the places are 0.

    verbatim: to the letter, but for spacing and omissions shown by dots; nearly: but for case and kinds of signs too;
    title: a source is called so; short: under 12 characters, not looked up.
    """

    start: int
    end: int
    verdict: Verdict
    source: str = ""
    source_start: int = 0
    source_end: int = 0


@dataclass(frozen=True, slots=True)
class _Place:
    start: int
    end: int
    exact: bool
    folded_end: int


class Quotable:
    """A source's title and text, the text also in a form in which case, spacing and kinds of signs do not count."""

    def __init__(self, name: str, title: str, text: str) -> None:
        self.name = name
        self.title, _ = _fold(title)
        self._text = text
        self._folded, self._places = _fold(text)

    def find(self, quotation: str) -> _Place | None:
        """Where the whole quotation stands, or its parts between omissions one after the other."""
        parts = map(str.strip, _OMISSION.split(quotation))
        return self._find(quotation, 0) or self._find_parts([part for part in parts if part])

    def _find_parts(self, parts: Sequence[str]) -> _Place | None:
        found: list[_Place] = []
        for part in parts:
            place = self._find(part, found[-1].folded_end if found else 0)
            if place is None:
                return None
            found.append(place)
        return replace(found[-1], start=found[0].start, exact=all(place.exact for place in found)) if found else None

    def _find(self, words: str, begin: int) -> _Place | None:
        """The first place that has the words to the letter, else the first that has them nearly."""
        wanted, _ = _fold(words)
        places = [self._place(start, start + len(wanted), words) for start in self._starts(wanted, begin)]
        return next((place for place in places if place.exact), places[0] if places else None)

    def _starts(self, wanted: str, begin: int) -> Iterator[int]:
        start = begin - 1
        for _ in range(_TRIES):
            start = self._folded.find(wanted, start + 1)
            if start < 0:
                return
            if not (_is_inside(self._folded, start) or _is_inside(self._folded, start + len(wanted))):
                yield start

    def _place(self, start: int, end: int, words: str) -> _Place:
        first, last = self._places[start], self._places[end - 1] + 1
        exact = self._text[first:last].split() == words.split()
        return _Place(first, last, exact, end)


def check_quotation(text: str, quoted: Quoted, groups: Sequence[Sequence[Quotable]]) -> Quotation:
    """Look one quotation up, in the first group of sources (those that are cited there) before the next."""
    core = text[quoted.start + 1 : quoted.end - 1].strip(_ENDS)
    if len(core) < LEAST:
        return Quotation(quoted.start, quoted.end, "short")
    folded, _ = _fold(core)
    if any(quotable.title == folded for group in groups for quotable in group):
        return Quotation(quoted.start, quoted.end, "title")
    for group in groups:
        if found := _best((quotable, quotable.find(core)) for quotable in group):
            return _found(quoted, *found)
    return Quotation(quoted.start, quoted.end, "absent")


def _found(quoted: Quoted, quotable: Quotable, place: _Place) -> Quotation:
    verdict: Verdict = "verbatim" if place.exact else "nearly"
    return Quotation(quoted.start, quoted.end, verdict, quotable.name, place.start, place.end)


def _best(found: Iterable[tuple[Quotable, _Place | None]]) -> tuple[Quotable, _Place] | None:
    places = [(quotable, place) for quotable, place in found if place]
    return next((pair for pair in places if pair[1].exact), places[0] if places else None)


def _fold(text: str) -> tuple[str, list[int]]:
    """The text for comparison, and for each of its characters the place it came from."""
    folded: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        forms = " " if char.isspace() else char.translate(_ALIKE).casefold()
        if forms != " " or folded[-1:] != [" "]:
            folded += forms
            places += [place] * len(forms)
    return "".join(folded), places


def _is_inside(text: str, place: int) -> bool:
    """Whether a place lies inside a word or number."""
    return 0 < place < len(text) and text[place - 1].isalnum() and text[place].isalnum()
