"""Exchanges that do not end well: each has its code, none is tried again, none takes longer than allowed (GRD-03)."""

import socket
import threading
import time
from collections.abc import Callable

import pytest

from grounded.core.chat import AiClient, AiConfig
from grounded.core.errors import AnswerRejected, ChatError, GroundedError
from tests.grounded.asking import KEY, MODEL, answering, endpoint, question
from tests.grounded.replies import completion, wrote
from tests.scripts import (
    chunked,
    closing_early,
    drip_body,
    drip_headers,
    endless_interim,
    gzip_bomb,
    gzipped,
    labelled,
    redirect,
    replying,
    silent,
    truncated_gzip,
    wrong_length,
)
from tests.servers import Handler, listening, serving

KIB = 1024


def refusal_of(handler: Handler, *, seconds: float = 20) -> GroundedError:
    """What asking ends with; nothing is ever sent twice."""
    with endpoint(handler, seconds=seconds) as (server, client):
        with pytest.raises(GroundedError) as refusal:
            client.generate(question())
        assert server.connections == 1
    return refusal.value


@pytest.mark.parametrize("status", [400, 401, 403, 404, 408, 413, 429, 500, 503, 304])
def test_a_status_that_is_no_success_becomes_its_code(status: int) -> None:
    refusal = refusal_of(replying(status, b'{"error": "no"}' * (status != 304)))
    assert isinstance(refusal, ChatError)
    assert (refusal.code, refusal.upstream) == (f"http_{status}", status)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_never_followed(status: int) -> None:
    with serving(answering()) as elsewhere:
        assert refusal_of(redirect(f"{elsewhere.url}/v1/chat/completions", status=status)).code == "redirect"
        assert elsewhere.connections == 0


PACKED = {
    "gzip": gzipped(wrote("Seven.", [])),
    "bomb": gzip_bomb(1 << 24),
    "cut": truncated_gzip(b"{}"),
    "br": labelled("br", b"{}"),
    "identity": labelled("identity", b"{}"),
}


@pytest.mark.parametrize("handler", PACKED.values(), ids=PACKED)
def test_a_packed_answer_is_refused(handler: Handler) -> None:
    assert refusal_of(handler).code == "encoded"


@pytest.mark.parametrize(
    "handler",
    [
        replying(200, b" " * (64 * KIB + 1)),
        chunked(*[b" " * KIB] * 65),
        wrong_length(b"{}", 10**9),
        chunked(*[b"x" * (64 * KIB)] * 200),
    ],
    ids=["one byte more", "without a length", "a gigabyte promised", "13 MB sent"],
)
def test_an_answer_above_64_kib_is_rejected(handler: Handler) -> None:
    refusal = refusal_of(handler)
    assert isinstance(refusal, AnswerRejected)
    assert refusal.code == "response_too_large"


def test_an_answer_of_exactly_64_kib_is_read() -> None:
    body = wrote("Seven.", [])
    with endpoint(answering(body + b" " * (64 * KIB - len(body)))) as (_, client):
        assert client.generate(question()).answer == "Seven."


@pytest.mark.parametrize(
    "handler",
    [
        silent(),
        drip_headers(),
        drip_body(wrote("Seven.", []) + b" " * 1000),
        endless_interim(),
    ],
    ids=["silence", "headers in drips", "a body in drips", "promises"],
)
def test_no_endpoint_holds_a_call_beyond_its_deadline(handler: Handler) -> None:
    started = time.monotonic()
    assert refusal_of(handler, seconds=0.5).code == "timed_out"
    assert 0.4 < time.monotonic() - started < 10


def never_shaking_hands(connection: socket.socket, stopping: threading.Event) -> None:
    stopping.wait(20)


def test_connecting_has_a_shorter_deadline() -> None:
    with listening(never_shaking_hands) as listener:
        client = AiClient(AiConfig(f"https://{listener.netloc}/v1", MODEL), seconds=20, connect_seconds=0.3)
        started = time.monotonic()
        with pytest.raises(ChatError) as refusal:
            client.generate(question())
    assert refusal.value.code == "timed_out"
    assert time.monotonic() - started < 10


def test_looking_the_name_up_counts_into_the_deadline() -> None:
    def slow(host: str, port: int) -> tuple[str, ...]:
        time.sleep(0.3)
        return ("127.0.0.1",)

    client = AiClient(AiConfig("http://localhost:9/v1", MODEL), seconds=0.2, resolver=slow)
    with pytest.raises(ChatError) as refusal:
        client.generate(question())
    assert refusal.value.code == "timed_out"


@pytest.mark.parametrize(
    ("handler", "code"),
    [
        (closing_early(), "not_http"),
        (lambda request: [b"SSH-2.0-forge\r\n"], "not_http"),
        (wrong_length(b'{"choices"', 200), "not_http"),
    ],
    ids=["closed early", "another protocol", "cut off"],
)
def test_what_is_no_whole_answer_is_told_so(handler: Handler, code: str) -> None:
    assert refusal_of(handler).code == code


def test_an_endpoint_that_does_not_run_is_unreachable() -> None:
    with serving(answering()) as server:
        gone = AiConfig(f"{server.url}/v1", MODEL)
    with pytest.raises(ChatError) as refusal:
        AiClient(gone, seconds=5).generate(question())
    assert refusal.value.code == "unreachable"


def resolving(*addresses: str) -> Callable[[str, int], tuple[str, ...]]:
    return lambda host, port: addresses


@pytest.mark.parametrize(
    ("base_url", "addresses", "code"),
    [
        ("https://llm.acme.com/v1", (), "name_unresolved"),
        ("https://llm.acme.com/v1", ("127.0.0.1",), "private_host"),
        ("https://llm.acme.com/v1", ("93.184.216.34", "10.0.0.1"), "private_host"),
        ("https://llm.acme.com/v1", ("169.254.169.254",), "address_refused"),
        ("http://localhost/v1", ("93.184.216.34",), "address_refused"),
    ],
)
def test_a_name_that_leads_where_it_may_not_is_not_dialled(
    base_url: str, addresses: tuple[str, ...], code: str
) -> None:
    client = AiClient(AiConfig(base_url, MODEL, KEY), resolver=resolving(*addresses))
    with pytest.raises(ChatError) as refusal:
        client.generate(question())
    assert refusal.value.code == code


def test_a_listed_private_host_is_dialled() -> None:
    with serving(answering()) as server:
        config = AiConfig(f"http://ollama:{server.port}/v1", MODEL, KEY, (f"ollama:{server.port}",))
        answer = AiClient(config, resolver=resolving("127.0.0.1")).generate(question())
    assert answer.citations == ("s1",)
    assert server.requests[0].headers["host"] == f"ollama:{server.port}"


@pytest.mark.parametrize("name", ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "all_proxy"])
def test_no_ambient_proxy_is_used(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(answering()) as proxy, endpoint() as (server, client):
        monkeypatch.setenv(name, proxy.url)
        monkeypatch.setenv("NO_PROXY", "[")
        client.generate(question())
    assert (proxy.connections, server.connections) == (0, 1)


def test_a_refused_answer_is_not_asked_for_again() -> None:
    assert refusal_of(answering(completion("no object"))).code == "invalid_json"
