"""What a word of a query adds to each inscription, and the sums of several words: where a search spends its time.

A sum holds two numbers: the score in fixed point and, below `shift` bits, how many of the query's words stand there as
they were written, which orders equal scores (CDX-03). Highest first, then by number, is then the whole order.
"""

from collections.abc import Sequence
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
#: So many words fit into 32 bits; with more the sums take 64, and WIDE bits below the score.
NARROW: Final = 7
WIDE: Final = 8
#: A word of more than one in so many inscriptions is added to all of them in one pass.
_DENSE: Final = 8
#: Fewer are added faster in two steps than in one.
_SHORT: Final = 256
#: Of more than these the best are sorted out first.
_FEW: Final = 128


@dataclass(frozen=True, slots=True)
class Weighed:
    """The inscriptions that a word stands for, ascending, with what it adds (score and whether it is as written)."""

    docs: Places
    worth: Ints
    #: What its best ten add at least; 0 when there are fewer.
    floor: int = 0
    #: For a frequent word the same, one place an inscription.
    row: Ints | None = field(default=None, repr=False)
    #: In a small archive what `rows` adds up, and, of this word alone, the best PAGE.
    keys: rows.Keys = field(default_factory=lambda: rows.NO_KEYS, repr=False)
    best: tuple[tuple[int, int], ...] = field(default=(), repr=False)
    #: In a large archive, of a word that many hold, the best PAGE with what it adds to them.
    head: tuple[Places, Ints] | None = field(default=None, repr=False)


def weighed(docs: NDArray[Any], worth: Ints, written: NDArray[Any], *, size: int, floor: int) -> Weighed:
    """Prepare a word's postings; `written` tells which inscriptions hold the word as it was written."""
    places, floor = docs.astype(np.intp), floor << SHIFT
    worth = (worth << SHIFT) | written
    if size <= rows.MOST:
        keys = rows.row(places, worth, size)
        best = tuple(rows.best(keys + rows.base(size), PAGE, floor, SHIFT))
        return Weighed(places, worth, floor, None, keys, best)
    row = None
    if len(places) * _DENSE > size:
        row = np.zeros(size, dtype=np.int32)
        row[places] = worth
    head = _head(*_at_least(places, worth, floor)) if floor and len(places) >= _SHORT else None
    return Weighed(places, worth, floor, row, head=head)


def _head(docs: Places, worth: Ints) -> tuple[Places, Ints]:
    keys = best_of(docs, worth, PAGE)
    docs = -keys & rows.DOC_MASK
    return docs, ((keys + docs) >> rows.DOC_BITS).astype(np.int32)


def shift_of(words: Sequence[Weighed]) -> int:
    """The bits below the score in the sums of so many words."""
    return SHIFT if len(words) <= NARROW else WIDE


def leading(words: Sequence[Weighed], size: int, *, merged: bool = False) -> tuple[Places, NDArray[Any]]:
    """Inscriptions with their sums, among them the best PAGE, and `merged` all of equal score; one may come twice."""
    if len(words) == 1 and words[0].head and not merged:
        return words[0].head
    docs, sums = _summed(words, size)
    # So many have that much of one word alone, whatever the others add.
    least = max([word.floor for word in words]) if len(words) <= NARROW else 0
    if docs is None or least:
        return _at_least(docs, sums, max(least, 1))
    return docs, sums


def summed(words: Sequence[Weighed], size: int) -> tuple[Places, NDArray[Any]]:
    """Every inscription that holds any of the words, with its sum; one may come several times."""
    docs, sums = _summed(words, size)
    return _at_least(None, sums, 1) if docs is None else (docs, sums)


def best_of(docs: Places, sums: NDArray[Any], most: int) -> rows.Keys:
    """Keys of so many of them (rows.py), upwards: the highest sums, and of equals the lowest numbers; of few all."""
    keys = (sums.astype(np.int64) << rows.DOC_BITS) - docs
    if len(keys) > max(most, _FEW):
        # A frequent word adds the same to hundreds; its equals are told apart here, and not left to be sorted.
        keys.partition(len(keys) - most)
        keys = keys[len(keys) - most :]
    keys.sort()
    return keys


def held(words: Sequence[Weighed], size: int) -> NDArray[np.bool_]:
    """Which of all inscriptions hold any of the words."""
    found = np.zeros(size, dtype=bool)
    for word in words:
        found[word.docs] = True
    return found


def sums_at(words: Sequence[Weighed], docs: Places) -> NDArray[np.int64]:
    """The sums of some inscriptions; 0 for those that hold none of the words."""
    sums, wide = np.zeros(len(docs), dtype=np.int64), len(words) > NARROW
    for word in words:
        places = np.minimum(word.docs.searchsorted(docs), len(word.docs) - 1)
        worth = np.where(word.docs[places] == docs, word.worth[places], 0).astype(np.int64)
        sums += _widened(worth) if wide else worth
    return sums


def _at_least(docs: Places | None, sums: NDArray[Any], least: int) -> tuple[Places, NDArray[Any]]:
    kept = (sums >= least).nonzero()[0]
    return (kept if docs is None else docs[kept]), sums[kept]


def _summed(words: Sequence[Weighed], size: int) -> tuple[Places | None, NDArray[Any]]:
    """The sums of the words' inscriptions, or, without places, of all there are."""
    if len(words) == 1:
        return words[0].docs, words[0].worth
    if len(words) > NARROW:
        return None, _all_wide(words, size)
    if sum([len(word.docs) for word in words]) * _DENSE >= size:
        return None, _all(words, size)
    sums = np.zeros(size, dtype=np.int32)
    sums[words[0].docs] = words[0].worth
    for word in words[1:]:
        _add(sums, word)
    docs = np.concatenate([word.docs for word in words])
    return docs, sums[docs]


def _all(words: Sequence[Weighed], size: int) -> Ints:
    rows = [word.row for word in words if word.row is not None]
    sums = rows[0].copy() if rows else np.zeros(size, dtype=np.int32)
    for row in rows[1:]:
        sums += row
    for word in words:
        if word.row is None:
            _add(sums, word)
    return sums


def _add(sums: Ints, word: Weighed) -> None:
    if len(word.docs) < _SHORT:
        sums[word.docs] += word.worth
    else:
        np.add.at(sums, word.docs, word.worth)


def _all_wide(words: Sequence[Weighed], size: int) -> NDArray[np.int64]:
    sums = np.zeros(size, dtype=np.int64)
    for word in words:
        sums[word.docs] += _widened(word.worth.astype(np.int64))
    return sums


def _widened(worth: NDArray[np.int64]) -> NDArray[np.int64]:
    return (worth >> SHIFT << WIDE) | (worth & 1)
