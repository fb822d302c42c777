"""The fetch (SEC-02, GRD-03): one exchange, judged, capped and clean of other people's words."""

import logging
import ssl
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import httpcore
import httpx
import pytest

from codex.core.errors import FetchError
from codex.core.fetch import Exchange, fetch, trusting
from codex.core.guard import Target, guard_url
from tests.certificates import authority
from tests.scripts import (
    chunked,
    closing_early,
    gzip_twice,
    gzipped,
    json_bytes,
    labelled,
    redirect,
    replying,
    truncated_gzip,
    wrong_length,
)
from tests.servers import Handler, Server, listening, raw_reply, serving

MOST = 100_000
SECRET = "sk-very-secret"


def target_for(server: Server, path: str = "/index.json") -> Target:
    return guard_url(server.url + path, allowed_hosts=(server.netloc,))


def get(server: Server, **options: Any) -> Exchange:
    return fetch(target_for(server), **({"max_bytes": MOST, "seconds": 20} | options))


def code_of(handler: Handler, **options: Any) -> str:
    with serving(handler) as server, pytest.raises(FetchError) as refusal:
        get(server, **options)
    return refusal.value.code


def sent(**options: Any) -> Mapping[str, str]:
    with serving(replying()) as server:
        get(server, **options)
    return server.requests[0].headers


def test_a_body_comes_back_with_its_headers() -> None:
    with serving(json_bytes(b"[1]", etag='"1"')) as server:
        exchange = get(server)
    assert (exchange.status, exchange.body, exchange.wire_bytes) == (200, b"[1]", 3)
    assert exchange.headers["etag"] == '"1"'


def test_headers_cannot_be_changed() -> None:
    with serving(replying()) as server:
        exchange = get(server)
    with pytest.raises(TypeError):
        exchange.headers["etag"] = "forged"  # type: ignore[index]


def test_an_exchange_does_not_show_what_it_holds() -> None:
    with serving(replying(200, b"secret body", {"X-Secret": "secret header"})) as server:
        assert "secret" not in repr(get(server))


def test_a_conditional_request_gets_304_without_a_body() -> None:
    with serving(json_bytes(b"[1]", etag='"1"')) as server:
        exchange = get(server, headers={"If-None-Match": '"1"'})
    assert (exchange.status, exchange.body) == (304, b"")


def test_a_304_may_repeat_the_encoding_of_the_body_it_does_not_send() -> None:
    with serving(replying(304, headers={"Content-Encoding": "gzip"})) as server:
        assert get(server).status == 304


@pytest.mark.parametrize("status", [200, 201, 299, 304, 400, 401, 404, 429, 500, 503])
def test_every_status_but_a_redirect_is_the_callers_to_judge(status: int) -> None:
    with serving(replying(status)) as server:
        assert get(server).status == status


@pytest.mark.parametrize("status", [404, 500])
def test_the_body_of_an_error_is_not_read(status: int) -> None:
    with serving(replying(status, b"x" * (MOST + 1), {"Content-Encoding": "br"})) as server:
        assert get(server).body == b""


@pytest.mark.parametrize("status", [300, 301, 302, 303, 305, 307, 308])
def test_a_redirect_is_never_followed(status: int) -> None:
    with serving(json_bytes(b"[]")) as elsewhere, serving(redirect(elsewhere.url, status=status)) as server:
        with pytest.raises(FetchError) as refusal:
            get(server)
        assert (refusal.value.code, refusal.value.answered) == ("fetch_redirect", status)
        assert elsewhere.connections == 0


def test_what_goes_out_by_default() -> None:
    headers = dict(sent())
    assert headers.pop("host").startswith("127.0.0.1:")
    assert headers == {"accept-encoding": "gzip, identity", "connection": "close", "user-agent": "lumasite"}


def test_without_gzip_none_is_asked_for() -> None:
    assert sent(gzip=False)["accept-encoding"] == "identity"


