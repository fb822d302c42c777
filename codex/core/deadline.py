"""A moment that no amount of progress moves, and that comes at once when nobody waits any more."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from codex.core.errors import FetchError

Stopped = Callable[[], bool]


def never() -> bool:
    """Somebody waits to the end."""
    return False


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment on the monotonic clock, in seconds; `stopped` says that it has come although there is time left."""

    ends: float
    stopped: Stopped = field(default=never, repr=False, compare=False)

    @classmethod
    def after(cls, seconds: float, stopped: Stopped = never) -> "Deadline":
        """The moment `seconds` from now."""
        return cls(time.monotonic() + seconds, stopped)

    def sooner(self, seconds: float | None) -> "Deadline":
        """This moment, or the one `seconds` from now when that comes first."""
        return self if seconds is None else Deadline(min(self.ends, time.monotonic() + seconds), self.stopped)

    def left(self) -> float:
        """The seconds that remain, above 0; raises FetchError fetch_timeout when none do."""
        seconds = self.ends - time.monotonic()
        if seconds <= 0 or self.stopped():
            raise FetchError("fetch_timeout")
        return seconds
