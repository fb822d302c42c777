"""Small archives: each word of a query as one row of all inscriptions, so that a search is a sum of rows and one sort.

A place of a row is one number that sorts as a hit does: what the word adds (weighed.py), and below it room for the
inscription's number, which is taken off once for the whole sum: higher is better, and equals go by number.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Keys = NDArray[np.int64]

NO_KEYS: Final[Keys] = np.zeros(0, dtype=np.int64)
#: Up to so many inscriptions of a tongue whole rows are added.
MOST: Final = 1_024
#: Of more than so many the best are sorted out before they are sorted.
FEW: Final = 256
#: Sums of up to 38 bits and numbers of inscriptions are ordered as one number of 63.
DOC_BITS: Final = 24
DOC_MASK: Final = (1 << DOC_BITS) - 1


def row(docs: NDArray[np.intp], worth: NDArray[Any], size: int) -> Keys:
    """What a word adds, one place an inscription."""
    keys = np.zeros(size, dtype=np.int64)
    keys[docs] = worth.astype(np.int64) << DOC_BITS
    return keys


def base(size: int) -> Keys:
    """What a sum begins with."""
    return -np.arange(size, dtype=np.int64)


def add(keys: Keys, docs: NDArray[np.intp], added: NDArray[np.int64]) -> None:
    """Add something to those among some inscriptions, each named once, that were found."""
    some = keys[docs] > 0
    keys[docs[some]] += added[some] << DOC_BITS


def best(keys: Keys, most: int, least: int, shift: int) -> list[tuple[int, int]]:
    """The best that were found as (score, number); at least `most` reach `least`, or it is 0. `keys` are used up."""
    if len(keys) > FEW:
        keys = keys[keys >= max((least << DOC_BITS) - MOST, 1)]
    keys.sort()
    return ranked(keys[-most:].tolist(), DOC_BITS + shift)


def ranked(keys: Sequence[int], bits: int) -> list[tuple[int, int]]:
    """Of keys that go upwards those that were found, the highest first, as (score, number)."""
    found = []
    for key in reversed(keys):
        if key <= 0:
            break
        doc = -key & DOC_MASK
        found.append(((key + doc) >> bits, doc))
    return found
