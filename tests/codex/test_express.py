"""Programs are answered beside the framework's handler byte for byte as through it."""

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import OperationalError, close_old_connections
from django.test import override_settings
from django.utils.module_loading import import_string
from hypothesis import given
from hypothesis import strategies as st

from codex.models import DailyUse
from codex.web.express import Express
from tests.codex.bots import new_token
from tests.shelving import change_settings, put_on_shelf
from tests.statements import statements

pytestmark = pytest.mark.django_db
SEARCH = "/api/v1/search"
Answer = tuple[str, list[tuple[str, str]], bytes]
#: Seconds left of the day, which may end between two answers.
_SECONDS = re.compile(r"t=\d+")


@pytest.fixture(autouse=True)
def _archive(tmp_path: Path, db: None) -> None:
    put_on_shelf(tmp_path)


@pytest.fixture(autouse=True)
def _connection_kept(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The end of a request would close the connection that the test's transaction is in."""
    monkeypatch.setattr("codex.web.express.close_old_connections", lambda: None)
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def environ(path: str, query: str, body: bytes, changes: dict[str, Any]) -> dict[str, Any]:
    return {
        "REQUEST_METHOD": "POST" if body else "GET",
        "SCRIPT_NAME": "",
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "SERVER_NAME": "testserver",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "testserver",
        "REMOTE_ADDR": "192.0.2.1",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": io.StringIO(),
        "HTTP_X_REQUEST_ID": "number-1",
        **({"CONTENT_TYPE": "application/json"} if body else {}),
        **changes,
    }


def answered(application: Any, path: str, query: str, body: bytes = b"", **changes: Any) -> Answer:
    """What a server would send; nothing is counted yet when it is asked."""
    DailyUse.objects.all().delete()
    begun: list[Any] = []

    def start(status: str, headers: list[tuple[str, str]], _: object = None) -> None:
        begun[:] = [status, [(name, _SECONDS.sub("t=", value)) for name, value in headers]]

    given = application(environ(path, query, body, changes), start)
    content = b"".join(given)
    if hasattr(given, "close"):
        given.close()
    return begun[0], begun[1], content


@pytest.fixture(scope="module")
def ways() -> tuple[Any, Any]:
    """The short way, and the long one alone."""
    long = get_wsgi_application()
    return Express(_nobody), long


def _nobody(environ: object, start: Any) -> Iterator[bytes]:
    start("599 The long way", [])
    yield b""


def both(ways: tuple[Any, Any], query: str, path: str = SEARCH, body: bytes = b"", **changes: Any) -> Answer:
    """The one answer that both ways give."""
    short, long = (answered(way, path, query, body, **changes) for way in ways)
    assert short == long
    return short


def bearer(token: str, pilgrim: str = "pilgrim-1") -> dict[str, Any]:
    return {"HTTP_AUTHORIZATION": f"Bearer {token}", "HTTP_X_CODEX_USER": pilgrim}


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("q=manometer", 200),
        ("query=manometer&lang=de&limit=2", 200),
        ("q=pressure&page=2&limit=5&detail=full", 200),
        ("q=manometer&format=md", 200),
        ("q=%D0%BA%D0%BE%D1%82%D0%B5%D0%BB&lang=uk", 200),
        ("q=nothingness", 200),
        ("q=", 400),
        ("q=%00", 400),
        ("q=manometer&limit=0", 400),
        ("q=manometer&unknown=1", 200),
        ("q=pressure&page=99", 404),
        ("q=luma_abcdefghijklmnopqrstuvwxyz", 400),
        ("q=%6Cuma_abcdefghijklmnopqrstuvwxyz", 400),
    ],
)
def test_both_ways_answer_byte_for_byte_alike(ways: tuple[Any, Any], query: str, status: int) -> None:
    expected = f"{status} "
    if status == 400 and "uma_" in query:
        assert answered(ways[0], SEARCH, query)[0] == "599 The long way"
    else:
        assert both(ways, query)[0].startswith(expected)


@pytest.mark.parametrize(
    "sent",
    [
        {"HTTP_ACCEPT": "application/json"},
        {"HTTP_ACCEPT": "text/markdown, */*;q=0.1"},
        {"HTTP_ACCEPT_LANGUAGE": "de", "HTTP_COOKIE": "session=none"},
        {"HTTP_X_REQUEST_ID": "number-22"},
        {"HTTP_ORIGIN": "https://elsewhere.example"},
        {"HTTP_AUTHORIZATION": "Bearer luma_no"},
        {"HTTP_AUTHORIZATION": "Basic eDp5"},
        {"HTTP_IF_NONE_MATCH": '"another"'},
        {"CONTENT_TYPE": "text/plain; charset=latin-1"},
        {"HTTP_X_FORWARDED_FOR": "198.51.100.7", "REMOTE_ADDR": "not an address"},
        {"REMOTE_ADDR": ""},
    ],
)
def test_both_ways_read_the_same_headers(ways: tuple[Any, Any], sent: dict[str, Any]) -> None:
    both(ways, "q=manometer", **sent)


@pytest.mark.parametrize("pilgrim", ["pilgrim-1", "", "x" * 129, "p\u00c3\u00bc", "\u00ff"])
def test_both_ways_know_the_same_bots_and_pilgrims(ways: tuple[Any, Any], pilgrim: str) -> None:
    both(ways, "q=manometer&lang=de", **bearer(new_token(), pilgrim))


def test_both_ways_refuse_a_pilgrim_in_the_address(ways: tuple[Any, Any]) -> None:
    for query in ("q=valve&pilgrim=one", "q=valve&p%69lgrim=one"):
        assert both(ways, query, **bearer(new_token()))[0].startswith("400 ")


