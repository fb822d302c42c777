"""Dialling (SEC-02): vetted addresses only, and the certificate by name."""

import socket
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codex.core.guard import guard_url
from codex.core.pinned import ATTEMPTS, to_try
from tests.codex.dialling import NAME, get, refusal_of, secured, target_for
from tests.scripts import json_bytes
from tests.servers import listening, raw_reply, serving


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
