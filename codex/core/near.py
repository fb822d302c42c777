"""Words near to one that the archive does not hold: keyboard spelling, unfinished, mistyped, part of a compound."""

import bisect
import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import process
from rapidfuzz.distance import OSA

from codex.core.folds import bare, fold
from codex.core.postings import COMPOUND
from codex.core.stopwords import is_stopword

Rule = Literal["written", "stem", "spelling", "prefix", "typo", "part"]
#: How much a near word weighs against the word itself, of 256.
FULL: Final = 256
_WEIGHTS: Final[dict[Rule, int]] = {"spelling": 250, "prefix": 240, "typo": 200, "part": 100}
#: What a second wrong letter, and a wrong first letter (rare under a hand), take off.
_SECOND_EDIT: Final = 60
_FIRST_LETTER: Final = 30
#: A near word is looked for among this many stems at most; the best come first.
_MOST: Final = 48
#: So many forms that begin alike, or hold the same part, are enough to find those stems in.
_ENOUGH: Final = 512
_SHORTEST_PREFIX: Final = 2
_SHORTEST_PART: Final = 4
_GAP: Final = "\n"
#: Sorts after every letter.
_LAST: Final = "\U0010ffff"


@dataclass(frozen=True, slots=True, order=True)
class Near:
    """A stem that may be meant, with its weight of 256 and the rule that found it."""

    weight: int
    form: str
    stem_id: int
    rule: Rule


def edits_allowed(letters: int) -> int:
    """How many letters may be wrong in a word of so many (CDX-04: one or two)."""
    return 0 if letters < 4 else 1 if letters < 8 else 2


class Lexicon:
    """A tongue's written forms, ordered for the four ways of coming near."""

    def __init__(self, forms: Mapping[str, tuple[int, int]], tongue: str) -> None:
        self.tongue = tongue
        plain = ((form.lstrip(COMPOUND), number) for form, (number, _) in forms.items())
        self._written = sorted((key, form, number) for form, number in plain for key in _keys(form, tongue))
        self._forms = [key for key, *_ in self._written]
        self._text = _GAP + _GAP.join(self._forms) + _GAP
        self._starts = np.cumsum([1] + [len(form) + 1 for form in self._forms])
        self._lengths = np.array([len(form) for form in self._forms], dtype=np.int32)
        self._letters = np.array([_letters(form) for form in self._forms], dtype=np.uint64)
        self._telling = [not is_stopword(form, tongue) for _, form, _ in self._written]

    def near(self, word: str) -> list[Near]:
        """The stems a written word may mean, best first; parts of compounds only when nothing else is near."""
        keys = _keys(word, self.tongue)
        found = [near for key in keys for near in (*self._prefixed(key), *self._mistyped(key))]
        return _best(found or [near for key in keys for near in itertools.islice(self._containing(key), _ENOUGH)])

    def _at(self, place: int, weight: int, rule: Rule) -> Near:
        _, form, number = self._written[place]
        return Near(weight, form, number, rule)

    def _prefixed(self, key: str) -> Iterable[Near]:
        """Forms that the word spells without its marks (`cirkau`), or begins; the shorter the rest, the nearer."""
        if len(key) < _SHORTEST_PREFIX:
            return
        first, end = bisect.bisect_left(self._forms, key), bisect.bisect_left(self._forms, key + _LAST)
        for place in (first + np.argsort(self._lengths[first:end], kind="stable")[:_ENOUGH]).tolist():
            rest = len(self._forms[place]) - len(key)
            rule: Rule = "prefix" if rest else "spelling"
            yield self._at(place, _WEIGHTS[rule] - min(4 * rest, 64), rule)

    def _mistyped(self, key: str) -> Iterable[Near]:
        """Forms within one or two edits, a swap of neighbours counting as one."""
        places = self._plausible(key, edits_allowed(len(key) + 2)).tolist()
        choices = [self._forms[place] for place in places]
        for other, distance, found in process.extract_iter(key, choices, scorer=OSA.distance, score_cutoff=2):
            if 0 < distance <= edits_allowed(max(len(key), len(other))) and self._telling[places[found]]:
                off = _SECOND_EDIT * (int(distance) - 1) + _FIRST_LETTER * (other[:1] != key[:1])
                yield self._at(places[found], _WEIGHTS["typo"] - off, "typo")

    def closest(self, word: str) -> str:
        """The written form that resembles a word most, if less than half of it differs; empty when there is none."""
        key = bare(fold(word, self.tongue))
        most = min(3, (len(key) - 1) // 2)
        places = self._plausible(key, most).tolist()
        choices = [self._forms[place] for place in places]
        found = process.extractOne(key, choices, scorer=OSA.distance, score_cutoff=most)
        return self._written[places[found[2]]][1] if found else ""

    def _plausible(self, key: str, most: int) -> NDArray[np.int64]:
        """Forms of fitting length whose sets of letters differ by no more than the edits could change."""
        fitting = np.flatnonzero(np.abs(self._lengths - len(key)) <= most)
        differing = self._letters[fitting] ^ np.uint64(_letters(key))
        places: NDArray[np.int64] = fitting[_bits(differing) <= 2 * most]
        return places

    def _containing(self, key: str) -> Iterable[Near]:
        """Compounds of which the word is a part (`werk` in `kraftwerk`)."""
        if len(key) < _SHORTEST_PART:
            return
        position = self._text.find(key)
        while position >= 0:
            place = int(np.searchsorted(self._starts, position, side="right")) - 1
            yield self._at(place, _WEIGHTS["part"], "part")
            position = self._text.find(key, int(self._starts[place + 1]))


def _keys(word: str, tongue: str) -> set[str]:
    """What near forms are compared by: without any mark, folded and not, so that ä is near to both ae and a."""
    return {bare(fold(word, tongue)), bare(word.casefold())}


def _best(found: Iterable[Near]) -> list[Near]:
    """One entry a stem, the heaviest; heavier first, then by form."""
    by_stem: dict[int, Near] = {}
    for near in sorted(found, key=lambda near: (-near.weight, near.form)):
        by_stem.setdefault(near.stem_id, near)
    return list(by_stem.values())[:_MOST]


def _letters(form: str) -> int:
    """The set of a form's letters, as bits of one number; two letters may share a bit."""
    bits = 0
    for letter in form:
        bits |= 1 << (ord(letter) % 64)
    return bits


_M1, _M2, _M4 = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333), np.uint64(0x0F0F0F0F0F0F0F0F)
_ONES: Final = np.uint64(0x0101010101010101)


def _bits(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """How many bits are set in each (numpy 1 has no bitwise_count)."""
    numbers = numbers - ((numbers >> np.uint64(1)) & _M1)
    numbers = (numbers & _M2) + ((numbers >> np.uint64(2)) & _M2)
    numbers = (numbers + (numbers >> np.uint64(4))) & _M4
    return (numbers * _ONES) >> np.uint64(56)


def title_nearness(query: str, title: str) -> float:
    """How near a title is to the query, 0 to 1, both as folded words; an unfinished end is nearer than a slip."""
    likeness = min(len(query), len(title)) / max(len(query), len(title), 1)
    if title.startswith(query):
        return (1 + likeness) / 2
    slip = OSA.distance(query, title, score_cutoff=2) <= edits_allowed(len(query))
    return likeness / 2 if slip else 0.0
