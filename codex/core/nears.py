"""The words that are near to one, as arrays: best first, one a stem."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from codex.core import rows
from codex.core.lexicon import Lexicon
from codex.core.postings import Postings
from codex.core.runs import runs
from codex.core.tokenise import Ints
from codex.core.weighed import SHIFT, Places, Weighed, of_row, weighed

Rule = Literal["written", "stem", "spelling", "prefix", "typo", "part"]
RULES: Final[tuple[Rule, ...]] = get_args(Rule)
#: How much a near word weighs against the word itself, of 256.
_FULL_BITS: Final = 8
FULL: Final = 1 << _FULL_BITS
WEIGHTS: Final[dict[Rule, int]] = {"spelling": 250, "prefix": 240, "typo": 200, "part": 100}
#: Near words are looked for so many of the query's words, the first; each look-up walks the whole lexicon.
MOST_NEAR: Final = 8
#: A near word is looked for among this many stems at most; the best come first.
_MOST: Final = 48
#: The inscriptions of a stem that so many hold are looked at by themselves.
_LONG: Final = 512


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
    weights, counts = nears.weights.astype(np.int32), postings.starts[stems + 1] - postings.starts[stems]
    best = np.zeros(postings.size, dtype=np.int32)
    many = counts > _LONG
    for stem, weight in zip(stems[many].tolist(), weights[many].tolist(), strict=True):
        part = postings.slice(stem)
        docs = postings.docs[part].astype(np.intp)
        best[docs] = np.maximum(best[docs], _worth(postings.impacts[part], weight))
    few = ~many
    positions = runs(postings.starts[stems[few]], counts[few])
    worth = _worth(postings.impacts[positions], np.repeat(weights[few], counts[few]))
    np.maximum.at(best, postings.docs[positions].astype(np.intp), worth)
    floor = int(_worth(postings.floors[stems], weights).max())
    return _row(postings, best, floor if floor > 1 else 0, word)


def _worth(impacts: Ints, weight: Ints | int) -> Ints:
    """What a near word's impact counts for; a hit stays a hit."""
    # 13 · 2¹⁸ · 256 fits into 31 bits.
    worth: Ints = np.maximum(impacts * weight >> _FULL_BITS, 1)
    return worth


def _row(postings: Postings, best: Ints, floor: int, word: str) -> Weighed:
    """The word as it is added up; where it stands as it was written is known by its own postings."""
    size, written = postings.size, postings.writers(word)
    if size <= rows.MOST:
        docs = best.nonzero()[0]
        return weighed(docs, best[docs], np.isin(docs, written).astype(np.int32), size=size, floor=0)
    row = best << SHIFT
    row[written] |= best[written] > 0
    return of_row(row, int(np.count_nonzero(best)), floor << SHIFT)
