"""A moment that no amount of progress moves."""

import time
from dataclasses import dataclass

from codex.core.errors import FetchError


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment on the monotonic clock, in seconds."""

    ends: float

    @classmethod
    def after(cls, seconds: float) -> "Deadline":
        """The moment `seconds` from now."""
        return cls(time.monotonic() + seconds)

    def sooner(self, seconds: float | None) -> "Deadline":
        """This moment, or the one `seconds` from now when that comes first."""
        return self if seconds is None else Deadline(min(self.ends, time.monotonic() + seconds))

    def left(self) -> float:
        """The seconds that remain, above 0; raises FetchError fetch_timeout when none do."""
        seconds = self.ends - time.monotonic()
        if seconds <= 0:
            raise FetchError("fetch_timeout")
        return seconds
