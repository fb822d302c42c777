"""What is asked of the database, counted at its driver: the busiest statements pass Django's own count by."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import psycopg
from django.db import connection


@contextmanager
def statements() -> Iterator[list[str]]:
    """The statements of this thread's connection meanwhile."""
    connection.ensure_connection()
    yield from _on_sqlite() if connection.vendor == "sqlite" else _on_postgresql()


def _on_sqlite() -> Iterator[list[str]]:
    told: list[str] = []
    connection.connection.set_trace_callback(told.append)
    try:
        yield told
    finally:
        connection.connection.set_trace_callback(None)


def _on_postgresql() -> Iterator[list[str]]:
    told: list[str] = []
    execute = psycopg.Cursor.execute

    def counted(cursor: Any, query: Any, *given: Any, **named: Any) -> Any:
        told.append(str(query))
        return execute(cursor, query, *given, **named)

    with patch.object(psycopg.Cursor, "execute", counted):
        yield told
