"""The words that are near to one, as arrays: best first, one a stem."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from codex.core.lexicon import Lexicon
from codex.core.postings import Postings
from codex.core.weighed import Places, Weighed, weighed

Rule = Literal["written", "stem", "spelling", "prefix", "typo", "part"]
RULES: Final[tuple[Rule, ...]] = get_args(Rule)
#: How much a near word weighs against the word itself, of 256.
FULL: Final = 256
WEIGHTS: Final[dict[Rule, int]] = {"spelling": 250, "prefix": 240, "typo": 200, "part": 100}
#: Near words are looked for so many of the query's words, the first; each look-up walks the whole lexicon.
MOST_NEAR: Final = 8
#: A near word is looked for among this many stems at most; the best come first.
_MOST: Final = 48


@dataclass(frozen=True, slots=True, order=True)
class Near:
    """A stem that may be meant, with its weight of 256 and the rule that found it."""

    weight: int
    form: str
    stem_id: int
    rule: Rule


@dataclass(frozen=True, slots=True)
class Nears:
    """Arrays in parallel: the weight, the place in the lexicon, and the rule's place in RULES."""

    weights: NDArray[np.int64]
    places: Places
    rules: NDArray[np.int64]

    def __len__(self) -> int:
        """How many there are."""
        return len(self.weights)

    def each(self, lexicon: Lexicon) -> tuple[Near, ...]:
        """One by one."""
        stems = lexicon.stem_of[lexicon.form_of[self.places]].tolist()
        found = zip(self.weights.tolist(), self.places.tolist(), stems, self.rules.tolist(), strict=True)
        return tuple(Near(weight, lexicon.form(place), stem, RULES[rule]) for weight, place, stem, rule in found)


_NONE: Final = np.zeros(0, dtype=np.int64)
NO_NEARS: Final = Nears(_NONE, _NONE, _NONE)


def nearest(lexicon: Lexicon, found: Iterable[Nears]) -> Nears:
    """One entry a stem, the heaviest; heavier first, then in the order of the lexicon."""
    some = [nears for nears in found if len(nears)]
    if not some:
        return NO_NEARS
    weights = np.concatenate([nears.weights for nears in some])
    places = np.concatenate([nears.places for nears in some])
    order = np.lexsort((places, -weights))
    _, first = np.unique(lexicon.stem_of[lexicon.form_of[places[order]]], return_index=True)
    kept = order[np.sort(first)[:_MOST]]
    return Nears(weights[kept], places[kept], np.concatenate([nears.rules for nears in some])[kept])


def nearly(postings: Postings, lexicon: Lexicon, nears: Nears, word: str) -> Weighed:
    """What near words add for the one that was looked for: in each inscription only the best of them counts."""
    stems = lexicon.stem_of[lexicon.form_of[nears.places]]
    starts = postings.starts[stems]
    counts = postings.starts[stems + 1] - starts
    before = np.cumsum(counts) - counts
    positions = np.repeat(starts - before, counts) + np.arange(int(counts.sum()))
    worth = postings.impacts[positions].astype(np.int64) * np.repeat(nears.weights, counts) // FULL
    best = np.zeros(postings.size, dtype=np.int32)
    np.maximum.at(best, postings.docs[positions].astype(np.intp), np.maximum(worth, 1).astype(np.int32))
    docs = best.nonzero()[0]
    written = np.zeros(postings.size, dtype=np.int32)
    written[postings.writers(word)] = 1
    return weighed(docs, best[docs], written[docs], size=postings.size, floor=0)
