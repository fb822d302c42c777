"""Turns of chat at once: so many and no more, since each waits in the thread of its request (GRD-09)."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from grounded.errors import AnswerError


class Places:
    """Places that are taken and given back; nobody waits for one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._taken = 0

    @property
    def taken(self) -> int:
        """How many are taken."""
        return self._taken

    @contextmanager
    def one(self, most: int) -> Iterator[None]:
        """One of `most` places for as long as the block lasts; raises AnswerError too_many_in_flight."""
        with self._lock:
            if self._taken >= most:
                raise AnswerError("too_many_in_flight")
            self._taken += 1
        try:
            yield
        finally:
            with self._lock:
                self._taken -= 1
