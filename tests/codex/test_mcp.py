"""The MCP face message by message: both eras, what is counted, what a model is told (MCP-01)."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from codex.core.mcp_form import MCP_TOOLS, mcp_form
from codex.models import DailyUse
from tests.codex.bots import bot, new_token, used
from tests.codex.mcp_talk import NEW, OLD, VALVE, call, message, new_post, post, told
from tests.shelving import change_settings, put_on_shelf

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _archive(tmp_path: Path, db: None) -> None:
    put_on_shelf(tmp_path, enable_codex=True)


@pytest.fixture
def luma(_archive: None) -> Client:
    return bot(new_token("tools"), "pilgrim-41")


@pytest.mark.parametrize("version", OLD)
def test_an_initialize_is_answered_in_its_own_version(luma: Client, version: str) -> None:
    result = post(luma, message("initialize", {"protocolVersion": version, "capabilities": {}})).json()["result"]
    assert result["protocolVersion"] == version
    assert set(result["capabilities"]) == {"tools"}
    assert "codex_search" in result["instructions"]


@pytest.mark.parametrize("headers", [{}, {"MCP_Protocol_Version": NEW}, {"MCP_Protocol_Version": "1999-01-01"}])
def test_an_initialize_of_an_unknown_version_is_offered_one_that_works(luma: Client, headers: dict[str, str]) -> None:
    answer = post(luma, message("initialize", {"protocolVersion": "1999-01-01"}), **headers)
    assert (answer.status_code, answer.json()["result"]["protocolVersion"]) == (200, "2025-11-25")


@pytest.mark.parametrize("broken", [{"id": "\ud800"}, {"id": None}, {"params": []}])
def test_a_broken_initialize_under_such_a_header_is_refused(luma: Client, broken: dict[str, Any]) -> None:
    answer = post(luma, message("initialize") | broken, MCP_Protocol_Version=NEW)
    assert (answer.status_code, answer.json()["error"]["code"] < 0) == (400, True)


def test_discovery_tells_versions_and_that_there_are_tools_alone(luma: Client) -> None:
    result = new_post(luma, "server/discover").json()["result"]
    assert {NEW, *OLD} <= set(result["supportedVersions"])
    assert (result["capabilities"], result["resultType"]) == ({"tools": {}}, "complete")


@pytest.mark.parametrize("ask", [post, new_post])
def test_both_eras_list_the_same_tools_in_the_same_order(luma: Client, ask: Any) -> None:
    body = message("tools/list") if ask is post else "tools/list"
    tools = ask(luma, body).json()["result"]["tools"]
    assert [tool["name"] for tool in tools] == ["codex_search", "codex_read"]
    assert tools == [mcp_form(tool) for tool in MCP_TOOLS]


def test_listing_costs_nothing(luma: Client) -> None:
    post(luma, message("tools/list"))
    assert not DailyUse.objects.exists()


@pytest.mark.parametrize("ask", ["old", "new"])
def test_a_call_is_answered_as_structure_and_as_text_and_counted_once(luma: Client, ask: str) -> None:
    params = {"name": "codex_search", "arguments": {"query": "manometer", "lang": "de"}}
    answer = new_post(luma, "tools/call", params) if ask == "new" else post(luma, message("tools/call", params))
    result = answer.json()["result"]
    assert [hit["title"] for hit in result["structuredContent"]["results"]] == ["Das Manometer am Kessel V7"]
    assert told(result) == result["structuredContent"]
    assert (result["isError"], used()) == (False, 1)


def test_a_search_is_small_unless_more_is_asked_for(luma: Client) -> None:
    assert len(told(call(luma, "codex_search", {"query": "log"}))["results"]) == 5
    assert len(told(call(luma, "codex_search", {"query": "log", "limit": 20}))["results"]) == 20


def test_what_a_search_found_can_be_read_and_is_counted_too(luma: Client) -> None:
    url = told(call(luma, "codex_search", {"query": "slow valve"}))["results"][0]["url"]
    assert told(call(luma, "codex_read", {"url": url}))["text"].startswith("A quarter turn")
    assert used() == 2


@pytest.mark.parametrize(
    ("name", "arguments", "code"),
    [
        ("codex_search", {}, "arguments_invalid"),
        ("codex_search", {"query": 5}, "arguments_invalid"),
        ("codex_search", {"query": "x", "limit": 21}, "arguments_invalid"),
        ("codex_search", {"query": "x", "collection": "y"}, "arguments_invalid"),
        ("codex_search", {"query": " "}, "query_empty"),
        ("codex_search", {"query": "a\x00b"}, "query_invalid"),
        ("codex_read", {"url": VALVE, "page": 0}, "reading_invalid"),
        ("codex_read", {}, "reading_invalid"),
    ],
)
def test_a_bad_call_is_a_result_for_the_model_and_costs_nothing(
    luma: Client, name: str, arguments: dict[str, Any], code: str
) -> None:
    result = call(luma, name, arguments)
    assert (result["isError"], told(result)["code"], used()) == (True, code, 0)
    assert set(told(result)) == {"error", "code", "retryable"}


@pytest.mark.parametrize("name", ["codex_search", "codex_read"])
@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"codex_daily_per_user": 0}, "search_closed"),
        ({"codex_daily_per_token": 0}, "search_closed"),
        ({"pause_search": True}, "paused"),
        ({"codex_index_url": "file:/nowhere.json"}, "archive_file"),
        ({"enable_codex": False}, "tool_disabled"),
    ],
)
def test_faults_of_limit_and_archive_are_results_with_their_reason(
    luma: Client, name: str, settings: dict[str, Any], code: str
) -> None:
    change_settings(**settings)
    result = call(luma, name, {"query": "manometer"} if name == "codex_search" else {"url": VALVE})
    assert (result["isError"], told(result)["code"]) == (True, code)


def test_a_burst_of_calls_is_a_result_and_a_burst_of_anything_else_a_problem(luma: Client) -> None:
    change_settings(codex_burst=1)
    call(luma, "codex_search", {"query": "manometer"})
    assert told(call(luma, "codex_search", {"query": "manometer"}))["code"] == "too_fast"
    answer = post(luma, message("tools/list"))
    assert (answer.status_code, answer.json()["code"], answer.headers["Retry-After"]) == (429, "too_fast", "60")


def test_switched_off_no_tool_is_listed(luma: Client) -> None:
    change_settings(enable_codex=False)
    assert post(luma, message("tools/list")).json()["result"]["tools"] == []


def test_an_unknown_tool_is_an_error_of_the_protocol(luma: Client) -> None:
    answer = post(luma, message("tools/call", {"name": "fetch_url", "arguments": {}}))
    assert answer.json()["error"]["code"] == -32602


def test_no_tool_spends_money(luma: Client) -> None:
    named = [tool["name"] for tool in post(luma, message("tools/list")).json()["result"]["tools"]]
    assert set(named) == {"codex_search", "codex_read"}


@pytest.mark.parametrize("ask", ["old", "new"])
def test_hits_are_links_to_open_as_well(luma: Client, ask: str) -> None:
    params = {"name": "codex_search", "arguments": {"query": "slow valve"}}
    answer = new_post(luma, "tools/call", params) if ask == "new" else post(luma, message("tools/call", params))
    text, first, *_ = answer.json()["result"]["content"]
    assert text["type"] == "text"
    assert first == {
        "type": "resource_link",
        "uri": VALVE,
        "name": "Rite of the Slow Valve",
        "mimeType": "text/html",
    }


def test_what_holds_no_hits_holds_no_links(luma: Client) -> None:
    for name, arguments in (
        ("codex_search", {"query": "qqqqqq"}),
        ("codex_search", {"query": " "}),
        ("codex_read", {"url": VALVE}),
    ):
        assert [block["type"] for block in call(luma, name, arguments)["content"]] == ["text"]


@pytest.mark.parametrize("accept", ["application/json", "text/event-stream"])
def test_a_call_tells_what_is_left(luma: Client, accept: str) -> None:
    asked = message("tools/call", {"name": "codex_search", "arguments": {"query": "valve"}})
    answer = post(luma, asked, Accept=accept)
    assert answer.headers["RateLimit-Policy"] == '"daily";q=50;w=86400, "bot-daily";q=5000;w=86400'
    assert answer.headers["RateLimit"].startswith('"daily";r=49;t=')
    reading = post(luma, message("tools/call", {"name": "codex_read", "arguments": {"url": VALVE}}))
    assert reading.headers["RateLimit"].startswith('"daily";r=48;t=')


def test_a_refused_call_tells_when_to_come_again(luma: Client) -> None:
    asked = message("tools/call", {"name": "codex_search", "arguments": {"query": "valve"}})
    change_settings(codex_daily_per_user=1)
    assert int([post(luma, asked) for _ in range(2)][1].headers["Retry-After"]) > 0
    change_settings(codex_burst=1)
    answer = [post(luma, asked) for _ in range(2)][1]
    assert (answer.headers["RateLimit-Policy"], answer.headers["Retry-After"]) == ('"burst";q=1;w=60', "60")


def test_listing_tells_of_no_limit(luma: Client) -> None:
    assert "RateLimit" not in post(luma, message("tools/list")).headers
