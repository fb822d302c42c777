"""Calls in flight: so many and no more, each with a sign of life, none that keeps the process (GRD-09)."""

import threading
from collections.abc import Sequence
from functools import partial

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from grounded.errors import AnswerError
from grounded.runner import Runner
from lumasite.requestids import RequestIds, current
from tests.codex.archives import eventually


def nobody(names: Sequence[str]) -> None:
    """Nobody listens."""


def wait_for(gate: threading.Event) -> None:
    gate.wait(20)


def wait_until_heard(names: list[str], heard: list[list[str]]) -> None:
    eventually(lambda: names in heard)


def test_work_is_done_in_another_thread() -> None:
    done: list[threading.Thread] = []
    runner = Runner(nobody)
    with runner.slot(1) as slot:
        slot.run("a", lambda: done.append(threading.current_thread()))
    assert eventually(lambda: runner.in_flight == 0)
    assert [thread.daemon for thread in done] == [True]
    assert done[0] is not threading.current_thread()


def test_no_more_than_so_many_are_in_flight() -> None:
    gate, runner = threading.Event(), Runner(nobody)
    for name in "ab":
        with runner.slot(2) as slot:
            slot.run(name, partial(wait_for, gate))
    with pytest.raises(AnswerError) as refusal, runner.slot(2):
        pass
    assert refusal.value.code == "too_many_in_flight"
    gate.set()
    assert eventually(lambda: runner.in_flight == 0)


def test_a_place_that_is_not_used_is_given_back() -> None:
    runner = Runner(nobody)
    with pytest.raises(ZeroDivisionError), runner.slot(1):
        raise ZeroDivisionError
    assert eventually(lambda: runner.in_flight == 0)
    with runner.slot(1):
        pass
    assert eventually(lambda: runner.in_flight == 0)


def test_one_place_is_good_for_one_piece_of_work() -> None:
    done: list[str] = []
    runner = Runner(nobody)
    with runner.slot(1) as slot:
        slot.run("a", lambda: done.append("once"))
        slot.run("a", lambda: done.append("twice"))
    assert eventually(lambda: runner.in_flight == 0)
    assert done == ["once"]


def test_work_that_breaks_gives_its_place_back() -> None:
    runner = Runner(nobody)
    with runner.slot(1) as slot:
        slot.run("a", lambda: [][0])
    assert eventually(lambda: runner.in_flight == 0)


def test_without_a_thread_there_is_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", fail)
    runner = Runner(nobody)
    with pytest.raises(AnswerError) as refusal, runner.slot(1):
        pass
    assert (refusal.value.code, runner.in_flight) == ("too_many_in_flight", 0)


def test_calls_in_flight_give_a_sign_of_life_and_stop_when_they_end() -> None:
    heard: list[list[str]] = []
    gate, runner = threading.Event(), Runner(lambda names: heard.append(list(names)), beat=0.01)
    for name in "ab":
        with runner.slot(2) as slot:
            slot.run(name, partial(wait_for, gate))
    assert eventually(lambda: heard.count(["a", "b"]) > 2)
    gate.set()
    assert eventually(lambda: runner.in_flight == 0 and not beating())
    before = len(heard)
    with runner.slot(1) as slot:
        slot.run("c", lambda: wait_until_heard(["c"], heard))
    assert eventually(lambda: runner.in_flight == 0)
    assert len(heard) > before


def beating() -> bool:
    return any(thread.name == "grounded-beat" for thread in threading.enumerate())


def test_what_is_logged_of_the_work_has_the_number_of_its_request(rf: RequestFactory) -> None:
    numbers: list[str] = []
    runner = Runner(nobody)

    def view(request: HttpRequest) -> HttpResponse:
        with runner.slot(1) as slot:
            slot.run("a", lambda: numbers.append(current()))
        return HttpResponse()

    RequestIds(view)(rf.get("/", headers={"X-Request-ID": "number-7"}))
    assert eventually(lambda: numbers == ["number-7"])
