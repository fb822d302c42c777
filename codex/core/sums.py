"""The sums of several words, and the inscriptions that have the highest: where a search spends its time."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from codex.core.tokenise import Ints
from codex.core.weighed import DENSE, PAGE, SHIFT, SHORT, Places, Weighed, at_least

#: So many words fit into 32 bits; with more the sums take 64, and WIDE bits below the score.
NARROW: Final = 7
WIDE: Final = 8
#: Of so many inscriptions the one with the highest sum is found, before any are sorted out.
_GROUP: Final = 32


def shift_of(words: Sequence[Weighed]) -> int:
    """The bits below the score in the sums of so many words."""
    return SHIFT if len(words) <= NARROW else WIDE


def leading(words: Sequence[Weighed], size: int, spare: int = 0) -> tuple[Places, NDArray[Any]]:
    """Inscriptions with their sums, among them the best PAGE and all that have at most `spare` less than these.

    One may come several times.
    """
    if len(words) == 1 and words[0].head and not spare:
        return words[0].head
    docs, sums = _summed(words, size)
    if docs is None:
        return at_least(None, sums, max(_tenth(sums) - spare, 1))
    # So many have that much of one word alone, whatever the others add.
    least = max([word.floor for word in words]) - spare
    return at_least(docs, sums, least) if least > 0 else (docs, sums)


def _tenth(sums: NDArray[Any]) -> int:
    """What the best PAGE of all have at least: the tenth of the highest in each of many groups, in one quick pass."""
    groups = len(sums) // _GROUP
    if groups < PAGE:
        return 0
    peaks = sums[: _GROUP * groups].reshape(_GROUP, groups).max(axis=0)
    peaks.partition(groups - PAGE)
    return int(peaks[groups - PAGE])


def summed(words: Sequence[Weighed], size: int) -> tuple[Places, NDArray[Any]]:
    """Every inscription that holds any of the words, with its sum; one may come several times."""
    docs, sums = _summed(words, size)
    return at_least(None, sums, 1) if docs is None else (docs, sums)


def held(words: Sequence[Weighed], size: int) -> NDArray[np.bool_]:
    """Which of all inscriptions hold any of the words."""
    found = np.zeros(size, dtype=bool)
    for word in words:
        if word.row is None:
            found[word.docs] = True
        else:
            found |= word.row > 0
    return found


def sums_at(words: Sequence[Weighed], docs: Places) -> NDArray[np.int64]:
    """The sums of some inscriptions; 0 for those that hold none of the words."""
    sums, wide = np.zeros(len(docs), dtype=np.int64), len(words) > NARROW
    for word in words:
        worth = _worth_at(word, docs).astype(np.int64)
        sums += _widened(worth) if wide else worth
    return sums


def sums_of_all(words: Sequence[Weighed], size: int) -> Ints:
    """The sums of few words, one place an inscription."""
    rows = [word.row for word in words if word.row is not None]
    sums = rows[0].copy() if rows else np.zeros(size, dtype=np.int32)
    for row in rows[1:]:
        sums += row
    for word in words:
        if word.row is None:
            _add(sums, word)
    return sums


def _worth_at(word: Weighed, docs: Places) -> Ints:
    if word.row is not None:
        return word.row[docs]
    places = np.minimum(word.docs.searchsorted(docs), word.count - 1)
    worth: Ints = np.where(word.docs[places] == docs, word.worth[places], 0)
    return worth


def _summed(words: Sequence[Weighed], size: int) -> tuple[Places | None, NDArray[Any]]:
    """The sums of the words' inscriptions, or, without places, of all there are."""
    if len(words) == 1:
        word = words[0]
        return (word.docs, word.worth) if word.row is None else (None, word.row)
    if len(words) > NARROW:
        return None, _wide_sums(words, size)
    if sum([word.count for word in words]) * DENSE > size:
        return None, sums_of_all(words, size)
    sums = np.zeros(size, dtype=np.int32)
    sums[words[0].docs] = words[0].worth
    for word in words[1:]:
        _add(sums, word)
    docs = np.concatenate([word.docs for word in words])
    return docs, sums[docs]


def _add(sums: Ints, word: Weighed) -> None:
    # Two steps are faster than one where they are short.
    if word.count < SHORT:
        sums[word.docs] += word.worth
    else:
        np.add.at(sums, word.docs, word.worth)


def _wide_sums(words: Sequence[Weighed], size: int) -> NDArray[np.int64]:
    sums = np.zeros(size, dtype=np.int64)
    for word in words:
        docs, worth = word.listed()
        sums[docs] += _widened(worth.astype(np.int64))
    return sums


def _widened(worth: NDArray[np.int64]) -> NDArray[np.int64]:
    return (worth >> SHIFT << WIDE) | (worth & 1)