def test_the_path_and_query_go_out_as_the_target_has_them() -> None:
    with serving(replying()) as server:
        fetch(target_for(server, "/a//b/../ö?q=%zz&r[]=|"), max_bytes=MOST, seconds=20)
    assert server.requests[0].target == "/a//b/../%C3%B6?q=%zz&r%5B%5D=%7C"


def test_a_body_is_posted_once_with_its_length() -> None:
    with serving(replying()) as server:
        get(server, method="POST", body=b'{"a": 1}', headers={"Authorization": f"Bearer {SECRET}"})
    (request,) = server.requests
    assert (request.method, request.body, request.headers["content-length"]) == ("POST", b'{"a": 1}', "8")
    assert request.headers["authorization"] == f"Bearer {SECRET}"


def test_an_answer_before_the_end_of_the_request_counts() -> None:
    def hasty(connection: Any, stopping: Any) -> None:
        connection.recv(1024)
        connection.sendall(raw_reply(413))
        stopping.wait(1)

    with listening(hasty) as server:
        target = guard_url(f"http://{server.netloc}/", allowed_hosts=(server.netloc,))
        assert fetch(target, max_bytes=MOST, seconds=20, method="POST", body=bytes(5_000_000)).status == 413


@pytest.mark.parametrize(
    "headers",
    [
        {"Authorization": f"Bearer {SECRET}\n"},
        {"Authorization": f"Bearer {SECRET}\r\nX-Injected: 1"},
        {"Authorization": f"Bearer {SECRET} ключ"},
        {"Authorization": f" {SECRET}"},
        {"Authorization": ""},
        {f"X {SECRET}": "1"},
        {"Host": SECRET},
        {"ACCEPT-ENCODING": SECRET},
        {"Transfer-Encoding": SECRET},
    ],
)
def test_a_header_that_cannot_be_sent_is_refused_before_the_network_and_not_shown(headers: dict[str, str]) -> None:
    with serving(replying()) as server, pytest.raises(FetchError) as refusal:
        get(server, headers=headers)
    assert refusal.value.code == "fetch_request"
    assert server.connections == 0
    assert_clean(refusal.value)


def assert_clean(error: FetchError) -> None:
    """Neither text nor chain may hold what came from outside."""
    assert SECRET not in repr(error) + str(error)
    assert error.__cause__ is None
    assert error.__context__ is None


@pytest.mark.parametrize(
    "handler",
    [
        replying(302, headers={"Location": f"/{SECRET}"}),
        labelled(SECRET, b""),
        wrong_length(b"", SECRET),
        lambda request: [f"{SECRET} 200 OK\r\n\r\n".encode()],
        closing_early(),
    ],
)
def test_a_refusal_holds_nothing_of_what_the_server_said(handler: Handler) -> None:
    with serving(handler) as server, pytest.raises(FetchError) as refusal:
        get(server, headers={"Authorization": SECRET})
    assert_clean(refusal.value)


