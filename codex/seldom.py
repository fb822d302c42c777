"""Things that are done at most once in a while in each process, however often there is a reason."""

import threading
import time
from collections.abc import Callable


class Seldom:
    """Says whether it is time again; at first it is."""

    def __init__(self, seconds: float, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.seconds = seconds
        self._clock = clock
        self._next = float("-inf")
        self._lock = threading.Lock()

    def is_due(self) -> bool:
        """True once, then false for so many seconds, whichever thread asks."""
        with self._lock:
            now = self._clock()
            if now < self._next:
                return False
            self._next = now + self.seconds
            return True

    def forget(self) -> None:
        """Begin anew."""
        with self._lock:
            self._next = float("-inf")
