"""Logs that hold no words of visitors: what people look for can stand in an error's text."""

import logging
import traceback


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

    def filter(self, record: logging.LogRecord) -> bool:
        """Word the record anew; it is always kept."""
        record.msg, record.args, record.exc_info = (
            "A request named a host that ALLOWED_HOSTS does not list.",
            None,
            None,
        )
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True
