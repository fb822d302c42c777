"""What the MCP face takes and refuses: origins, tokens, bodies, versions, types (MCP-01)."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.codex.bots import bot, new_token, used
from tests.codex.mcp_talk import NEW, OLD, PROBLEM, message, new_post, post
from tests.shelving import put_on_shelf

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _archive(tmp_path: Path, db: None) -> None:
    put_on_shelf(tmp_path, enable_codex=True)


@pytest.fixture
def luma(_archive: None) -> Client:
    return bot(new_token("tools"), "pilgrim-41")


@pytest.mark.parametrize("method", ["notifications/initialized", "notifications/cancelled", "tools/call", "nonsense"])
def test_a_notification_is_taken_and_not_answered(luma: Client, method: str) -> None:
    answer = post(luma, {"jsonrpc": "2.0", "method": method, "params": {"name": "codex_search"}})
    assert (answer.status_code, answer.content, used()) == (202, b"", 0)


@pytest.mark.parametrize("method", ["get", "delete", "put", "options"])
def test_other_methods_are_refused(luma: Client, method: str) -> None:
    answer = getattr(luma, method)("/mcp")
    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
    assert (answer.headers["Content-Type"], answer.json()["code"]) == (PROBLEM, "method_refused")


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "http://testserver.evil.example",
        "http://evil.example/testserver",
        "https://testserver",
        "http://testserver:81",
        "http://user@testserver",
        "http://localhost",
        "null",
        "",
        "http://[",
    ],
)
def test_a_page_of_another_site_is_refused(luma: Client, origin: str) -> None:
    answer = post(luma, message("tools/call", {"name": "codex_search", "arguments": {"query": "x"}}), Origin=origin)
    assert (answer.status_code, answer.headers["Content-Type"], used()) == (403, PROBLEM, 0)
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_a_page_of_this_site_may_ask(luma: Client) -> None:
    assert post(luma, message("tools/list"), Origin="http://testserver").status_code == 200


def test_a_name_that_is_not_this_site_s_is_refused(luma: Client) -> None:
    answer = luma.post("/mcp", "{}", content_type="application/json", headers={"Host": "rebound.example"})
    assert (answer.status_code, answer.headers["Content-Type"]) == (400, PROBLEM)


@pytest.mark.parametrize(
    ("header", "status", "code"),
    [
        (None, 401, "token_needed"),
        ("Bearer nonsense", 401, "token_malformed"),
        ("Basic bHVtYTpsdW1h", 401, "token_malformed"),
        ("Bearer luma_" + "0" * 38, 401, "token_malformed"),
        ("search", 403, "scope_missing"),
    ],
)
def test_without_a_token_for_tools_nothing_is_answered(header: str | None, status: int, code: str) -> None:
    named = f"Bearer {new_token('search')}" if header == "search" else header
    answer = post(Client(headers={"Authorization": named} if named else {}), message("tools/list"))
    assert (answer.status_code, answer.headers["Content-Type"], answer.json()["code"]) == (status, PROBLEM, code)
    assert answer.headers.get("WWW-Authenticate", "Bearer").startswith("Bearer")


def test_a_token_in_the_url_is_refused(luma: Client) -> None:
    answer = luma.post(f"/mcp?token={new_token()}", "{}", content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "token_in_url")


def test_a_pilgrim_that_is_none_is_refused() -> None:
    answer = post(bot(new_token("tools"), "x" * 129), message("tools/list"))
    assert (answer.status_code, answer.json()["code"]) == (400, "pilgrim_invalid")


@pytest.mark.parametrize(
    "body",
    [
        " ",
        "{",
        "\ufeff{}",
        '{"jsonrpc": "2.0", "id": 1, "method": "ping", "method": "tools/list"}',
        '{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"a": NaN}}',
        '{"jsonrpc": "2.0", "id": 1, "method": "\\ud800"}',
        "[" * 30_000,
        '{"jsonrpc": "2.0", "id": 1, "method": "ping"}'.encode("utf-16"),
        b"\xff",
    ],
)
def test_what_is_no_json_of_one_meaning_is_a_parse_error(luma: Client, body: str | bytes) -> None:
    answer = post(luma, body)
    assert (answer.status_code, answer.json()["error"]["code"], answer.json()["id"]) == (400, -32700, None)


@pytest.mark.parametrize(
    "body",
    [
        [],
        [message("ping")],
        [message("tools/call", {"name": "codex_search", "arguments": {"query": "x"}})] * 3,
        5,
        {},
        message("ping") | {"jsonrpc": "1.0"},
        message("ping", number=None),
        message("ping", number=True),
        message("ping", number=1.5),
        message("ping") | {"params": []},
        message("ping") | {"method": 5},
    ],
)
def test_batches_and_what_is_no_message_are_refused(luma: Client, body: object) -> None:
    answer = post(luma, body)
    assert (answer.status_code, answer.json()["error"]["code"], used()) == (400, -32600, 0)


@pytest.mark.parametrize("params", [{"name": 5}, {"name": "codex_search", "arguments": []}, {"requestState": 5}])
def test_a_call_that_is_none_is_an_error_of_the_protocol(luma: Client, params: dict[str, Any]) -> None:
    answer = post(luma, message("tools/call", {"arguments": {"query": "x"}, "name": "codex_search"} | params))
    assert (answer.json()["error"]["code"], used()) == (-32602, 0)


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", "", "text/json"])
def test_another_type_of_body_is_refused(luma: Client, content_type: str) -> None:
    answer = luma.post("/mcp", json.dumps(message("tools/list")), content_type=content_type)
    assert (answer.status_code, answer.json()["code"]) == (415, "media_type_refused")


def test_a_megabyte_is_refused_unread(luma: Client) -> None:
    answer = post(luma, message("ping", {"x": "x" * 1_000_000}))
    assert (answer.status_code, answer.headers["Content-Type"], answer.json()["code"]) == (413, PROBLEM, "too_large")


def test_an_unknown_version_is_told_which_there_are(luma: Client) -> None:
    error = post(luma, message("tools/list"), MCP_Protocol_Version="2030-01-01").json()["error"]
    assert (error["code"], error["data"]["requested"]) == (-32022, "2030-01-01")
    assert {NEW, *OLD} <= set(error["data"]["supported"])


@pytest.mark.parametrize(
    "headers", [{"Mcp_Method": "tools/call"}, {"Mcp_Name": "codex_read"}, {"Mcp_Name": "=?base64?!?="}]
)
def test_headers_that_say_something_else_than_the_body_are_refused(luma: Client, headers: dict[str, str]) -> None:
    method = "tools/list" if "Mcp_Method" in headers else "tools/call"
    answer = new_post(luma, method, {"name": "codex_search", "arguments": {"query": "x"}}, **headers)
    assert (answer.status_code, answer.json()["error"]["code"], used()) == (400, -32020, 0)


def test_an_unknown_method_is_not_found_in_the_new_era(luma: Client) -> None:
    answer = new_post(luma, "resources/list")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, -32601)


def test_no_session_is_made_and_one_that_is_sent_is_ignored(luma: Client) -> None:
    answer = post(luma, message("tools/list"), Mcp_Session_Id="abc")
    assert answer.status_code == 200
    assert "Mcp-Session-Id" not in answer.headers
    assert not answer.cookies


def test_a_client_that_reads_events_alone_gets_one(luma: Client) -> None:
    answer = post(luma, message("ping"), Accept="text/event-stream")
    assert answer.headers["Content-Type"] == "text/event-stream"
    event, data = answer.content.decode().strip().split("\n")
    assert (event, json.loads(data.removeprefix("data: "))["result"]) == ("event: message", {})


@pytest.mark.parametrize("accept", ["*/*", "application/json", "text/html", "application/*, text/event-stream"])
def test_any_other_client_gets_json(luma: Client, accept: str) -> None:
    assert post(luma, message("ping"), Accept=accept).headers["Content-Type"] == "application/json"


def test_answers_are_not_for_shared_caches(luma: Client) -> None:
    assert post(luma, message("tools/list")).headers["Cache-Control"] == "no-store"
