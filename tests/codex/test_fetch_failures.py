"""How the fetch fails (SEC-02, GRD-03): by codes, without words from outside, never less verified."""

import ssl
from collections.abc import Callable
from pathlib import Path

import httpcore
import httpx
import pytest

from codex.core.errors import FetchError
from codex.core.fetch import fetch, trusting
from codex.core.guard import Target
from tests.certificates import authority
from tests.codex.fetching import MOST, SECRET, assert_clean, get, mocked
from tests.scripts import replying
from tests.servers import serving


def mock_code(answer: Callable[[httpx.Request], httpx.Response]) -> str:
    with pytest.raises(FetchError) as refusal:
        mocked(answer)
    assert_clean(refusal.value)
    return refusal.value.code


def test_a_transport_can_stand_in_for_the_network() -> None:
    exchange = mocked(lambda request: httpx.Response(200, json={"url": str(request.url)}))
    assert exchange.body == b'{"url":"https://1.1.1.1/index.json"}'


@pytest.mark.parametrize(("length", "code"), [("9" * 5000, "fetch_too_large"), ("x", "fetch_protocol")])
def test_a_stand_in_is_judged_like_the_network(length: str, code: str) -> None:
    assert mock_code(lambda request: httpx.Response(200, headers={"Content-Length": length})) == code


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (httpx.ReadTimeout(SECRET), "fetch_timeout"),
        (httpx.ConnectError(SECRET), "fetch_connect"),
        (httpx.RemoteProtocolError(SECRET), "fetch_protocol"),
        (httpx.LocalProtocolError(SECRET), "fetch_request"),
        (httpx.InvalidURL(SECRET), "fetch_request"),
        (httpcore.PoolTimeout(SECRET), "fetch_timeout"),
        (httpcore.ReadError(SECRET), "fetch_connect"),
        (httpcore.RemoteProtocolError(SECRET), "fetch_protocol"),
        (httpcore.LocalProtocolError(SECRET), "fetch_request"),
    ],
)
def test_every_failure_becomes_a_code_without_its_words(error: Exception, code: str) -> None:
    def fail(request: httpx.Request) -> httpx.Response:
        raise error

    assert mock_code(fail) == code


def test_a_url_that_the_client_reads_otherwise_is_not_sent() -> None:
    target = Target("http://evil.example/", "http", "127.0.0.1", 80, ("127.0.0.1",), "/", "http://127.0.0.1")
    with pytest.raises(FetchError) as refusal:
        fetch(target, max_bytes=MOST, seconds=20)
    assert refusal.value.code == "fetch_request"


def test_verification_cannot_be_switched_off() -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    with serving(replying()) as server, pytest.raises(FetchError) as refusal:
        get(server, verify=context)
    assert (refusal.value.code, server.connections) == ("fetch_tls", 0)


def test_a_context_that_checks_names_cannot_accept_any_certificate() -> None:
    with pytest.raises(ValueError, match="check_hostname"):
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).verify_mode = ssl.CERT_NONE


def test_a_file_of_authorities_is_trusted_and_no_other_authority_is(tmp_path: Path) -> None:
    authority().cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    context = trusting(str(tmp_path / "ca.pem"))
    assert (context.cert_store_stats()["x509_ca"], context.check_hostname) == (1, True)


@pytest.mark.parametrize("name", ["nowhere.pem", "ca\0.pem"])
def test_a_file_without_authorities_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(FetchError) as refusal:
        trusting(str(tmp_path / name))
    assert refusal.value.code == "fetch_tls"
