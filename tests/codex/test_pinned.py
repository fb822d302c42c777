"""Dialling (SEC-02): vetted addresses only, the certificate by name, and one clock over all of it."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import httpcore
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codex.core.deadline import Deadline
from codex.core.errors import FetchError
from codex.core.fetch import Exchange, fetch
from codex.core.guard import Target, guard_url
from codex.core.pinned import ATTEMPTS, PinnedBackend, to_try
from tests.certificates import certified, trusting
from tests.scripts import (
    chunked,
    drip_body,
    drip_headers,
    endless_headers,
    endless_interim,
    json_bytes,
    replying,
    silent,
)
from tests.servers import Handler, Server, Talk, listening, raw_reply, serving

NAME = "codex.example"
MOST = 100_000
# A deadline that an attack of 20 seconds must not stretch; the bound is generous for slow machines.
SHORT, BOUND = 0.4, 8.0


def target_for(port: int, *, scheme: str = "https", host: str = NAME, dial: tuple[str, ...] = ("127.0.0.1",)) -> Target:
    netloc = f"{host}:{port}"
    return guard_url(f"{scheme}://{netloc}/", allowed_hosts=(netloc,), resolver=lambda host, port: dial)


def get(target: Target, **options: Any) -> Exchange:
    limits: dict[str, Any] = {"max_bytes": MOST, "seconds": 20, "verify": trusting()}
    return fetch(target, **(limits | options))


def refusal_of(target: Target, **options: Any) -> str:
    with pytest.raises(FetchError) as refusal:
        get(target, **options)
    return refusal.value.code


@contextmanager
def secured(handler: Handler, *names: str) -> Iterator[Server]:
    with serving(handler, tls=certified(*names)) as server:
        yield server


def test_the_name_is_asked_for_and_verified_while_the_address_is_dialled() -> None:
    with secured(json_bytes(b"[]"), NAME) as server:
        assert get(target_for(server.port)).status == 200
    (request,) = server.requests
    assert (request.server_name, request.headers["host"]) == (NAME, f"{NAME}:{server.port}")


def test_an_international_name_goes_out_as_its_a_label() -> None:
    with secured(json_bytes(b"[]"), "xn--strae-oqa.example") as server:
        target = guard_url(
            f"https://Straße.example:{server.port}/",
            allowed_hosts=(f"xn--strae-oqa.example:{server.port}",),
            resolver=lambda host, port: ("127.0.0.1",),
        )
        assert get(target).status == 200
    assert server.requests[0].server_name == "xn--strae-oqa.example"


def test_a_certificate_for_another_name_is_refused() -> None:
    with secured(json_bytes(b"[]"), "other.example") as server:
        assert refusal_of(target_for(server.port)) == "fetch_tls"
    assert server.requests == []


def test_a_second_name_on_the_same_address_is_verified_too() -> None:
    with secured(json_bytes(b"[]"), NAME) as server:
        assert get(target_for(server.port)).status == 200
        assert refusal_of(target_for(server.port, host="other.example")) == "fetch_tls"


def test_an_unknown_authority_is_refused_by_default() -> None:
    with secured(json_bytes(b"[]"), NAME) as server:
        assert refusal_of(target_for(server.port), verify=None) == "fetch_tls"
    assert server.requests == []


def test_a_literal_address_is_verified_as_such() -> None:
    with secured(json_bytes(b"[]"), "127.0.0.1") as server:
        assert get(target_for(server.port, host="127.0.0.1")).status == 200


def test_ipv6_is_dialled() -> None:
    with serving(json_bytes(b"[]"), host="::1") as server:
        assert get(guard_url(server.url, allowed_hosts=(server.netloc,))).status == 200
    assert server.requests[0].headers["host"] == server.netloc


def test_a_server_that_speaks_no_tls_is_refused() -> None:
    def plain(connection: socket.socket, stopping: threading.Event) -> None:
        connection.recv(65536)
        connection.sendall(raw_reply(400))

    with listening(plain) as server:
        assert refusal_of(target_for(server.port)) == "fetch_tls"


def test_a_server_that_hangs_up_on_the_handshake_is_refused() -> None:
    with listening(lambda connection, stopping: None) as server:
        assert refusal_of(target_for(server.port)) in {"fetch_tls", "fetch_connect"}


def test_no_name_is_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    real = socket.getaddrinfo

    def getaddrinfo(host: str, *args: Any, **options: Any) -> Any:
        asked.append(host)
        return real(host, *args, **options)

    with secured(json_bytes(b"[]"), NAME) as server:
        target = target_for(server.port)
        monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
        get(target)
    assert asked == ["127.0.0.1"]


def test_a_dead_address_gives_way_to_the_next() -> None:
    with serving(json_bytes(b"[]")) as server:
        target = target_for(server.port, scheme="http", dial=("127.0.0.2", "127.0.0.3", "127.0.0.1"))
        assert get(target).status == 200


def test_no_more_than_three_addresses_are_tried() -> None:
    dead = ("127.0.0.2", "127.0.0.3", "127.0.0.4")
    with serving(json_bytes(b"[]")) as server:
        target = target_for(server.port, scheme="http", dial=(*dead, "127.0.0.1"))
        assert refusal_of(target) == "fetch_connect"
        assert server.connections == 0


ADDRESSES = st.lists(
    st.sampled_from(["1.1.1.1", "1.1.1.2", "1.1.1.3", "1.1.1.4", "::1", "::2", "::3", "::4"]), unique=True
)


@given(ADDRESSES.filter(bool).map(tuple))
def test_both_families_get_a_try_in_the_resolvers_order(addresses: tuple[str, ...]) -> None:
    tried = to_try(addresses)
    assert len(tried) == min(ATTEMPTS, len(addresses))
    assert tried[0] == addresses[0]
    for family in (":", "."):
        mine = [address for address in addresses if family in address]
        assert [address for address in tried if family in address] == mine[: sum(family in a for a in tried)]
        assert len(addresses) < 2 or any(family in address for address in tried) is bool(mine)


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


def test_a_used_up_deadline_dials_nobody() -> None:
    with serving(replying()) as server:
        assert refusal_of(target_for(server.port, scheme="http"), seconds=0) == "fetch_timeout"
    assert server.connections == 0


def timed(target: Target, **options: Any) -> str:
    started = time.monotonic()
    code = refusal_of(target, **({"seconds": SHORT} | options))
    assert time.monotonic() - started < BOUND
    return code


SLOW = [silent(), drip_headers(), drip_body(bytes(1000)), endless_interim(), endless_interim(every=0.01)]


@pytest.mark.parametrize("handler", SLOW, ids=["silent", "headers", "body", "interim", "fast interim"])
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_no_drip_stretches_the_deadline(scheme: str, handler: Handler) -> None:
    with serving(handler, tls=certified(NAME) if scheme == "https" else None) as server:
        assert timed(target_for(server.port, scheme=scheme)) == "fetch_timeout"


def drip_handshake(connection: socket.socket, stopping: threading.Event) -> None:
    """A TLS record of 16 KiB that comes byte by byte."""
    connection.sendall(b"\x16\x03\x03\x40\x00\x02\x00\x3f\xfc")
    while not stopping.wait(0.05):
        connection.sendall(b"\0")


def deaf(connection: socket.socket, stopping: threading.Event) -> None:
    """Never read, never answer."""
    stopping.wait(20)


@pytest.mark.parametrize("talk", [deaf, drip_handshake])
@pytest.mark.parametrize("limits", [{"seconds": SHORT}, {"seconds": 20, "connect_seconds": SHORT}])
def test_no_handshake_stretches_the_deadline_or_the_time_to_connect(talk: Talk, limits: dict[str, float]) -> None:
    with listening(talk) as server:
        assert timed(target_for(server.port), **limits) == "fetch_timeout"


def test_a_server_that_never_reads_does_not_stretch_the_deadline() -> None:
    with listening(deaf) as server:
        target = target_for(server.port, scheme="http")
        assert timed(target, method="POST", body=bytes(30_000_000)) == "fetch_timeout"


@pytest.mark.parametrize("handler", [endless_interim(every=0), endless_headers()])
def test_what_never_becomes_a_body_is_capped_too(handler: Handler) -> None:
    with serving(handler) as server:
        assert refusal_of(target_for(server.port, scheme="http")) in {"fetch_too_large", "fetch_protocol"}


def test_chunks_of_eight_bytes_fit_under_the_cap() -> None:
    with serving(chunked(*[b"eightful"] * (MOST // 8))) as server:
        assert len(get(target_for(server.port, scheme="http")).body) == MOST


def test_framing_that_dwarfs_the_body_is_refused() -> None:
    with serving(chunked(*[b"x"] * MOST)) as server:
        assert refusal_of(target_for(server.port, scheme="http")) == "fetch_too_large"
