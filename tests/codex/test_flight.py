"""One thread works, the others wait: whatever happens, nobody waits for ever."""

import threading
import time
from typing import Any

import pytest
from django.db import connection, connections

from codex.core.errors import FetchError, SearchError
from codex.core.options import CodexOptions
from codex.store.flight import Flight
from codex.store.held import Held
from tests.codex.archives import edition_at_noon, eventually

OPTIONS = CodexOptions()


def flown() -> Held:
    return Held(edition=edition_at_noon(), options=OPTIONS)


def refused() -> Held:
    raise FetchError("fetch_connect")


def test_a_flight_brings_what_the_work_returns() -> None:
    flight, held = Flight(OPTIONS), flown()
    assert flight.is_under_way
    flight.run(lambda: held)
    assert flight.result() is held
    assert not flight.is_under_way


def test_a_failure_is_raised_for_everybody_as_an_exception_of_their_own() -> None:
    flight = Flight(OPTIONS)
    flight.run(refused)
    with pytest.raises(FetchError) as one:
        flight.result()
    with pytest.raises(FetchError) as other:
        flight.result()
    assert one.value is not other.value
    assert one.value.code == other.value.code == "fetch_connect"


def test_a_flight_that_has_not_landed_in_time_is_a_timeout() -> None:
    flight = Flight(OPTIONS)
    assert not flight.wait(0.01)
    with pytest.raises(FetchError, match="in time"):
        flight.result()


def test_a_flight_knows_how_long_ago_it_began(monkeypatch: pytest.MonkeyPatch) -> None:
    flight = Flight(OPTIONS)
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + 60)
    assert flight.age == pytest.approx(60, abs=20)


def test_an_unexpected_error_reaches_the_one_who_works_and_ends_the_waiting() -> None:
    flight = Flight(OPTIONS)

    def broken() -> Held:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        flight.run(broken)
    with pytest.raises(SearchError):
        flight.result()


@pytest.mark.django_db(transaction=True)
def test_a_thread_of_its_own_closes_its_database_connection() -> None:
    flight = Flight(OPTIONS)
    opened: list[Any] = []

    def work() -> Held:
        connection.ensure_connection()
        opened.append(connections["default"])
        return flown()

    flight.start(work)
    assert flight.wait(20)
    assert eventually(lambda: opened[0].connection is None)


def test_the_thread_never_delays_the_end_of_the_process() -> None:
    seen: list[bool] = []
    flight = Flight(OPTIONS)

    def work() -> Held:
        seen.append(threading.current_thread().daemon)
        return flown()

    flight.start(work)
    assert flight.wait(20)
    assert seen == [True]


def test_without_a_thread_to_be_had_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", none_left)
    flight = Flight(OPTIONS)
    flight.start(flown)
    assert not flight.is_under_way


@pytest.mark.django_db(transaction=True)
def test_a_thread_that_waits_gives_its_connection_back() -> None:
    connection.ensure_connection()
    Flight(OPTIONS).wait(0.01)
    assert connection.connection is None


@pytest.mark.django_db
def test_a_thread_within_a_transaction_keeps_its_connection() -> None:
    Flight(OPTIONS).wait(0.01)
    assert connection.connection is not None
