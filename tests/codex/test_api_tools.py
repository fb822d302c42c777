"""Luma's tool over HTTP: offered while it is switched on, called as models call it, failing in words (CDX-01)."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from codex.core.tool import openai_form
from codex.models import DailyUse
from tests.codex.bots import bot, new_token
from tests.shelving import change_settings, put_on_shelf

TOOLS, CALL = "/api/v1/tools", "/api/v1/tools/call"
PROBLEM = "application/problem+json"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _archive(tmp_path: Path, db: None) -> None:
    put_on_shelf(tmp_path, enable_codex=True)


@pytest.fixture
def luma() -> Client:
    """A bot that speaks for one pilgrim."""
    return bot(pilgrim="one")


def called(arguments: object, name: str = "codex_search", **beside: Any) -> dict[str, Any]:
    return {"id": "call_1", "type": "function", "function": {"name": name, "arguments": arguments}, **beside}


def result(client: Client, call: object) -> dict[str, Any]:
    answer = client.post(CALL, json.dumps(call), content_type="application/json")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/json")
    found: dict[str, Any] = answer.json()
    return found


def used() -> int:
    return sum(DailyUse.objects.filter(kind="pilgrim").values_list("used", flat=True))


@pytest.mark.parametrize("dialect", ["compatible", "strict"])
def test_the_tool_is_offered_in_both_dialects(luma: Client, dialect: Any) -> None:
    assert luma.get(TOOLS, {"dialect": dialect}).json() == {"tools": [openai_form(dialect)]}


def test_the_plain_dialect_is_the_default(luma: Client) -> None:
    assert luma.get(TOOLS).json() == luma.get(TOOLS, {"dialect": "compatible"}).json()


@pytest.mark.parametrize("asked", [{"dialect": "responses"}, {"dialect": ""}])
def test_other_dialects_there_are_none(luma: Client, asked: dict[str, str]) -> None:
    answer = luma.get(TOOLS, asked)
    assert (answer.status_code, answer.json()["code"]) == (400, "parameter_invalid")


def test_switched_off_nothing_is_offered_and_calls_are_told_so(luma: Client) -> None:
    change_settings(enable_codex=False)
    assert luma.get(TOOLS).json() == {"tools": []}
    assert result(luma, called('{"query": "manometer"}'))["code"] == "tool_disabled"
    assert used() == 0


def test_a_call_is_answered_with_what_a_model_sees(luma: Client) -> None:
    found = result(luma, called('{"query": "manometer", "lang": "de"}'))
    assert set(found) == {"results", "lang_used", "fallback", "match", "total", "stale_since"}
    assert [hit["title"] for hit in found["results"]] == ["Das Manometer am Kessel V7"]
    assert set(found["results"][0]) == {"title", "summary", "collection", "url"}


def test_a_call_is_counted_once_for_its_pilgrim(luma: Client) -> None:
    result(luma, called({"query": "manometer"}))
    assert list(DailyUse.objects.order_by("kind").values_list("kind", "used")) == [("pilgrim", 1), ("token", 1)]


def test_the_pilgrim_may_stand_beside_the_call() -> None:
    client = bot()
    for pilgrim in ("one", "one", "two"):
        result(client, called({"query": "manometer"}, pilgrim=pilgrim))
    assert sorted(DailyUse.objects.filter(kind="pilgrim").values_list("used", flat=True)) == [1, 2]


def test_five_hits_are_given_and_up_to_twenty_on_demand(luma: Client) -> None:
    assert len(result(luma, called({"query": "pressure"}))["results"]) == 5
    assert len(result(luma, called({"query": "pressure", "limit": 20}))["results"]) == 20


def test_letters_are_sent_as_they_are(luma: Client) -> None:
    answer = luma.post(CALL, called({"query": "sxlosilo", "lang": "eo"}), content_type="application/json")
    assert "ŝlosiloj" in answer.content.decode()


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (called('{"query": "man'), "arguments_not_json"),
        (called('{"query": "a", "query": "b"}'), "arguments_not_json"),
        (called("[" * 10_000), "arguments_not_json"),
        (called("x" * 20_000), "arguments_not_json"),
        (called(json.dumps({"query": "x" * 20_000})), "query_too_long"),
        (called({"query": "manometer"}, "fetch_url"), "tool_unknown"),
        (called({"query": "manometer", "page": 2}), "arguments_invalid"),
        (called({"query": 5}), "arguments_invalid"),
        (called({"query": "manometer", "limit": 21}), "arguments_invalid"),
        (called(None), "arguments_invalid"),
        (called({"query": " "}), "query_empty"),
        (called({"query": "a\x00b"}), "query_invalid"),
        (called({"query": "a" * 1_001}), "query_too_long"),
        ({}, "call_invalid"),
        ([], "call_invalid"),
        ("codex_search", "call_invalid"),
        ({"name": "codex_search"}, "call_invalid"),
    ],
)
def test_a_bad_call_is_a_result_for_the_model_and_costs_nothing(luma: Client, call: object, code: str) -> None:
    found = result(luma, call)
    assert set(found) == {"error", "code", "retryable"}
    assert (found["code"], found["retryable"]) == (code, False)
    assert used() == 0


def test_a_used_up_limit_is_a_result_with_a_time_to_come_back(luma: Client) -> None:
    change_settings(codex_daily_per_user=1)
    result(luma, called({"query": "manometer"}))
    answer = luma.post(CALL, called({"query": "manometer"}), content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (200, "quota_used")
    assert int(answer.headers["Retry-After"]) > 60
    assert answer.headers["RateLimit"].startswith('"daily";r=0;t=')


def test_another_pilgrim_of_the_same_bot_goes_on() -> None:
    change_settings(codex_daily_per_user=1)
    token = new_token()
    codes = [result(bot(token, name), called({"query": "x"})).get("code") for name in ("one", "one", "two")]
    assert codes == [None, "quota_used", None]


def test_an_archive_out_of_reach_is_a_result_that_may_be_tried_again(luma: Client, tmp_path: Path) -> None:
    change_settings(codex_index_url=f"file:{tmp_path}/nowhere.json")
    found = result(luma, called({"query": "manometer"}))
    assert set(found) == {"error", "code", "retryable"}
    assert found["code"] == "archive_file"


def test_a_burst_is_a_result_too(luma: Client) -> None:
    change_settings(codex_burst=1)
    result(luma, called({"query": "manometer"}))
    assert result(luma, called({"query": "manometer"})) == {
        "error": "Too many searches in a short time; wait a moment.",
        "code": "too_fast",
        "retryable": True,
    }
    answer = luma.post(CALL, called({"query": "manometer"}), content_type="application/json")
    assert answer.headers["RateLimit-Policy"] == '"burst";q=1;w=60'


@pytest.mark.parametrize("body", [" ", "{", "\xff", '{"pilgrim": "a", "pilgrim": "b"}', "[" * 30_000, "NaN"])
def test_a_body_that_is_no_json_is_the_bot_s_fault_and_a_problem(luma: Client, body: str) -> None:
    answer = luma.post(CALL, body.encode("latin-1"), content_type="application/json")
    assert (answer.status_code, answer.headers["Content-Type"], answer.json()["code"]) == (
        400,
        PROBLEM,
        "body_not_json",
    )


def test_a_megabyte_is_refused_unread(luma: Client) -> None:
    answer = luma.post(CALL, json.dumps(called("x" * 1_000_000)), content_type="application/json")
    assert (answer.status_code, answer.headers["Content-Type"]) == (413, PROBLEM)
    assert (answer.json()["code"], answer.json()["retryable"]) == ("too_large", False)


def test_another_type_of_body_is_refused(luma: Client) -> None:
    assert luma.post(CALL, {"name": "codex_search"}).json()["code"] == "media_type_refused"


@pytest.mark.parametrize("pilgrim", ["x" * 129, "", 5, ["one"], {"id": 1}, True])
def test_a_pilgrim_that_is_none_is_a_problem(pilgrim: object) -> None:
    answer = bot().post(CALL, called({"query": "x"}, pilgrim=pilgrim), content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "pilgrim_invalid")


@pytest.mark.parametrize("path", [TOOLS, CALL])
def test_without_a_token_there_is_no_tool(client: Client, path: str) -> None:
    answer = client.get(path) if path == TOOLS else client.post(path, called({}), content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (401, "token_needed")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("path", [TOOLS, CALL])
def test_a_token_for_searching_alone_is_not_luma_s(path: str) -> None:
    client = bot(new_token("search"))
    answer = client.get(path) if path == TOOLS else client.post(path, called({}), content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")


@pytest.mark.parametrize(("method", "path", "allowed"), [("POST", TOOLS, "GET"), ("GET", CALL, "POST")])
def test_other_methods_are_refused(luma: Client, method: str, path: str, allowed: str) -> None:
    answer = luma.generic(method, path)
    assert answer.status_code == 405
    assert allowed in answer.headers["Allow"]


def test_the_list_costs_nothing_and_is_not_for_shared_caches(luma: Client) -> None:
    answer = luma.get(TOOLS)
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert "Authorization" in answer.headers["Vary"]
    assert not DailyUse.objects.exists()
