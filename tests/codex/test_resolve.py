"""Lookups (SEC-01, SEC-02): bounded in number and time, and failing closed."""

import _socket
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from codex.core.errors import GuardError
from codex.core.resolve import Lookups, look_up, resolve

ROOT = Path(__file__).parents[2]


class Stuck:
    """A system whose lookups hang until the test lets them go."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.released = threading.Event()

    def __call__(self, host: str, port: int) -> tuple[str, ...]:
        self.asked.append(host)
        self.released.wait(20)
        return ("192.0.2.1",)


def code_of(lookups: Lookups, seconds: float = 0.1) -> str:
    with pytest.raises(GuardError) as refusal:
        lookups.resolve("example.org", 443, seconds=seconds)
    return refusal.value.code


def test_a_name_is_looked_up_with_the_system() -> None:
    assert set(resolve("localhost", 80)) <= {"127.0.0.1", "::1"}


def test_every_distinct_address_once_in_the_systems_order(monkeypatch: pytest.MonkeyPatch) -> None:
    def getaddrinfo(host: str, port: int, **options: object) -> list[object]:
        assert (host, port, options) == ("example.org", 443, {"type": socket.SOCK_STREAM})
        return [(0, 0, 0, "", (address, port)) for address in ("192.0.2.2", "2001:db8::1", "192.0.2.2", "192.0.2.1")]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    assert resolve("example.org", 443) == ("192.0.2.2", "2001:db8::1", "192.0.2.1")


@pytest.mark.parametrize("host", ["a..b", "a" * 64 + ".org", "x\udcff", "127.0.0.1\0.example.org"])
def test_a_name_that_cannot_be_is_not_found(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # The system's own function: such names never leave the machine, and what it raises is the point.
    monkeypatch.setattr(socket, "getaddrinfo", _socket.getaddrinfo)
    with pytest.raises(GuardError) as refusal:
        resolve(host, 80)
    assert refusal.value.code == "name_unresolved"


def test_a_name_the_system_does_not_know_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def getaddrinfo(*args: object, **options: object) -> list[object]:
        raise socket.gaierror(socket.EAI_NONAME, "example.org")

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    assert look_up("example.org", 443) == ()


def test_a_lookup_that_hangs_is_given_up_on() -> None:
    stuck = Stuck()
    started = time.monotonic()
    assert code_of(Lookups(look_up=stuck)) == "name_timeout"
    assert time.monotonic() - started < 5
    stuck.released.set()


def test_no_time_left_is_a_timeout_not_a_wait() -> None:
    stuck = Stuck()
    assert code_of(Lookups(look_up=stuck), seconds=-1) == "name_timeout"
    stuck.released.set()


def test_while_every_slot_hangs_further_lookups_are_refused_unasked() -> None:
    stuck = Stuck()
    lookups = Lookups(slots=2, look_up=stuck)
    assert [code_of(lookups) for _ in range(4)] == ["name_timeout"] * 4
    assert len(stuck.asked) == 2
    stuck.released.set()


def test_a_slot_that_comes_free_serves_the_next_in_line() -> None:
    stuck = Stuck()
    lookups = Lookups(slots=1, look_up=stuck)
    assert code_of(lookups) == "name_timeout"
    threading.Timer(0.1, stuck.released.set).start()
    assert lookups.resolve("example.org", 443, seconds=20) == ("192.0.2.1",)


def test_a_slot_comes_back_when_no_thread_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    lookups = Lookups(slots=1, look_up=lambda host, port: ("192.0.2.1",))

    def start(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", start)
        assert code_of(lookups) == "name_timeout"
    assert lookups.resolve("example.org", 443, seconds=20) == ("192.0.2.1",)


def test_a_slot_comes_back_after_every_lookup() -> None:
    lookups = Lookups(slots=1, look_up=lambda host, port: ("192.0.2.1",))
    assert [lookups.resolve("example.org", 443, seconds=20) for _ in range(3)] == [("192.0.2.1",)] * 3


def test_a_lookup_that_hangs_does_not_delay_the_end_of_the_process() -> None:
    script = """
import time
from codex.core.errors import GuardError
from codex.core.resolve import Lookups
try:
    Lookups(look_up=lambda host, port: time.sleep(60)).resolve("example.org", 443, seconds=0.05)
except GuardError as refusal:
    print(refusal.code)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=30, check=True
    )
    assert done.stdout == "name_timeout\n"
