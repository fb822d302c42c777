"""The fetch (SEC-02, GRD-03): one exchange, judged, and clean of other people's words."""

import logging
from collections.abc import Mapping
from typing import Any

import pytest

from codex.core.errors import FetchError
from codex.core.fetch import fetch
from codex.core.guard import guard_url
from tests.codex.fetching import MOST, SECRET, assert_clean, get, target_for
from tests.scripts import closing_early, json_bytes, labelled, redirect, replying, wrong_length
from tests.servers import Handler, listening, raw_reply, serving


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