def test_nothing_is_logged_whatever_level_the_site_logs_at(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with serving(redirect(f"/{SECRET}")) as server, pytest.raises(FetchError):
        fetch(target_for(server, f"/?{SECRET}"), max_bytes=MOST, seconds=20, headers={"X-Key": SECRET})
    assert caplog.records == []


@pytest.mark.parametrize("name", ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"])
def test_no_proxy_is_used(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(replying(500)) as proxy, serving(json_bytes(b"[]")) as server:
        monkeypatch.setenv(name, proxy.url)
        assert get(server).status == 200
        assert proxy.connections == 0


def test_no_cookie_is_kept() -> None:
    with serving(replying(200, headers={"Set-Cookie": "a=b"})) as server:
        get(server)
        get(server)
    assert "cookie" not in server.requests[1].headers


def test_each_fetch_uses_a_connection_of_its_own() -> None:
    with serving(json_bytes(b"[]")) as server:
        get(server)
        get(server)
        assert server.connections == 2


@pytest.mark.parametrize("encoding", ["", "identity", "IDENTITY "])
def test_plain_bodies(encoding: str) -> None:
    with serving(labelled(encoding, b"[]")) as server:
        assert get(server).body == b"[]"


def test_gzip_is_unpacked_and_its_wire_size_told() -> None:
    with serving(gzipped(b"[" + b" " * 50_000 + b"]")) as server:
        exchange = get(server)
    assert len(exchange.body) == 50_002
    assert exchange.wire_bytes < 500


@pytest.mark.parametrize("encoding", ["br", "zstd", "deflate", "gzip, gzip", "gzip,identity", "compress", "*"])
def test_any_other_encoding_is_refused(encoding: str) -> None:
    assert code_of(labelled(encoding, b"[]")) == "fetch_encoding"


def test_gzip_twice_is_refused() -> None:
    assert code_of(gzip_twice(1 << 20)) == "fetch_encoding"


@pytest.mark.parametrize("encoding", ["gzip", "br", "identity"])
def test_where_gzip_is_not_asked_for_no_encoding_is_taken(encoding: str) -> None:
    assert code_of(labelled(encoding, b"[]"), gzip=False) == "fetch_encoding"


@pytest.mark.parametrize("handler", [truncated_gzip(b"words"), labelled("gzip", b"[]")])
def test_broken_gzip_is_refused(handler: Handler) -> None:
    assert code_of(handler) == "fetch_encoding"


def test_two_encoding_headers_are_refused() -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n"
    assert code_of(lambda request: [head]) == "fetch_encoding"


def test_the_cap_itself_may_be_filled() -> None:
    with serving(replying(200, bytes(MOST))) as server:
        assert len(get(server).body) == MOST


def test_a_length_above_the_cap_is_refused_before_the_body() -> None:
    def boast(request: Any) -> Any:
        yield raw_reply(200, headers={"Content-Length": str(MOST + 1)})
        request.pause(20)

    assert code_of(boast) == "fetch_too_large"


@pytest.mark.parametrize(("length", "size"), [(str(MOST + 1), MOST + 1), ("9" * 5_000, None)])
def test_the_length_that_was_announced_is_told_with_the_refusal(length: str, size: int | None) -> None:
    with pytest.raises(FetchError) as refusal:
        mocked(lambda request: httpx.Response(200, headers={"Content-Length": length}))
    assert (refusal.value.code, refusal.value.size) == ("fetch_too_large", size)


@pytest.mark.parametrize("body", [bytes(MOST + 1)])
def test_a_body_that_hides_its_length_is_capped(body: bytes) -> None:
    assert code_of(chunked(body[:MOST], body[MOST:])) == "fetch_too_large"
    assert code_of(lambda request: [b"HTTP/1.0 200 OK\r\n\r\n", body]) == "fetch_too_large"


def test_a_length_that_is_too_long_is_a_broken_answer() -> None:
    assert code_of(wrong_length(b"[]", 3)) == "fetch_protocol"


def test_a_length_that_is_too_short_ends_the_body() -> None:
    with serving(wrong_length(b"[] and more", 2)) as server:
        assert get(server).body == b"[]"


@pytest.mark.parametrize("length", ["-1", "1e3", "٣", "9" * 5000, "1, 2"])
def test_a_length_that_is_none_is_a_broken_answer(length: str) -> None:
    head = f"HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n".encode()
    assert code_of(lambda request: [head]) == "fetch_protocol"


@pytest.mark.parametrize(
    "answer",
    [b"", b"[]", b"HTTP/1.1 banana OK\r\n\r\n", b"HTTP/1.1 200 OK\r\nno colon\r\n\r\n"],
)
def test_what_is_no_http_is_a_broken_answer(answer: bytes) -> None:
    assert code_of(lambda request: [answer]) == "fetch_protocol"


def test_a_header_section_without_end_is_a_broken_answer() -> None:
    head = b"HTTP/1.1 200 OK\r\n" + b"X-Filler: aaaaaaaa\r\n" * 10_000
    assert code_of(lambda request: [head]) == "fetch_protocol"


def mocked(answer: Callable[[httpx.Request], httpx.Response]) -> Exchange:
    target = guard_url("https://1.1.1.1/index.json")
    return fetch(target, max_bytes=MOST, seconds=20, transport=httpx.MockTransport(answer))


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
