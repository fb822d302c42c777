"""Runs of numbers, for reading many slices of an array at once."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def runs(starts: NDArray[Any], counts: NDArray[Any]) -> NDArray[np.int64]:
    """For each start so many numbers from it upwards, end to end."""
    before = np.cumsum(counts) - counts
    numbers: NDArray[np.int64] = np.repeat(starts - before, counts) + np.arange(int(counts.sum()))
    return numbers
