"""What a model says in one step of a chat: text, tool calls, or both, whatever the model makes of them (API-04)."""

import json
from dataclasses import dataclass, field
from typing import Final

from grounded.core import limits
from grounded.core.answer_text import sanitize_answer
from grounded.core.conversation import NAME, ToolCall
from grounded.core.envelope import content_of, is_cut_short, mapping, read_choice
from grounded.core.errors import AnswerRejected
from grounded.core.unwrap import spoken

#: Stands for a name that no provider would take back.
_NO_NAME: Final = "unknown"


@dataclass(frozen=True, slots=True)
class Said:
    """Text as it is shown, and the calls, each with an id of its own; `cut_short` when the model was stopped."""

    text: str = field(repr=False)
    calls: tuple[ToolCall, ...]
    cut_short: bool


def read_said(body: bytes, *, step: int) -> Said:
    """Read a reply of at most 64 KiB; `step` names calls that came without a usable id.

    Of more calls than a chat reads the first count. Raises AnswerRejected: response_too_large, invalid_body,
    no_choices, content_filter, no_content, answer_too_large.
    """
    choice = read_choice(body)
    message = mapping(choice.get("message"))
    text = sanitize_answer(spoken(content_of(message)[0]))
    if len(text.encode()) > limits.ANSWER_BYTES:
        raise AnswerRejected("answer_too_large")
    calls = _calls(message.get("tool_calls"), step)
    if not (text or calls):
        raise AnswerRejected("no_content")
    return Said(text, calls, is_cut_short(choice))


def _calls(listed: object, step: int) -> tuple[ToolCall, ...]:
    found: dict[str, ToolCall] = {}
    for number, one in enumerate(listed[: limits.CHAT_CALLS] if isinstance(listed, list) else ()):
        call = _call(one, f"codex{step % 100:02}{number:02}")
        # Two of one id could not be told apart by their results.
        own = call.id if call.id not in found else f"again{step % 100:02}{number:02}"
        found[own] = ToolCall(own, call.name, call.arguments)
    return tuple(found.values())


def _call(one: object, stand_in: str) -> ToolCall:
    call = mapping(one)
    function = mapping(call.get("function"))
    return ToolCall(_named(call.get("id"), stand_in), _named(function.get("name"), _NO_NAME), _text(function))


def _named(value: object, stand_in: str) -> str:
    return value if isinstance(value, str) and NAME.fullmatch(value) else stand_in


def _text(function: object) -> str:
    """The arguments as JSON text; some servers send the object itself."""
    arguments = mapping(function).get("arguments")
    if arguments is None or arguments == "":
        return "{}"  # how calls without arguments are written by many
    return arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
