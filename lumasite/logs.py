"""Lines of the log: one event a line, with the number of its request, as text or as JSON."""

import json
import logging
import traceback
from datetime import UTC, datetime
from typing import Final

from lumasite.requestids import current

FORMATS: Final = ("text", "json")


class WithRequestId(logging.Filter):
    """Gives each record the number of the request it was made for."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Add it; every record is kept."""
        record.request_id = current()
        return True


class TextLines(logging.Formatter):
    """Plain lines; further lines of an event are set in, so that no message can look like another event."""

    def format(self, record: logging.LogRecord) -> str:
        """One event; whatever could move a terminal's cursor is written as an escape."""
        return "\n    ".join(_printable(line) for line in super().format(record).split("\n"))


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, logger, request_id, message; facts of a request; where a fault happened."""

    def format(self, record: logging.LogRecord) -> str:
        """One event, one line; of an exception its kind and place, since its words may be a visitor's."""
        told: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "request_id": getattr(record, "request_id", "-"),
            "message": record.getMessage(),
        }
        if isinstance(facts := getattr(record, "request", None), dict):
            told |= facts
        if place := _place(record):
            told["exception"] = place
        return json.dumps(told, ensure_ascii=True)


def _place(record: logging.LogRecord) -> str:
    if record.exc_info and record.exc_info[0]:
        kind, _, trace = record.exc_info
        return "".join([*traceback.format_tb(trace), kind.__name__])
    return record.exc_text or ""


def _printable(line: str) -> str:
    if line.isprintable():
        return line
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in line)
