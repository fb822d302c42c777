"""Counting on PostgreSQL: statements that are planned once a connection, and commits that nobody waits for.

A commit is written to the disk a moment later, as SQLite's is here too: a count is exact whoever asks at once, and only
a database server that crashes forgets the counts of its last half second. Other transactions wait as ever.
"""

from typing import Any, Final

from django.db.backends.base.base import BaseDatabaseWrapper

#: For the transaction of the statement that it stands in, which is the whole of it.
_SOON: Final = "(SELECT set_config('synchronous_commit', 'off', true)) AS soon"
_INSERT: Final = "INSERT INTO codex_dailyuse (kind, caller, day, used) SELECT column1, column2, column3, 1 FROM"
GRANT: Final = f"""
{_INSERT} (VALUES (%s, %s, %s)) AS asked, {_SOON} WHERE true
ON CONFLICT (kind, caller, day) DO UPDATE SET used = codex_dailyuse.used + 1 WHERE codex_dailyuse.used < %s
RETURNING used
"""


def soon(statement: str) -> str:
    """A statement that reads the rows `asked`, with a commit that is not waited for."""
    return statement.replace("AS asked", f"AS asked, {_SOON}")


def is_alone(connection: BaseDatabaseWrapper) -> bool:
    """Whether a statement is a transaction of its own on PostgreSQL."""
    return connection.vendor == "postgresql" and not connection.in_atomic_block


def run(connection: BaseDatabaseWrapper, statement: str, values: list[Any]) -> list[Any]:
    """The rows of a statement that is planned at its first use (raises DatabaseError)."""
    from psycopg import Cursor  # only where PostgreSQL is used

    connection.ensure_connection()
    with connection.wrap_database_errors:
        return Cursor(connection.connection).execute(statement, values, prepare=True).fetchall()
