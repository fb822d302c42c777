"""How the time of some work grows with its size, in the thread's own seconds: nothing beside it disturbs them."""

import time
from collections.abc import Callable

#: How much larger the larger size is; the time of what is linear grows as much, of what is quadratic by its square.
TIMES = 16
#: Between the two, so that neither luck nor a cache decides.
_MOST = 80
#: Seconds that are short whatever the size.
_SHORT = 0.05


def assert_linear(work: Callable[[int], object], size: int) -> None:
    """`work` done at `size` takes no more than what a linear one may take, in proportion to a sixteenth of it."""
    small = min(_seconds(work, size // TIMES) for _ in range(3))
    large = min(_seconds(work, size) for _ in range(2))
    assert large < _MOST * small + _SHORT, (small, large)


def _seconds(work: Callable[[int], object], size: int) -> float:
    begun = time.thread_time()
    work(size)
    return time.thread_time() - begun
