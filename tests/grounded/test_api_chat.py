"""The JSON face of the chat: POST /api/v1/chat (API-02, API-03, API-04)."""

import json
from typing import Any

import jsonschema
import pytest
from django.test import Client
from django.utils import timezone

from codex.metering.bot_tokens import known
from codex.models import BotToken
from codex.tool_door import carry_out
from grounded import luma
from tests.codex.bots import bot, new_token
from tests.grounded.conftest import Provide
from tests.grounded.scripted import Script, asks, calls, says
from tests.grounded.site import MANOMETER, change_answers
from tests.grounded.site import calls as counted
from tests.shelving import change_settings

URL = "/api/v1/chat"
HELLO = {"role": "user", "content": "Why three notches?"}
WEATHER = {"type": "function", "function": {"name": "weather", "description": "The weather at a forge."}}


def pilgrims(pilgrim: str | None = "41") -> Client:
    """A bot whose token is for chat."""
    return bot(new_token("tools", "answers"), pilgrim)


def post(client: Client, body: object = None, **headers: str) -> Any:
    content = {"messages": [HELLO]} if body is None else body
    return client.post(URL, content, content_type="application/json", headers=headers)


def code_of(answer: Any) -> tuple[int, str]:
    assert answer.headers["Content-Type"] == "application/problem+json"
    read = answer.json()
    assert read["error"] == read["detail"]
    return answer.status_code, read["code"]


@pytest.fixture
def script(provider: Provide) -> Script:
    """A model that searches once and answers; chat and the tool are on."""
    script = Script(asks("manometer"), says(f"Since the flood year: {MANOMETER}"))
    provider(script, enable_chat=True)
    change_settings(enable_codex=True)
    return script


def test_a_turn_is_answered_with_everything_that_belongs_to_it(script: Script) -> None:
    answer = post(pilgrims())
    read = answer.json()
    assert (answer.status_code, read["state"], read["ai_generated"]) == (200, "answered", True)
    assert read["label"].startswith("Written by forge-mini;")
    assert [one["url"] for one in read["inscriptions"] if one["linked"]] == [MANOMETER]
    assert read["usage"]["model_calls"] == 2
    assert [message["role"] for message in read["messages"]] == ["assistant", "tool", "assistant"]
    assert answer.headers["Cache-Control"] == "no-store"


def test_three_limits_are_told_in_the_headers(script: Script) -> None:
    answer = post(pilgrims())
    assert answer.headers["RateLimit-Policy"] == (
        '"daily";q=50;w=86400, "bot-daily";q=5000;w=86400, "answers-daily";q=20;w=86400'
    )
    left = [part.split(";t=")[0] for part in answer.headers["RateLimit"].split(", ")]
    assert left == ['"daily";r=49', '"bot-daily";r=4999', '"answers-daily";r=18']
    assert {"Authorization", "X-Codex-User"} <= set(answer.headers["Vary"].split(", "))


def test_what_is_answered_goes_back_as_it_is(script: Script) -> None:
    script.replies = [calls(("weather", {"forge": "IV"})), says("It rains at forge IV.")]
    client = pilgrims()
    first = post(client, {"messages": [HELLO], "tools": [WEATHER]}).json()
    (call,) = first["tool_calls"]
    assert call["function"] == {"name": "weather", "arguments": '{"forge": "IV"}'}
    result = {"role": "tool", "tool_call_id": call["id"], "content": "Rain."}
    second = post(client, {"messages": [HELLO, *first["messages"], result], "tools": [WEATHER]})
    assert second.json()["text"] == "It rains at forge IV."
    assert script.heard[0]["tools"][0] == WEATHER


def test_answers_are_what_the_document_says(script: Script, client: Client) -> None:
    described = client.get("/api/v1/openapi.json").json()
    root = {"$ref": "#/components/schemas/ChatTold", "components": described["components"]}
    script.replies = [asks("manometer"), calls(("weather", {}))]
    answer = post(pilgrims(), {"messages": [HELLO], "tools": [WEATHER]}).json()
    jsonschema.Draft202012Validator(root).validate(answer)
    assert answer["tool_calls"]


@pytest.mark.parametrize(("reply", "status"), [(says(""), 502), (asks("valve"), 429)])
def test_a_turn_that_breaks_off_is_what_the_document_says(
    reply: dict[str, Any], status: int, script: Script, client: Client
) -> None:
    described = client.get("/api/v1/openapi.json").json()
    change_answers(answer_daily_per_user=1)
    script.replies = [reply]
    answer = post(pilgrims())
    told = described["paths"][URL]["post"]["responses"][str(status)]["content"]
    root = told[answer.headers["Content-Type"]]["schema"] | {"components": described["components"]}
    jsonschema.Draft202012Validator(root).validate(answer.json())
    assert (answer.status_code, "usage" in answer.json(), "resets_at" in answer.json()) == (status, True, status == 429)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"messages": [HELLO], "stream": True}, {"unknown_in": "body"}),
        ({"messages": [HELLO | {"name": "x"}]}, {"unknown_in": "messages"}),
        ({}, {"parameter": "messages"}),
        ("[]", {"parameter": "body"}),
    ],
)
def test_a_body_in_another_form_is_told_where_it_differs(body: object, told: dict[str, str], script: Script) -> None:
    assert told.items() <= post(pilgrims(), body).json().items()


