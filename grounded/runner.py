"""Calls in flight, each in a thread of its own beside the requests: bounded, and with a sign of life (GRD-09).

Nothing about a call is known here but its name; what became of it stands in the database alone.
"""

import logging
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from queue import SimpleQueue
from types import TracebackType
from typing import Final

from django.db import connections

from grounded.errors import AnswerError

_log = logging.getLogger(__name__)
#: Seconds between two signs of life.
BEAT: Final = 3.0

Work = Callable[[], None]
_Jobs = SimpleQueue[tuple[str, Work] | None]


class Slot:
    """A place among the calls in flight, with a thread that waits to be told what to do."""

    def __init__(self, jobs: _Jobs) -> None:
        self._jobs = jobs
        self._is_used = False

    def run(self, name: str, work: Work) -> None:
        """Have the work done; once at most."""
        if not self._is_used:
            self._is_used = True
            # With the request's number, so that what is logged of the call can be found by it.
            self._jobs.put((name, partial(copy_context().run, work)))

    def close(self) -> None:
        """Give the place back if it was not used."""
        if not self._is_used:
            self._jobs.put(None)


class _Faults:
    """Logs a fault that nobody foresaw by its kind and place: its own words may hold what was asked (GRD-10)."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, fault: object, trace: TracebackType | None) -> bool:
        if kind is None or not issubclass(kind, Exception):
            return False
        _log.error("A call broke off: %s\n%s", kind.__name__, "".join(traceback.format_tb(trace)))
        return True


class Runner:
    """So many calls at once and no more; `on_beat` is told the names of those in flight every `beat` seconds."""

    def __init__(self, on_beat: Callable[[Sequence[str]], None], *, beat: float = BEAT) -> None:
        self._on_beat = on_beat
        self._beat = beat
        self._lock = threading.Lock()
        self._taken = 0
        self._names: set[str] = set()
        self._is_beating = False

    @property
    def in_flight(self) -> int:
        """How many places are taken."""
        return self._taken

    def holds(self, name: str) -> bool:
        """Whether this process makes that call, and somebody waits for it."""
        return name in self._names

    def drop(self, name: str) -> None:
        """Nobody waits for that call any more."""
        with self._lock:
            self._names.discard(name)

    @contextmanager
    def slot(self, most: int) -> Iterator[Slot]:
        """A place among `most`; raises AnswerError too_many_in_flight when there is none.

        Its thread runs before anything is counted, so that no call is counted that cannot be made.
        """
        jobs: _Jobs = SimpleQueue()
        self._take(most)
        self._start(jobs)
        slot = Slot(jobs)
        try:
            yield slot
        finally:
            slot.close()

    def _take(self, most: int) -> None:
        with self._lock:
            if self._taken >= most:
                raise AnswerError("too_many_in_flight")
            self._taken += 1

    def _leave(self) -> None:
        with self._lock:
            self._taken -= 1

    def _start(self, jobs: _Jobs) -> None:
        # A daemon: no call delays the end of the process; one that is cut off so is told as interrupted.
        thread = threading.Thread(target=self._attend, args=(jobs,), name="grounded-call", daemon=True)
        try:
            thread.start()
        except RuntimeError:
            self._leave()
            raise AnswerError("too_many_in_flight") from None

    def _attend(self, jobs: _Jobs) -> None:
        try:
            if job := jobs.get():
                with _Faults():
                    self._carry_out(*job)
        finally:
            connections.close_all()
            self._leave()

    def _carry_out(self, name: str, work: Work) -> None:
        self._enter(name)
        try:
            work()
        finally:
            self.drop(name)

    def _enter(self, name: str) -> None:
        with self._lock:
            self._names.add(name)
            if self._is_beating:
                return
            self._is_beating = True
        threading.Thread(target=self._keep_beating, name="grounded-beat", daemon=True).start()

    def _keep_beating(self) -> None:
        while True:
            time.sleep(self._beat)
            with self._lock:
                names = sorted(self._names)
                self._is_beating = bool(names)
            if not names:
                return
            self._on_beat(names)
