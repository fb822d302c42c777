"""One clock and one cap over all of an exchange (SEC-02): no drip stretches them."""

import socket
import threading
import time
from typing import Any

import pytest

from codex.core.guard import Target
from tests.certificates import certified
from tests.codex.dialling import MOST, NAME, get, refusal_of, target_for
from tests.scripts import chunked, drip_body, drip_headers, endless_headers, endless_interim, replying, silent
from tests.servers import Handler, Talk, listening, serving

# A deadline that an attack of 20 seconds must not stretch; the bound is generous for slow machines.
SHORT, BOUND = 0.4, 8.0


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