@pytest.mark.parametrize("scopes", [("tools",), ("answers",), ("search",)])
def test_a_token_needs_both_scopes(scopes: tuple[str, ...], script: Script) -> None:
    assert code_of(post(bot(new_token(*scopes)))) == (403, "scope_missing")
    assert code_of(post(Client())) == (401, "token_needed")
    assert code_of(post(Client(), "{")) == (401, "token_needed")
    assert script.heard == []


def test_a_token_that_is_revoked_in_the_middle_of_a_turn_asks_the_model_no_more(
    script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    def search_last(*args: Any, **kwargs: Any) -> object:
        BotToken.objects.update(revoked_at=timezone.now())
        known.forget()
        return carry_out(*args, **kwargs)

    monkeypatch.setattr("grounded.lookups.carry_out", search_last)
    answer = post(pilgrims())
    assert code_of(answer) == (401, "token_revoked")
    assert (len(script.heard), answer.json()["inscriptions"][0]["url"]) == (1, MANOMETER)


def test_a_pilgrim_in_the_body_is_the_one_in_the_header(script: Script) -> None:
    token = new_token("tools", "answers")
    post(bot(token), {"messages": [HELLO], "pilgrim": "41"})
    assert bot(token, "41").get("/api/v1/quota").json()["used"] == 1
    assert code_of(post(bot(token, "41"), {"messages": [HELLO], "pilgrim": "42"})) == (400, "pilgrim_invalid")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"messages": []}, 400, "parameter_invalid"),
        ({"messages": [HELLO] * 101}, 400, "parameter_invalid"),
        ({"messages": [HELLO | {"role": "developer"}]}, 400, "parameter_invalid"),
        ({"messages": [HELLO | {"name": "x"}]}, 400, "parameter_invalid"),
        ({"messages": [HELLO | {"content": [{"type": "text", "text": "x"}]}]}, 400, "parameter_invalid"),
        ({"messages": [HELLO], "model": "other"}, 400, "parameter_invalid"),
        ({"messages": [HELLO], "tools": [{"type": "function"}]}, 400, "parameter_invalid"),
        ({"messages": [HELLO], "tools": [WEATHER] * 17}, 400, "parameter_invalid"),
        ({"messages": [HELLO], "tools": [WEATHER] * 2}, 400, "chat_tools_invalid"),
        ({"messages": [HELLO, {"role": "assistant", "content": "Hail."}]}, 400, "messages_order"),
        ({"messages": [HELLO | {"content": "  "}]}, 400, "message_empty"),
        ({"messages": [HELLO | {"content": "x" * 16_385}]}, 413, "message_too_long"),
        ('{"messages": [], "messages": []}', 400, "body_not_json"),
        ("[" * 60_000, 400, "body_not_json"),
        ('{"messages": [{"role": "user", "content": "\\ud800"}]}', 400, "text_invalid"),
        ('"x"', 400, "parameter_invalid"),
        ("x" * 70_000, 413, "too_large"),
    ],
)
def test_bad_input_is_refused_before_anything_is_asked(body: object, status: int, code: str, script: Script) -> None:
    assert code_of(post(pilgrims(), body)) == (status, code)
    assert (script.heard, counted()) == ([], 0)


def test_bodies_of_another_type_are_refused(script: Script) -> None:
    assert code_of(pilgrims().post(URL, {"messages": "x"})) == (415, "media_type_refused")
    assert code_of(pilgrims().get(URL)) == (405, "method_refused")


def test_an_idempotency_key_is_refused_and_not_ignored(script: Script) -> None:
    assert code_of(post(pilgrims(), **{"Idempotency-Key": "1"})) == (400, "idempotency_key_refused")
    assert script.heard == []


def test_the_switch_is_off_at_first(script: Script) -> None:
    change_answers(enable_chat=False)
    assert code_of(post(pilgrims())) == (503, "chat_disabled")


def test_a_turn_that_breaks_off_tells_what_was_found(script: Script) -> None:
    change_answers(answer_daily_per_user=1)
    answer = post(pilgrims())
    assert code_of(answer) == (429, "answer_quota_used")
    assert answer.json()["inscriptions"][0]["url"] == MANOMETER
    assert answer.headers["RateLimit"].startswith('"answers-daily";r=0')
    assert int(answer.headers["Retry-After"]) > 0


def test_a_full_house_says_when_to_come_again(script: Script) -> None:
    change_answers(answers_in_flight=1)
    with luma.places.one(1):
        answer = post(pilgrims())
    assert code_of(answer) == (503, "too_many_in_flight")
    assert (answer.headers["Retry-After"], counted()) == ("5", 0)


def test_bursts_are_limited(script: Script) -> None:
    change_settings(codex_burst=1)
    client = pilgrims()
    assert [post(client).status_code for _ in range(2)] == [200, 429]


def test_the_model_never_sees_who_asks(script: Script) -> None:
    post(pilgrims("pilgrim-of-a-long-name"))
    assert "pilgrim-of-a-long-name" not in json.dumps(script.heard)
