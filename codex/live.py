"""The settings as every process sees them: read from the row at most once a second."""

import threading
import time

from codex.core.options import CodexOptions
from codex.models import CodexSettings

#: A change reaches every process within 2 seconds (CONTRACT §1); one second leaves room for the query.
SECONDS = 1.0


class LiveOptions:
    """Remembers the row for a moment, so that a search need not ask the database for it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._read_at = float("-inf")
        self._options = CodexOptions()

    def get(self) -> CodexOptions:
        """The settings, at most one second old; the defaults while there is no row."""
        if time.monotonic() - self._read_at >= SECONDS:
            self._read()
        return self._options

    def forget(self) -> None:
        """Read the row anew at the next call."""
        self._read_at = float("-inf")

    def _read(self) -> None:
        row = CodexSettings.objects.filter(pk=1).first()
        with self._lock:
            self._options = row.options if row else CodexOptions()
            self._read_at = time.monotonic()


live = LiveOptions()


def options() -> CodexOptions:
    """The settings in force."""
    return live.get()
