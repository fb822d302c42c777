"""Logs that hold no words of visitors: what people look for can stand in an error's text."""

import logging
import time
import traceback
from typing import Final

#: Seconds between two lines about hosts that are none of ours: anybody may name any, and would fill the log.
_BETWEEN: Final = 60.0
_UNKNOWN_HOST: Final = "A request named a host that ALLOWED_HOSTS does not list."


class WithoutWords(logging.Filter):
    """Leaves of an exception its kind and its place."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten the record; it is always kept."""
        if record.exc_info:
            kind, _, trace = record.exc_info
            record.exc_text = "".join([*traceback.format_tb(trace), kind.__name__ if kind else ""])
            record.exc_info = None
        return True


class WithoutHost(logging.Filter):
    """Leaves out the host that a request named and this site does not answer to, and where that was found."""

    #: When a line was last kept, in this process.
    told = float("-inf")

    def filter(self, record: logging.LogRecord) -> bool:
        """Word the record anew, and keep one a minute."""
        if record.msg == _UNKNOWN_HOST:  # a second set-up of the logs adds a second one of these to the first
            return True
        now = time.monotonic()
        if now - WithoutHost.told < _BETWEEN:
            return False
        WithoutHost.told = now
        record.msg, record.args, record.exc_info = _UNKNOWN_HOST, None, None
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True
