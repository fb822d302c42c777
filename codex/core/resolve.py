"""Names to addresses, in bounded daemon threads with a deadline (SEC-01, SEC-02).

`socket.getaddrinfo` takes no deadline. A lookup that hangs keeps its thread and its slot until the system gives up; a
daemon thread does not delay the end of the process, and while every slot hangs, further lookups are refused.
"""

import socket
import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue

from codex.core.errors import GuardError

Answers = SimpleQueue[tuple[str, ...]]


def look_up(host: str, port: int) -> tuple[str, ...]:
    """Ask the system once, however long it takes; every distinct address in the system's order, none on any failure."""
    # getaddrinfo drops what follows a NUL, and raises UnicodeError for names that no server could know.
    if "\0" in host:
        return ()
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return ()
    return tuple(dict.fromkeys(str(answer[4][0]) for answer in found))


class Lookups:
    """A bounded number of lookups at once, each given up on at its deadline."""

    def __init__(self, *, slots: int = 16, look_up: Callable[[str, int], tuple[str, ...]] = look_up) -> None:
        self._slots = threading.BoundedSemaphore(slots)
        self._look_up = look_up

    def resolve(self, host: str, port: int, *, seconds: float) -> tuple[str, ...]:
        """Look up in a daemon thread; waiting for a slot counts into `seconds`."""
        ends = time.monotonic() + seconds
        if not self._slots.acquire(timeout=max(0.0, seconds)):
            raise GuardError("name_timeout")
        answers: Answers = SimpleQueue()
        self._start(host, port, answers)
        try:
            found = answers.get(timeout=max(0.0, ends - time.monotonic()))
        except Empty:
            raise GuardError("name_timeout") from None
        if not found:
            raise GuardError("name_unresolved")
        return found

    def _start(self, host: str, port: int, answers: Answers) -> None:
        worker = threading.Thread(target=self._work, args=(host, port, answers), name="codex-resolve", daemon=True)
        try:
            worker.start()
        except RuntimeError:
            self._slots.release()
            raise GuardError("name_timeout") from None

    def _work(self, host: str, port: int, answers: Answers) -> None:
        try:
            answers.put(self._look_up(host, port))
        finally:
            self._slots.release()


_LOOKUPS = Lookups()


def resolve(host: str, port: int, *, seconds: float = 5.0) -> tuple[str, ...]:
    """Every distinct address of a host name, in the system's order.

    Raises GuardError: name_unresolved, name_timeout (also while every slot hangs).
    """
    return _LOOKUPS.resolve(host, port, seconds=seconds)
