"""What a model says in one step of a chat, and every way in which it says it wrongly (API-04)."""

from typing import Any

import pytest

from grounded.core.errors import AnswerRejected
from grounded.core.turn import Said, read_said
from tests.grounded.scripted import asks, calls, replied, says

KIB = 1024


def said(message: object, **more: object) -> Said:
    return read_said(replied(message, **more), step=3)


def refusal_of(body: bytes) -> str:
    with pytest.raises(AnswerRejected) as refusal:
        read_said(body, step=0)
    return refusal.value.code


def test_text_is_read_as_it_is_shown() -> None:
    assert said(says(" Turn it\u200b slowly.\x1b[31m\n")).text == "Turn it slowly."
    assert said(says([{"type": "text", "text": "In "}, {"type": "text", "text": "parts."}])).text == "In parts."


def test_reasoning_before_and_an_end_token_behind_are_left_out() -> None:
    assert said(says("<think>The pilgrim wants…</think>\nTurn it.<|im_end|>")).text == "Turn it."
    assert said(says("Still <think> open")).text == "Still <think> open"


def test_text_and_calls_may_come_together() -> None:
    both = said(asks("valve", text="I shall look."))
    assert (both.text, [call.name for call in both.calls]) == ("I shall look.", ["codex_search"])
    assert both.calls[0].arguments == '{"query": "valve"}'


def test_being_stopped_at_a_limit_is_told() -> None:
    assert said(says("Turn"), finish_reason="length").cut_short
    assert not said(says("Turn it.")).cut_short


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "invalid_body"),
        (b"[]", "invalid_body"),
        (b'{"choices": []}', "no_choices"),
        (replied(says("x"), finish_reason="content_filter"), "content_filter"),
        (replied(says(None)), "no_content"),
        (replied(says("\u200b \x00")), "no_content"),
        (replied(says("<think>x</think>")), "no_content"),
        (replied({"tool_calls": "none"}), "no_content"),
        (replied(None), "no_content"),
        (replied(says("x" * (16 * KIB + 1))), "answer_too_large"),
        (replied(says("x")) + b" " * 64 * KIB, "response_too_large"),
    ],
)
def test_a_reply_that_says_nothing_is_refused(body: bytes, code: str) -> None:
    assert refusal_of(body) == code


def test_of_100_calls_16_are_read() -> None:
    assert len(said(asks(*["valve"] * 100)).calls) == 16


@pytest.mark.parametrize("one", [None, 7, "call", {}, {"function": []}, {"id": "a b", "function": {"name": "a b"}}])
def test_a_call_that_is_none_becomes_one_of_an_unknown_tool(one: Any) -> None:
    (call,) = said({"tool_calls": [one]}).calls
    assert (call.id, call.name, call.arguments) == ("codex0300", "unknown", "{}")


def test_calls_of_one_id_are_told_apart() -> None:
    twins = asks("valve", "boiler")
    twins["tool_calls"][1]["id"] = "call_0"
    assert [call.id for call in said(twins).calls] == ["call_0", "again0301"]


def test_arguments_may_come_as_an_object_or_not_at_all() -> None:
    message = calls(("weather", "x"), ("weather", ""))
    message["tool_calls"][0]["function"]["arguments"] = {"forge": "IV"}
    assert [call.arguments for call in said(message).calls] == ['{"forge": "IV"}', "{}"]