def test_both_ways_refuse_alike_when_nothing_is_left(ways: tuple[Any, Any]) -> None:
    change_settings(codex_daily_anonymous=0)
    assert both(ways, "q=valve")[0].startswith("429 ")


def test_both_ways_refuse_alike_when_strangers_may_not_ask(ways: tuple[Any, Any]) -> None:
    change_settings(allow_anonymous_api=False)
    assert both(ways, "q=valve")[0].startswith("401 ")


def test_both_ways_answer_a_question_that_was_answered_before_alike(ways: tuple[Any, Any]) -> None:
    _, headers, _ = both(ways, "q=valve")
    assert both(ways, "q=valve", HTTP_IF_NONE_MATCH=dict(headers)["ETag"])[0].startswith("304 ")


@pytest.mark.parametrize("body", [b'{"q": "valve"}', b'{"q": ', b'{"q": "valve", "pilgrim": "one"}', b"[]"])
def test_both_ways_take_the_same_bodies(ways: tuple[Any, Any], body: bytes) -> None:
    both(ways, "", body=body)
    both(ways, "", body=body, CONTENT_TYPE="text/plain")


def test_both_ways_carry_out_the_same_tool_calls(ways: tuple[Any, Any]) -> None:
    change_settings(enable_codex=True)
    call = json.dumps({"function": {"name": "codex_search", "arguments": '{"query": "valve"}'}}).encode()
    assert both(ways, "", f"{SEARCH[:8]}tools/call", call, **bearer(new_token()))[0] == "200 OK"
    assert both(ways, "", f"{SEARCH[:8]}tools", **bearer(new_token()))[0] == "200 OK"


@given(query=st.text(max_size=20), lang=st.sampled_from(["en", "nb-NO", "x", ""]), raw=st.booleans())
def test_both_ways_agree_on_any_question(ways: tuple[Any, Any], query: str, lang: str, *, raw: bool) -> None:
    told = query.encode("utf-8", "replace").decode("latin-1") if raw else quote(query, errors="replace")
    if "luma" not in query:
        both(ways, f"q={told}&lang={lang}")


@override_settings(SECURE_HSTS_SECONDS=60, SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https"))
def test_what_only_safe_connections_get_is_told_to_no_other() -> None:
    ways = (Express(_nobody), get_wsgi_application())
    assert "Strict-Transport-Security" not in dict(both(ways, "q=valve")[1])
    assert "Strict-Transport-Security" in dict(both(ways, "q=valve", HTTP_X_FORWARDED_PROTO="https")[1])


@pytest.mark.parametrize(
    "sent",
    [
        {"HTTP_HOST": "elsewhere.example"},
        {"REQUEST_METHOD": "HEAD"},
        {"REQUEST_METHOD": "OPTIONS", "HTTP_ACCESS_CONTROL_REQUEST_METHOD": "GET"},
        {"SCRIPT_NAME": "/below"},
    ],
)
def test_whatever_else_is_asked_goes_the_long_way(ways: tuple[Any, Any], sent: dict[str, Any]) -> None:
    assert answered(ways[0], SEARCH, "q=valve", **sent)[0] == "599 The long way"
    assert answered(ways[0], "/search", "q=valve")[0] == "599 The long way"


@override_settings(SECURE_SSL_REDIRECT=True)
def test_where_the_middleware_answers_itself_it_is_asked() -> None:
    assert answered(Express(_nobody), SEARCH, "q=valve")[0] == "599 The long way"


def test_a_fault_is_told_as_anywhere(ways: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    for error, status in ((OperationalError, "503 "), (ArithmeticError, "500 ")):
        monkeypatch.setattr("codex.rest.auth.bearer", _raising(error))
        found = [answered(way, SEARCH, "q=valve", HTTP_AUTHORIZATION="Bearer x") for way in ways]
        assert found[0] == found[1]
        assert found[0][0].startswith(status)


def _raising(error: type[Exception]) -> Any:
    def fail(_: str) -> None:
        raise error

    return fail


def test_hosts_are_remembered_and_no_more_than_a_site_has(
    ways: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("codex.web.express._MOST_HOSTS", 1)
    short = Express(_nobody)
    with override_settings(ALLOWED_HOSTS=["*"]):
        for name in ("one.example", "two.example", "one.example"):
            assert answered(short, SEARCH, "q=valve", HTTP_HOST=name)[0] == "200 OK"


@pytest.mark.django_db(transaction=True)
def test_a_search_takes_one_statement(ways: tuple[Any, Any]) -> None:
    sent = bearer(new_token())
    for _ in range(2):
        answered(ways[0], SEARCH, "q=valve", **sent)
    with statements() as told:
        answered(ways[0], SEARCH, "q=valve", **sent)
    assert [one.split()[0] for one in told if "dailyuse" in one] == ["DELETE", "INSERT"]  # it forgets the counts first
    assert len(told) == 4


def test_the_site_is_served_this_way() -> None:
    assert isinstance(import_string("lumasite.wsgi._express"), Express)


def test_a_server_can_load_it_first(tmp_path: Path) -> None:
    given = os.environ | {"LUMASITE_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "lumasite.settings"}
    subprocess.run([sys.executable, "-c", "import lumasite.wsgi"], env=given, check=True, timeout=60)


def calls(application: Any, path: str = SEARCH) -> int:
    """How many functions are called for a search that was answered before."""
    counted = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal counted
        counted += event == "call"

    for profile in (None, None, count):
        sys.setprofile(profile)
        try:
            answered(application, path, "q=valve")
        finally:
            sys.setprofile(None)
    return counted


def test_the_short_way_takes_far_fewer_steps(ways: tuple[Any, Any]) -> None:
    short, long = map(calls, ways)
    assert short < 0.8 * long
