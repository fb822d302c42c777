"""Memory that was needed for a while, given back to the system."""

import ctypes
import functools
from collections.abc import Callable


def give_back() -> None:
    """Return what was freed, where the C library does so on demand (glibc); it takes milliseconds.

    By itself it keeps what lies below something that stays: after reading a large archive more than its whole index.
    """
    _trim()(0)


@functools.cache
def _trim() -> Callable[[int], object]:
    try:
        found: Callable[[int], object] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # another C library, or another system
        return bool
    return found
