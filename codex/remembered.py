"""What every request needs and staff seldom change: read from the database at most once a second."""

import time
from collections.abc import Callable
from typing import Final, Generic, TypeVar

#: A change reaches every process within 2 seconds (CONTRACT §1); one second leaves room for the query.
SECONDS: Final = 1.0

T = TypeVar("T")


class Remembered(Generic[T]):
    """The value of `read`, at most a second old; what `read` raises is raised."""

    def __init__(self, read: Callable[[], T], *, clock: Callable[[], float] = time.monotonic) -> None:
        self._read = read
        self._clock = clock
        self._forgotten_at = float("-inf")
        #: The value and when its reading began; one tuple, so that no thread sees half of a change.
        self._held: tuple[T, float] | None = None

    def get(self) -> T:
        """The value; several threads may read it at once, which costs less than waiting for each other."""
        held = self._held
        if held is None or not self._is_fresh(held[1]):
            begun = self._clock()
            held = self._held = self._read(), begun
        return held[0]

    def forget(self) -> None:
        """Read anew at the next call, also when another thread is reading right now."""
        self._forgotten_at = self._clock()

    def _is_fresh(self, begun: float) -> bool:
        return begun > self._forgotten_at and self._clock() - begun < SECONDS
