"""A chat as the endpoint is sent it: messages and tools within bounds, checked before any network (API-04)."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from grounded.core import limits
from grounded.core.answer_text import sanitize_answer
from grounded.core.errors import RequestError
from grounded.core.question import size_of
from grounded.core.strictjson import holds_surrogate, load_json

Role = Literal["system", "user", "assistant", "tool"]
Tool = Mapping[str, Any]

NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A model's call of a tool; `arguments` is JSON text, as far as the model wrote any."""

    id: str
    name: str
    arguments: str = field(repr=False)

    @property
    def is_too_long(self) -> bool:
        """Whether the arguments are more than a message may hold; counted in bytes, halves of characters too."""
        return len(self.arguments.encode(errors="surrogatepass")) > limits.CHAT_MESSAGE_BYTES

    @property
    def is_readable(self) -> bool:
        """Whether the arguments are one JSON object, and not too much of it."""
        if self.is_too_long:
            return False
        value = load_json(self.arguments)
        return isinstance(value, dict) and not holds_surrogate(value)

    @property
    def echoed(self) -> "ToolCall":
        """As the endpoint is told of it again: several servers fail at arguments that are no JSON."""
        return self if self.is_readable else replace(self, arguments="{}")

    def as_dict(self) -> dict[str, Any]:
        """In the form of Chat Completions."""
        return {"id": self.id, "type": "function", "function": {"name": self.name, "arguments": self.arguments}}


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message; `calls` are an assistant's, `answers` is the id of the call that a tool's message answers."""

    role: Role
    text: str = field(default="", repr=False)
    calls: tuple[ToolCall, ...] = ()
    answers: str = ""

    def as_dict(self) -> dict[str, Any]:
        """In the form of Chat Completions."""
        calls = {"tool_calls": [call.as_dict() for call in self.calls]} if self.calls else {}
        answers = {"tool_call_id": self.answers} if self.role == "tool" else {}
        return {"role": self.role, "content": self.text or (None if self.calls else "")} | calls | answers


@dataclass(frozen=True, slots=True)
class Conversation:
    """What a caller sends: messages in their order, and tools of its own. Raises RequestError."""

    messages: tuple[ChatMessage, ...]
    tools: tuple[Tool, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= len(self.messages) <= limits.CHAT_MESSAGES:
            raise RequestError("messages_count")
        for message in self.messages:
            _check_message(message)
        _check_order(self.messages)
        _check_tools(self.tools)

    @property
    def own_words(self) -> str:
        """What the caller's own system message says; empty when there is none."""
        return self.messages[0].text if self.messages[0].role == "system" else ""

    @property
    def spoken(self) -> tuple[ChatMessage, ...]:
        """All messages but that one."""
        return self.messages[1:] if self.messages[0].role == "system" else self.messages

    @property
    def names(self) -> frozenset[str]:
        """The names of the caller's tools."""
        return frozenset(name_of(tool) for tool in self.tools)

    @property
    def rounds(self) -> int:
        """The rounds of tool calls since the user spoke last: a caller who ran tools of its own goes on with a turn."""
        since = 0
        for message in self.messages:
            since = 0 if message.role == "user" else since + bool(message.calls)
        return since

    @property
    def size(self) -> int:
        """The bytes of the request that holds it, but for the pilgrim's id."""
        return size_as_json(self.messages) + len(json.dumps(self.tools))

    def results_of(self, name: str) -> tuple[str, ...]:
        """What the calls of one tool were answered, in their order."""
        called: dict[str, str] = {}
        found = []
        for message in self.messages:
            called |= {call.id: call.name for call in message.calls}
            if message.role == "tool" and called[message.answers] == name:
                found.append(message.text)
        return tuple(found)


def chat_body(model: str, messages: Iterable[ChatMessage], tools: Sequence[Tool]) -> bytes:
    """The body of one step: model and messages, and tools where any are offered; JSON in UTF-8 without blanks."""
    body = {"model": model, "messages": [message.as_dict() for message in messages]}
    return _json(body | ({"tools": list(tools)} if tools else {})).encode()


def size_as_json(messages: Iterable[ChatMessage]) -> int:
    """The bytes of messages as most clients write them: with blanks, and in ASCII, where a letter may take six."""
    return sum(len(json.dumps(message.as_dict())) + len(", ") for message in messages)


def name_of(tool: Tool) -> str:
    """The name of a tool in its OpenAI form; empty when it has none."""
    function = tool.get("function")
    name = function.get("name") if isinstance(function, Mapping) else None
    return name if isinstance(name, str) else ""


def _check_message(message: ChatMessage) -> None:
    texts = [message.text, message.answers]
    for call in message.calls:
        texts += [call.id, call.name, call.arguments]
    if max(map(size_of, texts)) > limits.CHAT_MESSAGE_BYTES:
        raise RequestError("message_too_long")
    if message.role != "tool" and not (message.calls or sanitize_answer(message.text)):
        raise RequestError("message_empty")


def _check_order(messages: tuple[ChatMessage, ...]) -> None:
    unanswered: set[str] = set()
    for place, message in enumerate(messages):
        if _is_misplaced(message, place, unanswered):
            raise RequestError("messages_order")
        unanswered = (unanswered - {message.answers}) | {call.id for call in message.calls}
    if unanswered or messages[-1].role not in ("user", "tool"):
        raise RequestError("messages_order")


def _is_misplaced(message: ChatMessage, place: int, unanswered: set[str]) -> bool:
    if message.role == "tool":
        return message.answers not in unanswered
    has_twins = len({call.id for call in message.calls}) < len(message.calls)
    calls_wrongly = bool(message.calls) and message.role != "assistant"
    return bool(unanswered) or has_twins or calls_wrongly or (message.role == "system" and place > 0)


def _check_tools(tools: tuple[Tool, ...]) -> None:
    names = [name_of(tool) for tool in tools]
    is_fine = len(tools) <= limits.CHAT_TOOLS and len(set(names)) == len(names) and all(map(NAME.fullmatch, names))
    if not is_fine or any(holds_surrogate(tool) or _is_too_long(tool) for tool in tools):
        raise RequestError("chat_tools_invalid")


def _is_too_long(tool: Tool) -> bool:
    return len(_json(tool).encode()) > limits.CHAT_TOOL_BYTES


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
