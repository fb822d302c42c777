"""The pool of connections is well again as soon as its server is, and whoever has to wait for it waits once."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from django.db import OperationalError
from django.db.utils import ConnectionHandler
from pytest_django import DjangoDbBlocker

from lumasite import settings
from tests.fleet.wires import Wire

pytestmark = pytest.mark.postgres
Ask = Callable[[], int]


@pytest.fixture
def wire(postgres_url: str) -> Iterator[Wire]:
    wire = Wire(postgres_url, 5432)
    yield wire
    wire.close()


@pytest.fixture
def handler(wire: Wire, monkeypatch: pytest.MonkeyPatch, django_db_blocker: DjangoDbBlocker) -> Iterator[Any]:
    """Makes connections over the wire, each as another thread of the site would, all from one pool."""
    monkeypatch.setenv("DATABASE_URL", wire.url)
    handler = ConnectionHandler({"default": {}, "wired": settings._database()})
    with django_db_blocker.unblock():
        yield handler
        last: Any = handler.create_connection("wired")
        last.close_pool()


def ask(connection: Any) -> int:
    """The number of the server's process that answers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def fill(handler: Any, count: int = 5) -> set[int]:
    """Have so many connections lie idle."""
    several = [handler.create_connection("wired") for _ in range(count)]
    found = {ask(one) for one in several}
    for one in several:
        one.close()
    assert len(found) == count
    return found


def seconds(handler: Any) -> float:
    """How long somebody waits in vain."""
    begun = time.monotonic()
    with pytest.raises(OperationalError):
        ask(handler.create_connection("wired"))
    return time.monotonic() - begun


def test_a_server_that_restarted_costs_nobody_a_request(handler: Any, wire: Wire) -> None:
    before = fill(handler)
    wire.cut()
    wire.mend()
    for _ in range(5):
        connection = handler.create_connection("wired")
        assert ask(connection) not in before
        connection.close()


def test_idle_connections_are_lent_again(handler: Any) -> None:
    assert fill(handler) & fill(handler)


def test_one_waits_for_a_server_that_is_away_and_the_others_are_told_soon(handler: Any, wire: Wire) -> None:
    fill(handler)
    wire.cut()
    first = seconds(handler)
    assert max(seconds(handler) for _ in range(2)) < first / 3
    wire.mend()
    assert ask(handler.create_connection("wired"))


def test_one_that_breaks_in_use_takes_along_those_that_were_idle(handler: Any) -> None:
    before = fill(handler)
    broken, killer = handler.create_connection("wired"), handler.create_connection("wired")
    with killer.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [ask(broken)])
    with suppress(OperationalError):
        ask(broken)
    broken.close()
    killer.close()
    assert not fill(handler) & before
