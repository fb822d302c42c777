"""Counting on SQLite: the driver's own prepared statement, and one at a time in each process.

Django's cursor takes as long as the statement itself. SQLite lets one write at a time, and whoever finds another
writing sleeps for a millisecond or more, so threads of a process line up here, where they are woken at once.
"""

import sqlite3
import threading
from functools import cache
from typing import Any, Final

from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper

#: Seconds that a statement waits for those before it; SQLite itself waits as long for other processes.
PATIENCE: Final = 5
_turn: Final = threading.Lock()


def is_alone(connection: BaseDatabaseWrapper) -> bool:
    """Whether a statement is a transaction of its own on SQLite."""
    return connection.vendor == "sqlite" and not connection.in_atomic_block


def run(connection: BaseDatabaseWrapper, statement: str, values: list[Any]) -> list[Any]:
    """The rows of a statement that is prepared at its first use (raises DatabaseError)."""
    connection.ensure_connection()
    if not _turn.acquire(timeout=PATIENCE):
        raise OperationalError("database is locked")
    try:
        with connection.wrap_database_errors:
            return sqlite3.Cursor(connection.connection).execute(_worded(statement), values).fetchall()
    finally:
        _turn.release()


@cache
def _worded(statement: str) -> str:
    """A statement of ours with the driver's own marks for values."""
    return statement.replace("%s", "?")
