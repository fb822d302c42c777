"""How long things took, kept as a small histogram: eight places to each doubling, so no value is told 1/16 wrong."""

from collections.abc import Mapping
from math import ceil
from typing import Final

#: Each doubling is cut into 2**_BITS places.
_BITS: Final = 3
_PARTS: Final = 1 << _BITS
#: The longest that is told apart: a little over a minute, in microseconds.
LONGEST: Final = (1 << 26) - 1


def place_of(microseconds: int) -> int:
    """The histogram's place of a time; less than a microsecond counts as one, more than LONGEST as that."""
    time = min(max(microseconds, 1), LONGEST)
    shift = max(0, time.bit_length() - 1 - _BITS)
    return (shift << _BITS) + (time >> shift)


def middle_of(place: int) -> float:
    """The time in the middle of a place, in microseconds."""
    shift = max(0, (place >> _BITS) - 1)
    lowest = (place - (shift << _BITS)) << shift
    return lowest + ((1 << shift) - 1) / 2


def percentile(counts: Mapping[int, int], share: float) -> float | None:
    """The time in microseconds that `share` (0–1) of all stay within, by nearest rank; None of none."""
    wanted, seen = ceil(share * sum(counts.values())), 0
    for place in sorted(counts):
        seen += counts[place]
        if seen and seen >= wanted:
            return middle_of(place)
    return None
