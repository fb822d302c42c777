"""One piece of work that many threads may wait for and one carries out."""

import threading
import time
from collections.abc import Callable

from django.db import connection, connections

from codex.core.errors import CodexError, FetchError, SearchError
from codex.core.options import CodexOptions
from codex.store.held import Held


class Flight:
    """A reading of the archive under way; the first to ask runs it, the others wait."""

    def __init__(self, options: CodexOptions) -> None:
        self.options = options
        self._begun = time.monotonic()
        self._landed = threading.Event()
        self._held: Held | None = None
        self._error: CodexError | None = None

    @property
    def is_under_way(self) -> bool:
        """Whether there is still something to wait for."""
        return not self._landed.is_set()

    def run(self, work: Callable[[], Held]) -> None:
        """Carry the work out in this thread."""
        try:
            self._held = work()
        except CodexError as error:
            self._error = error
        finally:
            self._landed.set()

    def start(self, work: Callable[[], Held]) -> None:
        """Carry the work out in a thread of its own, which never delays the end of the process."""
        thread = threading.Thread(target=self._run_apart, args=(work,), name="codex-shelf", daemon=True)
        try:
            thread.start()
        except RuntimeError:  # no thread to be had: the next search tries again
            self._landed.set()

    @property
    def age(self) -> float:
        """Seconds since it began."""
        return time.monotonic() - self._begun

    def wait(self, seconds: float) -> bool:
        """Wait so long; says whether it landed."""
        if self.is_under_way:
            _let_others_have_the_connection()
        return self._landed.wait(seconds)

    def result(self) -> Held:
        """What the flight brought; raises what it failed with, in a copy of its own for each thread."""
        if self._held:
            return self._held
        if self._error:
            raise type(self._error)(self._error.code)
        if self.is_under_way:
            raise FetchError("fetch_timeout")
        raise SearchError("archive_unavailable")

    def _run_apart(self, work: Callable[[], Held]) -> None:
        try:
            self.run(work)
        finally:
            connections.close_all()


def _let_others_have_the_connection() -> None:
    """Many requests may wait here at once; each would keep a pooled connection that the one at work needs."""
    if not connection.in_atomic_block:
        connection.close()
