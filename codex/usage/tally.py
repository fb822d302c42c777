"""What happens is noted in memory, at the price of one append, and put into the database every few seconds.

A process that ends cleanly puts the rest away first; one that is killed loses the last few seconds of counts, never a
caller's limit, which does not depend on them.
"""

import atexit
import logging
import os
import re
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final, TypeVar

from django.db import Error, connections

from codex.live import options
from codex.usage.kept import Counts, keep
from codex.usage.spans import place_of
from codex.usage_models import LONGEST_WORDS

#: How often, in seconds.
EVERY: Final = 2.0
#: Different words that wait at most.
MOST_WAITING: Final = 1_000
_HOUR: Final = 3_600
#: What looks like an address of mail, a telephone's number or a key is nobody's search for lore.
_PRIVATE: Final = re.compile(r"\S@\S|\d[\d\s().+/-]{6,}\d|[^\W_]{32,}")

T = TypeVar("T")
_log = logging.getLogger(__name__)
#: Hours since 1970, face, outcome, and the place of how long it took.
_Event = tuple[int, str, str, int]


class Tally:
    """One process's notes; any thread may add to them."""

    #: None: only when told to.
    every: float | None
    _events: deque[_Event]
    _words: deque[tuple[int, str, str]]
    _counts: Counts
    _flushing: threading.Lock
    _waking: threading.Lock
    _timer: threading.Timer | None

    def __init__(self, every: float | None = EVERY, store: Callable[[Counts], None] = keep) -> None:
        self.every = every
        self._store = store
        self.begin()

    def note(self, face: str, outcome: str, microseconds: int = 0, *, lang: str = "", words: str = "") -> None:
        """Remember one thing that happened."""
        hour = int(time.time()) // _HOUR
        if words and not _PRIVATE.search(words):
            self._words.append((hour // 24, lang, words[:LONGEST_WORDS]))
        self._events.append((hour, face, outcome, place_of(microseconds) if microseconds else 0))
        if self._timer is None and self.every is not None:
            self._wake(self.every)

    def flush(self) -> None:
        """Put into the database what was noted; what cannot be put there waits for the next time."""
        with self._flushing:
            self._gather()
            if not self._counts:
                return
            try:
                self._store(self._counts)
            except Error:
                _log.warning("Counts of use cannot be written now; they wait.")
                return
            self._counts = Counts()

    def stop(self) -> None:
        """The same at the end of the process."""
        if self._events or self._counts:
            self.flush()
            connections.close_all()

    def begin(self) -> None:
        """Begin empty, as a process that was forked does: its parent's notes are its parent's to write."""
        self._events = deque()
        self._words = deque(maxlen=MOST_WAITING)
        self._counts = Counts()
        self._flushing = threading.Lock()
        self._waking = threading.Lock()
        self._timer = None

    def _wake(self, every: float) -> None:
        with self._waking:
            if self._timer is not None:
                return
            self._timer = threading.Timer(every, self._run)
            self._timer.daemon = True
            self._timer.start()

    def _run(self) -> None:
        # First, so that whatever is noted from here on wakes the next one.
        self._timer = None
        try:
            self.flush()
        finally:
            connections.close_all()
        if self._counts and self.every is not None:
            self._wake(self.every)

    def _gather(self) -> None:
        # A pass at a time: each element leaves the queue by one step that no other thread can come into.
        self._counts.events.update(_taken(self._events))
        if len(self._counts.words) < MOST_WAITING:
            self._counts.words.update(_taken(self._words))


def _taken(queue: deque[T]) -> list[T]:
    return [queue.popleft() for _ in range(len(queue))]


#: This process's own.
tally: Final = Tally()
atexit.register(tally.stop)
os.register_at_fork(after_in_child=tally.begin)


def note_search(face: str, outcome: str, begun: float, *, lang: str = "", words: str = "") -> None:
    """Note a search that began at `begun` of `time.perf_counter`; words only while they are kept at all."""
    kept = words if words and options().query_log_days else ""
    tally.note(face, outcome, max(1, int((time.perf_counter() - begun) * 1_000_000)), lang=lang, words=kept)
