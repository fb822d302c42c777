"""Counting on SQLite: the driver's own prepared statement, and one commit for all that wait for one.

Django's cursor takes as long as the statement itself, and a commit longer than both. SQLite lets one write at a time,
and whoever finds another writing sleeps for a millisecond or more. So threads of a process line up here, where they are
woken at once; whoever's turn it is carries out what all in the line have asked, and they find it done.
"""

import sqlite3
import threading
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from django.db import Error, OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper

Rows = list[Any]
#: Seconds that a statement waits for those before it; SQLite itself waits as long for other processes.
PATIENCE: Final = 5
_BUSY: Final = OperationalError("database is locked")


@dataclass(slots=True, eq=False)
class _Asked:
    """One statement, and what came of it: rows that are committed, or an error."""

    statement: str
    values: list[Any]
    rows: Rows | None = None
    error: Error | None = None

    def result(self) -> Rows:
        """The rows (raises DatabaseError, in a copy of its own for each thread)."""
        if self.rows is None:
            raise type(self.error or _BUSY)(*(self.error or _BUSY).args)
        return self.rows


_turn: Final = threading.Lock()
_line: Final[deque[_Asked]] = deque()


def is_alone(connection: BaseDatabaseWrapper) -> bool:
    """Whether a statement is a transaction of its own on SQLite."""
    return connection.vendor == "sqlite" and not connection.in_atomic_block


def run(connection: BaseDatabaseWrapper, statement: str, values: list[Any]) -> Rows:
    """The rows of a statement once they are committed (raises DatabaseError)."""
    connection.ensure_connection()
    asked = _Asked(_worded(statement), values)
    _line.append(asked)
    if _turn.acquire(timeout=PATIENCE):
        try:
            if asked.rows is None and asked.error is None:
                _carry_out(connection, [_line.popleft() for _ in range(len(_line))])
        finally:
            _turn.release()
    else:
        with suppress(ValueError):  # being carried out just now: counted then, though nothing is granted for it
            _line.remove(asked)
    return asked.result()


def _carry_out(connection: BaseDatabaseWrapper, line: list[_Asked]) -> None:
    """All in one transaction: either each is done, or none is and each is told why."""
    try:
        with connection.wrap_database_errors:
            found = _done(connection.connection, line)
    except Error as error:
        for asked in line:
            asked.error = error
        return
    for asked, rows in zip(line, found, strict=True):
        asked.rows = rows


def _done(database: sqlite3.Connection, line: list[_Asked]) -> list[Rows]:
    cursor = sqlite3.Cursor(database)
    if len(line) == 1:
        return [cursor.execute(line[0].statement, line[0].values).fetchall()]
    with database:
        cursor.execute("BEGIN IMMEDIATE")
        return [cursor.execute(asked.statement, asked.values).fetchall() for asked in line]


@cache
def _worded(statement: str) -> str:
    """A statement of ours with the driver's own marks for values."""
    return statement.replace("%s", "?")
