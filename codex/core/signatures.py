"""The letters of a word as 64 bits, by which words that are more than a few edits apart are told at once.

Every letter belongs to one of 32 classes. A class has two bits: one when the word holds it, both when it does so twice
or more. An edit changes at most two bits, one where it adds or takes a letter, and a swap of neighbours none.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Signatures = NDArray[np.uint64]

_LOW, _HIGH = (1 << 32) - 1, 32


def signature(word: str) -> int:
    """The signature of one word."""
    bits = 0
    for letter in word:
        bit = 1 << (ord(letter) & 31)
        bits |= bit << _HIGH if bits & bit else bit
    return bits


def of_both(one: int, other: int) -> int:
    """The signature of two texts together, from theirs."""
    return one | other | (one & other & _LOW) << _HIGH


def signatures(words: Sequence[str]) -> Signatures:
    """Those of many words at once."""
    lengths = np.array([len(word) for word in words], dtype=np.int64)
    letters = np.frombuffer("".join(words).encode("utf-32-le", "replace"), dtype="<u4").astype(np.int64) & 31
    # One number for each letter of each word; sorted, letters of a class stand side by side.
    keys = np.sort(np.repeat(np.arange(len(words), dtype=np.int64) << 5, lengths) | letters)
    again = np.zeros(len(keys), dtype=np.int64)
    again[1:] = keys[1:] == keys[:-1]
    found = np.zeros(len(words), dtype=np.uint64)
    if len(keys):
        bits = np.left_shift(np.uint64(1), ((keys & 31) + _HIGH * again).astype(np.uint64))
        holding = lengths > 0
        starts = (np.cumsum(lengths) - lengths)[holding]
        found[holding] = np.bitwise_or.reduceat(bits, starts)
    return found


def differing(some: Signatures, other: int) -> NDArray[np.uint8]:
    """In how many bits each differs from another."""
    found: NDArray[np.uint8] = _count(some ^ np.uint64(other))
    return found


_M1, _M2, _M4 = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333), np.uint64(0x0F0F0F0F0F0F0F0F)
_ONES = np.uint64(0x0101010101010101)


def _count_by_hand(numbers: Signatures) -> NDArray[np.uint8]:
    """How many bits are set in each (numpy 1 has no bitwise_count)."""
    numbers = numbers - ((numbers >> np.uint64(1)) & _M1)
    numbers = (numbers & _M2) + ((numbers >> np.uint64(2)) & _M2)
    numbers = (numbers + (numbers >> np.uint64(4))) & _M4
    return ((numbers * _ONES) >> np.uint64(56)).astype(np.uint8)


_count = getattr(np, "bitwise_count", _count_by_hand)
