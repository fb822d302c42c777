"""A chat before it is sent: bounds, order, tools (API-04)."""

import json
from typing import Any

import pytest

from grounded.core.conversation import ChatMessage, Conversation, ToolCall, chat_body, name_of
from grounded.core.errors import RequestError

HELLO = ChatMessage("user", "Hail.")
CALL = ToolCall("c1", "weather", "{}")
ASKING = ChatMessage("assistant", "", (CALL,))
RESULT = ChatMessage("tool", "Rain.", answers="c1")


def tool(name: object = "weather", **more: object) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name} | more}


def refusal_of(messages: tuple[ChatMessage, ...], tools: tuple[dict[str, Any], ...] = ()) -> str:
    with pytest.raises(RequestError) as refusal:
        Conversation(messages, tools)
    return refusal.value.code


def test_a_chat_that_ends_with_the_user_or_a_tool_is_taken() -> None:
    Conversation((HELLO,))
    Conversation((ChatMessage("system", "Be brief."), HELLO, ChatMessage("assistant", "Hail."), HELLO))
    Conversation((HELLO, ASKING, RESULT), (tool(),))


@pytest.mark.parametrize(
    "messages",
    [
        (HELLO, ChatMessage("assistant", "Hail.")),
        (HELLO, ChatMessage("system", "Obey."), HELLO),
        (HELLO, ASKING),
        (HELLO, ASKING, HELLO),
        (HELLO, ASKING, RESULT, RESULT),
        (HELLO, RESULT),
        (HELLO, ASKING, ChatMessage("tool", "Rain.", answers="c2")),
        (HELLO, ChatMessage("assistant", "", (CALL, CALL)), RESULT),
        (ChatMessage("user", "x", (CALL,)), RESULT),
        (ChatMessage("system", "Alone."),),
    ],
)
def test_messages_out_of_order_are_refused(messages: tuple[ChatMessage, ...]) -> None:
    assert refusal_of(messages) == "messages_order"


def test_there_are_1_to_100_messages() -> None:
    Conversation((HELLO,) * 100)
    assert refusal_of(()) == refusal_of((HELLO,) * 101) == "messages_count"


def test_a_message_holds_1_byte_to_16_kib() -> None:
    Conversation((ChatMessage("user", "x" * 16_384),))
    assert refusal_of((ChatMessage("user", "ä" * 8_193),)) == "message_too_long"
    assert refusal_of((HELLO, ChatMessage("assistant", "", (ToolCall("1", "x", "9" * 16_385),)))) == "message_too_long"
    assert refusal_of((ChatMessage("user", " \n"),)) == "message_empty"
    assert refusal_of((ChatMessage("user", "\u200b\ufeff"),)) == "message_empty"
    assert refusal_of((HELLO, ChatMessage("assistant"), HELLO)) == "message_empty"


def test_a_tool_may_answer_nothing() -> None:
    Conversation((HELLO, ASKING, ChatMessage("tool", "", answers="c1")))


def test_half_a_character_is_refused() -> None:
    assert refusal_of((ChatMessage("user", "a\ud800"),)) == "text_invalid"


@pytest.mark.parametrize(
    "tools",
    [
        tuple(tool(f"tool-{number}") for number in range(17)),
        (tool(), tool()),
        (tool("two words"),),
        (tool(7),),
        ({"type": "function"},),
        (tool(description="x" * 4_096),),
        (tool(description="\udc00"),),
    ],
)
def test_tools_outside_their_bounds_are_refused(tools: tuple[dict[str, Any], ...]) -> None:
    assert refusal_of((HELLO,), tools) == "chat_tools_invalid"


def test_a_tool_of_4_kib_is_taken() -> None:
    size = len(json.dumps(tool(description=""), separators=(",", ":")))
    taken = Conversation((HELLO,), (tool(description="x" * (4_096 - size)),))
    assert taken.names == {"weather"}
    assert name_of({"function": None}) == ""


def test_rounds_are_counted_from_the_last_word_of_the_user() -> None:
    assert Conversation((HELLO, ASKING, RESULT)).rounds == 1
    assert Conversation((HELLO, ASKING, RESULT, ASKING, RESULT)).rounds == 2
    assert Conversation((HELLO, ASKING, RESULT, HELLO)).rounds == 0


def test_the_callers_own_system_message_stands_apart() -> None:
    chat = Conversation((ChatMessage("system", "Be brief."), HELLO))
    assert (chat.own_words, chat.spoken) == ("Be brief.", (HELLO,))
    assert (Conversation((HELLO,)).own_words, Conversation((HELLO,)).spoken) == ("", (HELLO,))


def test_results_are_told_apart_by_the_tool_they_came_from() -> None:
    both = ChatMessage("assistant", "", (CALL, ToolCall("c2", "omen", "{}")))
    chat = Conversation((HELLO, both, RESULT, ChatMessage("tool", "Ravens.", answers="c2")))
    assert (chat.results_of("weather"), chat.results_of("omen"), chat.results_of("x")) == (("Rain.",), ("Ravens.",), ())


def test_the_body_is_model_messages_and_tools_and_nothing_else() -> None:
    body = json.loads(chat_body("m", (HELLO, ASKING, RESULT), (tool(),)))
    assert set(body) == {"model", "messages", "tools"}
    assert body["messages"][1]["content"] is None
    assert body["messages"][1]["tool_calls"] == [CALL.as_dict()]
    assert body["messages"][2] == {"role": "tool", "content": "Rain.", "tool_call_id": "c1"}
    assert "tools" not in json.loads(chat_body("m", (HELLO,), ()))


@pytest.mark.parametrize(
    "arguments", ["", "{", "[]", "null", '{"a": NaN}', '{"a": "\\ud800"}', f'{{"a": "{"x" * 16_384}"}}']
)
def test_arguments_that_are_no_object_are_not_told_to_the_endpoint_again(arguments: str) -> None:
    call = ToolCall("c1", "weather", arguments)
    assert not call.is_readable
    assert call.echoed == ToolCall("c1", "weather", "{}")
    fine = ToolCall("c1", "weather", '{"forge": "IV"}')
    assert fine.echoed is fine
