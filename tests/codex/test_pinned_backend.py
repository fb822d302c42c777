"""The backend that dials (SEC-02): its one origin, vetted peers, and shares of the time to connect."""

import socket
import threading
import time
from contextlib import suppress
from typing import Any

import httpcore
import pytest

from codex.core.deadline import Deadline
from codex.core.errors import FetchError
from codex.core.guard import Target
from codex.core.pinned import PinnedBackend
from tests.certificates import trusting
from tests.codex.dialling import MOST, NAME, secured, target_for
from tests.scripts import silent
from tests.servers import listening, serving


class Inner(httpcore.SyncBackend):
    """The real backend, with a hand on its shoulder: `instead` dials elsewhere, errors are raised in turn."""

    def __init__(self, *errors: Exception, instead: str = "", wait: float = 0) -> None:
        self.errors = list(errors)
        self.instead = instead
        self.wait = wait
        self.asked: list[tuple[str, float]] = []
        self.streams: list[httpcore.NetworkStream] = []

    def connect_tcp(self, host: str, port: int, timeout: float | None = None, *args: Any, **options: Any) -> Any:
        self.asked.append((host, timeout or 0))
        if self.errors:
            raise self.errors.pop(0)
        stream = super().connect_tcp(self.instead or host, port, timeout, *args, **options)
        time.sleep(self.wait)
        self.streams.append(stream)
        return stream


def backend(
    target: Target, inner: Inner, *, seconds: float = 20, connect_seconds: float | None = None
) -> PinnedBackend:
    return PinnedBackend(
        target, deadline=Deadline.after(seconds), connect_seconds=connect_seconds, max_received=MOST, inner=inner
    )


def dial_code(pinned: PinnedBackend, host: str, port: int) -> str:
    with pytest.raises(FetchError) as refusal:
        pinned.connect_tcp(host, port)
    return refusal.value.code


@pytest.mark.parametrize(("host", "port"), [("other.example", 80), (NAME, 81), ("127.0.0.1", 80)])
def test_any_other_origin_is_refused_undialled(host: str, port: int) -> None:
    inner = Inner()
    assert dial_code(backend(target_for(80, scheme="http"), inner), host, port) == "fetch_connect"
    assert inner.asked == []


def test_a_peer_that_was_not_vetted_is_dropped() -> None:
    inner = Inner(instead="127.0.0.1")
    with serving(silent()) as server:
        target = target_for(server.port, scheme="http", dial=("127.0.0.2",))
        assert dial_code(backend(target, inner), NAME, server.port) == "fetch_connect"
        assert inner.streams[0].get_extra_info("socket").fileno() == -1


def test_a_peer_that_is_gone_again_is_dropped() -> None:
    class Reset(Inner):
        def connect_tcp(self, *args: Any, **options: Any) -> Any:
            stream = super().connect_tcp(*args, **options)
            stream.write(b"?", timeout=20)
            with suppress(httpcore.ReadError):
                stream.read(1, timeout=20)
            return stream

    def reset(connection: socket.socket, stopping: threading.Event) -> None:
        connection.recv(1)  # sooner, and the dialling itself might fail
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")

    with listening(reset) as server:
        target = target_for(server.port, scheme="http")
        assert dial_code(backend(target, Reset()), NAME, server.port) == "fetch_connect"


def test_the_time_to_connect_is_shared_between_the_addresses() -> None:
    inner = Inner(httpcore.ConnectTimeout(), httpcore.ConnectError(), httpcore.ConnectTimeout())
    target = target_for(80, scheme="http", dial=("127.0.0.2", "127.0.0.3", "127.0.0.4"))
    assert dial_code(backend(target, inner, seconds=60, connect_seconds=30), NAME, 80) == "fetch_timeout"
    assert [round(share) for _, share in inner.asked] == [10, 15, 30]


def test_the_time_to_connect_never_exceeds_the_deadline() -> None:
    inner = Inner(httpcore.ConnectError())
    assert dial_code(backend(target_for(80, scheme="http"), inner, seconds=3, connect_seconds=30), NAME, 80)
    assert inner.asked[0][1] <= 3


def test_a_slow_connection_leaves_no_time_for_the_handshake() -> None:
    inner = Inner(wait=0.2)
    with secured(silent(), NAME) as server:
        stream = backend(target_for(server.port), inner, connect_seconds=0.1).connect_tcp(NAME, server.port)
        with pytest.raises(FetchError) as refusal:
            stream.start_tls(trusting(), NAME)
    assert refusal.value.code == "fetch_timeout"
    assert inner.streams[0].get_extra_info("socket").fileno() == -1
