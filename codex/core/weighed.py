"""What a word of a query adds to each inscription, prepared once and kept, so that a search only adds up.

A sum holds two numbers: the score in fixed point and, below `shift` bits, how many of the query's words stand there as
they were written, which orders equal scores (CDX-03). Highest first, then by number, is then the whole order.
"""

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from codex.core import rows
from codex.core.tokenise import Ints

Places = NDArray[np.intp]

#: A page of results; the last of so many best is known beforehand, and bounds what has to be looked at.
PAGE: Final = 10
#: Bits below the score: 3 count the words as written, one tells an equal title.
SHIFT: Final = 4
#: A word of more than one in so many inscriptions is added to all of them in one pass.
DENSE: Final = 8
#: Of words that more inscriptions hold the best PAGE are kept.
SHORT: Final = 256
#: Of more than these the best are sorted out first.
_FEW: Final = 128
_NOWHERE: Final[Places] = np.zeros(0, dtype=np.intp)
_NOTHING: Final[Ints] = np.zeros(0, dtype=np.int32)


@dataclass(frozen=True, slots=True)
class Weighed:
    """What a word adds to the inscriptions that it stands for: score, and whether it is as written.

    Where few hold it `docs` are their numbers, ascending, and `worth` goes with them; else `row` has one place for
    every inscription.
    """

    count: int
    docs: Places = field(default_factory=lambda: _NOWHERE, repr=False)
    worth: Ints = field(default_factory=lambda: _NOTHING, repr=False)
    row: Ints | None = field(default=None, repr=False)
    #: What its best ten add at least; 0 when there are fewer, or it is not known.
    floor: int = 0
    #: In a large archive, of a word that many hold, the best PAGE with what it adds to them.
    head: tuple[Places, Ints] | None = field(default=None, repr=False)
    #: In a small archive what `rows` adds up, and, of this word alone, the best PAGE.
    keys: rows.Keys = field(default_factory=lambda: rows.NO_KEYS, repr=False)
    best: tuple[tuple[int, int], ...] = field(default=(), repr=False)

    def listed(self) -> tuple[Places, Ints]:
        """The inscriptions, ascending, and what it adds to each."""
        return (self.docs, self.worth) if self.row is None else at_least(None, self.row, 1)


def weighed(docs: NDArray[Any], worth: Ints, written: NDArray[Any], *, size: int, floor: int) -> Weighed:
    """Prepare a word's postings; `written` tells which inscriptions hold the word as it was written."""
    worth, count, floor = (worth << SHIFT) | written, len(docs), floor << SHIFT
    if size > rows.MOST and count * DENSE > size:
        row = np.zeros(size, dtype=np.int32)
        row[docs] = worth
        return Weighed(count, row=row, floor=floor, head=_head(None, row, floor, count))
    places = docs.astype(np.intp)
    if size > rows.MOST:
        return Weighed(count, places, worth, floor=floor, head=_head(places, worth, floor, count))
    keys = rows.row(places, worth, size)
    best = tuple(rows.best(keys + rows.base(size), PAGE, floor, SHIFT))
    return Weighed(count, places, worth, floor=floor, keys=keys, best=best)


def of_row(row: Ints, count: int, floor: int) -> Weighed:
    """A word of a large archive from what it adds to each of all inscriptions, of which so many hold it."""
    if count * DENSE > len(row):
        return Weighed(count, row=row, floor=floor)
    docs, worth = at_least(None, row, 1)
    return Weighed(count, docs, worth, floor=floor)


def _head(docs: Places | None, worth: Ints, floor: int, count: int) -> tuple[Places, Ints] | None:
    if not floor or count < SHORT:
        return None
    keys = best_of(*at_least(docs, worth, floor), PAGE)
    places = -keys & rows.DOC_MASK
    return places, ((keys + places) >> rows.DOC_BITS).astype(np.int32)


def at_least(docs: Places | None, sums: NDArray[Any], least: int) -> tuple[Places, NDArray[Any]]:
    """Those whose sums are so high; without `docs` the sums are those of all inscriptions."""
    kept = (sums >= least).nonzero()[0]
    return (kept if docs is None else docs[kept]), sums[kept]


def best_of(docs: Places, sums: NDArray[Any], most: int) -> rows.Keys:
    """Keys of so many of them (rows.py), upwards: the highest sums, and of equals the lowest numbers; of few all."""
    keys = (sums.astype(np.int64) << rows.DOC_BITS) - docs
    if len(keys) > max(most, _FEW):
        # A frequent word adds the same to hundreds; its equals are told apart here, and not left to be sorted.
        keys.partition(len(keys) - most)
        keys = keys[len(keys) - most :]
    keys.sort()
    return keys
