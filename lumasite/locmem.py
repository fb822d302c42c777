"""The memory cache, for what it holds here: django-ratelimit's counts of bursts."""

import time
from typing import Any, Final

from django.core.cache.backends.locmem import LocMemCache

#: Seconds between two looks for what is over; a burst's count is after about as many.
_EVERY: Final = 60.0


class Counts(LocMemCache):
    """Django's, less its look at each key whether memcached would take it: half the time of a count.

    What is over is forgotten each minute. Django waits until there is no room: each caller of the day would lie here.
    """

    #: When somebody last looked; shared, since each thread has a cache of its own over the same counts.
    looked = time.monotonic()

    def validate_key(self, key: str) -> None:
        """Any key will do in memory."""

    def add(self, *given: Any, **named: Any) -> bool:
        """As Django's."""
        if time.monotonic() - Counts.looked >= _EVERY:
            Counts.looked = time.monotonic()
            self._forget_what_is_over()
        return super().add(*given, **named)

    def _forget_what_is_over(self) -> None:
        with self._lock:  # type: ignore[attr-defined]  # the stubs leave out all three
            now, known = time.time(), self._expire_info  # type: ignore[attr-defined]
            for key in [key for key, until in known.items() if until is not None and until <= now]:
                self._delete(key)  # type: ignore[attr-defined]
