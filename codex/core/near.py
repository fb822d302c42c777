"""Words near to one that the archive does not hold: keyboard spelling, unfinished, mistyped, part of a compound."""

import itertools
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import OSA
from rapidfuzz.process import cdist

from codex.core.folds import bare, fold
from codex.core.lexicon import Lexicon
from codex.core.nears import NO_NEARS, RULES, WEIGHTS, Nears, Rule, nearest
from codex.core.signatures import differing, signature
from codex.core.stopwords import is_stopword
from codex.core.title_match import edits_allowed
from codex.core.weighed import Places

#: What a second wrong letter, and a wrong first letter (rare under a hand), take off.
_SECOND_EDIT: Final = 60
_FIRST_LETTER: Final = 30
#: So many forms that begin alike, or hold the same part, are enough to find the nearest stems in.
_ENOUGH: Final = 512
_MOST_EDITS: Final = 2
_SHORTEST_PREFIX: Final = 2
_SHORTEST_PART: Final = 4
_GAP: Final = b"\n"
#: Sorts after every letter.
_LAST: Final = "\U0010ffff"


@dataclass(frozen=True)
class NearWords:
    """The four ways of coming near, in one tongue's lexicon."""

    lexicon: Lexicon
    tongue: str

    def near(self, word: str) -> Nears:
        """The stems a written word may mean, best first; parts of compounds only when nothing else is near."""
        keys = sorted({bare(fold(word, self.tongue)), bare(word.casefold())})
        found = nearest(self.lexicon, [near for key in keys for near in (self._prefixed(key), self._mistyped(key))])
        return found if len(found) else nearest(self.lexicon, [self._containing(key) for key in keys])

    def closest(self, word: str) -> str:
        """The written form that resembles a word most, if less than half of it differs; empty when there is none."""
        key = bare(fold(word, self.tongue))
        most = min(3, (len(key) - 1) // 2)
        lengths = range(len(key) - most, len(key) + most + 1)
        places = self._plausible(key, dict.fromkeys(lengths, most)) if most > 0 else NO_NEARS.places
        distances = _distances(key, self.lexicon.keys.each(places), most)
        distance, place = min(zip(distances.tolist(), places.tolist(), strict=True), default=(most + 1, -1))
        return self.lexicon.form(place) if distance <= most else ""

    def _prefixed(self, key: str) -> Nears:
        """Forms that the word spells without its marks (`cirkau`), or begins; the shorter the rest, the nearer."""
        if len(key) < _SHORTEST_PREFIX:
            return NO_NEARS
        keys = self.lexicon.keys
        first = bisect_left(range(len(keys)), key, key=keys.at)
        end = bisect_left(range(len(keys)), key + _LAST, lo=first, key=keys.at)
        lengths = self.lexicon.lengths[first:end]
        if len(lengths) > _ENOUGH:
            shortest = np.argsort(lengths, kind="stable")[:_ENOUGH]
            places, lengths = first + shortest, lengths[shortest]
        else:
            places = np.arange(first, end)
        rest = lengths.astype(np.int64) - len(key)
        spelled = rest == 0
        weights = np.where(spelled, WEIGHTS["spelling"], WEIGHTS["prefix"] - np.minimum(4 * rest, 64))
        return Nears(weights, places, np.where(spelled, RULES.index("spelling"), RULES.index("prefix")))

    def _mistyped(self, key: str) -> Nears:
        """Forms within one or two edits, a swap of neighbours counting as one."""
        lengths = range(max(len(key) - _MOST_EDITS, 1), len(key) + _MOST_EDITS + 1)
        edits = {length: edits_allowed(max(length, len(key))) for length in lengths}
        places = self._plausible(key, edits)
        distances = _distances(key, self.lexicon.keys.each(places), _MOST_EDITS)
        few = (distances <= _MOST_EDITS).nonzero()[0]
        found, at = [], self.lexicon.keys.at
        for place, distance in zip(places[few].tolist(), distances[few].tolist(), strict=True):
            other = at(place)
            if 0 < distance <= edits[len(other)] and not is_stopword(self.lexicon.form(place), self.tongue):
                found.append((_typo(key, other, distance), place))
        return _nears(found, "typo")

    def _plausible(self, key: str, edits: dict[int, int]) -> Places:
        """Forms of fitting length whose letters differ by no more than the edits, one number a length, could change.

        An edit that adds or takes a letter changes one bit of the signature, one that changes a letter two.
        """
        most = {length: 2 * count - abs(length - len(key)) for length, count in edits.items()}
        within = {length: bits for length, bits in most.items() if bits >= edits[length]}
        part, counts = self.lexicon.of_lengths(min(within), max(within))
        allowed = np.repeat(np.array(list(within.values()), dtype=np.uint8), counts)
        fitting = (differing(self.lexicon.signatures[part], signature(key)) <= allowed).nonzero()[0]
        places: Places = self.lexicon.by_length[part][fitting].astype(np.intp)
        return places

    def _containing(self, key: str) -> Nears:
        """Compounds of which the word is a part (`werk` in `kraftwerk`)."""
        if len(key) < _SHORTEST_PART:
            return NO_NEARS
        places = itertools.islice(self._holding(key.encode("utf-8", "replace")), _ENOUGH)
        return _nears([(WEIGHTS["part"], place) for place in places], "part")

    def _holding(self, part: bytes) -> Iterator[int]:
        position = self._text.find(part)
        while position >= 0:
            # One line's end stands before each key.
            place = int(np.searchsorted(self._lines, position, side="right")) - 1
            yield place
            position = self._text.find(part, int(self._lines[place + 1]))

    @cached_property
    def _text(self) -> bytes:
        keys = self.lexicon.keys
        return b"".join(part for place in range(len(keys)) for part in (_GAP, keys.bytes_at(place))) + _GAP

    @cached_property
    def _lines(self) -> Places:
        starts = self.lexicon.keys.starts
        return starts + np.arange(len(starts))


def _distances(key: str, others: list[str], most: int) -> NDArray[np.uint8]:
    """The edits from a word to each of others; any number above `most` where they are more."""
    if not others:
        return np.zeros(0, dtype=np.uint8)
    found: NDArray[np.uint8] = cdist([key], others, scorer=OSA.distance, score_cutoff=most, dtype=np.uint8)[0]
    return found


def _typo(key: str, other: str, distance: int) -> int:
    """What a form weighs as the word mistyped."""
    return WEIGHTS["typo"] - _SECOND_EDIT * (distance - 1) - _FIRST_LETTER * (other[:1] != key[:1])


def _nears(found: list[tuple[int, int]], rule: Rule) -> Nears:
    if not found:
        return NO_NEARS
    weights, places = np.array(found, dtype=np.int64).T
    return Nears(weights, places, np.full(len(found), RULES.index(rule)))
