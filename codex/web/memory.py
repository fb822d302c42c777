"""What was made of one edition's results and will be asked for again: bodies and pages, the latest few megabytes."""

import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from codex.store.edition import Edition

T = TypeVar("T")


class Memory(Generic[T]):
    """Values by key for the edition in force; another edition begins with none. Any thread may ask.

    `size` says how many bytes a value takes, `most` how many all may take; what was not asked for longest goes first.
    """

    def __init__(self, *, most: int, size: Callable[[T], int]) -> None:
        self._most = most
        self._size = size
        self._lock = threading.Lock()
        self._begin(None)

    def get(self, edition: Edition, key: Hashable) -> T | None:
        """What was kept of this very edition; None when there is nothing."""
        with self._lock:
            if self._edition is None or self._edition() is not edition or key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key]

    def keep(self, edition: Edition, key: Hashable, value: T) -> None:
        """Keep a value made of an edition, if it is small enough."""
        with self._lock:
            if self._edition is None or self._edition() is not edition:
                self._begin(edition)
            if key not in self._kept and self._size(value) <= self._most:
                self._kept[key] = value
                self._bytes += self._size(value)
            while self._bytes > self._most:
                _, oldest = self._kept.popitem(last=False)
                self._bytes -= self._size(oldest)

    def _begin(self, edition: Edition | None) -> None:
        # A weak reference: an edition that was replaced must not stay for what was made of it.
        self._edition = weakref.ref(edition) if edition else None
        self._kept: OrderedDict[Hashable, T] = OrderedDict()
        self._bytes = 0
