"""What each part of `manage.py codex` consists of."""

from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.core.management.base import CommandError
from django.db import Error, connection

from codex.core.errors import CodexError, SearchError
from codex.models import CodexSettings

#: What SQLite calls storage that may be free again soon.
_BUSY: Final = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_FULL", "SQLITE_READONLY")
NO_DATABASE: Final = "There is no database yet; run `manage.py serve` once."
UNREADABLE: Final = "The database cannot be read: check DATABASE_URL or the file in the data folder."

Write = Callable[[str], object]
Arguments = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Subcommand:
    """One verb: its arguments, and what it does with them; `write` takes a line of output."""

    name: str
    help: str
    add_arguments: Callable[[ArgumentParser], None]
    run: Callable[[Arguments, Write], None]


def told(error: CodexError | Error) -> CommandError:
    """A refusal, or storage that fails, as the words a command ends with."""
    if isinstance(error, CodexError):
        return CommandError(_refused(error))
    return CommandError(storage_words(error))


def counted(count: int, noun: str) -> str:
    """A number of things: 1 inscription, 2,000 inscriptions."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def storage_words(error: Error | None = None) -> str:
    """What is wrong with the database, as far as looking at it once more tells."""
    if _is_busy(error):
        return _refused(SearchError("storage_unavailable"))
    try:
        tables = connection.introspection.table_names()
    except Error as again:
        return _refused(SearchError("storage_unavailable")) if _is_busy(again) else UNREADABLE
    is_there = CodexSettings._meta.db_table in tables
    return _refused(SearchError("storage_unavailable")) if is_there else NO_DATABASE


def _is_busy(error: Error | None) -> bool:
    return error is not None and getattr(error.__cause__, "sqlite_errorname", "").startswith(_BUSY)


def _refused(error: CodexError) -> str:
    return f"{error.sentence} ({error.code})"
