"""An empty PostgreSQL database of a test's own."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg.sql import SQL, Identifier


@contextmanager
def empty_database() -> Iterator[str]:
    """Its URL; it is dropped at the end. Skips where no server is named or answers."""
    server = os.environ.get("LUMASITE_TEST_POSTGRES") or pytest.skip("LUMASITE_TEST_POSTGRES names no server")
    name = f"lumasite_test_{secrets.token_hex(6)}"
    try:
        _tell(server, SQL("CREATE DATABASE {}"), name)
    except psycopg.OperationalError:
        pytest.skip("the server of LUMASITE_TEST_POSTGRES does not answer")
    try:
        yield urlsplit(server)._replace(path=f"/{name}").geturl()
    finally:
        _tell(server, SQL("DROP DATABASE {} WITH (FORCE)"), name)


def _tell(server: str, statement: SQL, name: str) -> None:
    """By a connection of its own: the server may have restarted meanwhile."""
    with psycopg.connect(server, autocommit=True, connect_timeout=5) as connection:
        connection.execute(statement.format(Identifier(name)))
