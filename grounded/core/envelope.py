"""The endpoint's reply: from its bytes to what the first choice's message says, and what it says it cost (GRD-04)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeGuard

from grounded.core import limits
from grounded.core.errors import AnswerRejected
from grounded.core.strictjson import load_json


@dataclass(frozen=True, slots=True)
class Message:
    """The content of the first choice as it came, whether it came in parts, and whether it was cut at a limit."""

    content: str = field(repr=False)
    in_parts: bool
    cut_short: bool


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the endpoint counts them."""

    prompt_tokens: int
    completion_tokens: int


def read_message(body: bytes) -> Message:
    """Read a Chat Completions reply of at most 64 KiB.

    Raises AnswerRejected: response_too_large, invalid_body, no_choices, content_filter, no_content.
    """
    choice = read_choice(body)
    content, in_parts = content_of(mapping(choice.get("message")))
    if not content.strip().strip("\ufeff").strip():
        raise AnswerRejected("no_content")
    return Message(content, in_parts, cut_short=is_cut_short(choice))


def read_choice(body: bytes) -> Mapping[str, object]:
    """The first choice of such a reply; raises AnswerRejected as above but no_content."""
    if len(body) > limits.RESPONSE_BYTES:
        raise AnswerRejected("response_too_large")
    reply = _reply(body)
    if reply is None:
        raise AnswerRejected("invalid_body")
    choice = _first_choice(reply)
    if choice.get("finish_reason") == "content_filter":
        raise AnswerRejected("content_filter")
    return choice


def content_of(message: Mapping[str, object]) -> tuple[str, bool]:
    """The text of a message, and whether it came as a list of text parts; any other form counts as none."""
    content = message.get("content")
    if isinstance(content, list):
        texts = [_part(part) for part in content]
        return "".join(text for text in texts if text is not None) if None not in texts else "", True
    return content if isinstance(content, str) else "", False


def is_cut_short(choice: Mapping[str, object]) -> bool:
    """Whether the model was stopped at a limit."""
    return choice.get("finish_reason") == "length"


def mapping(value: object) -> Mapping[str, object]:
    """The value if it is an object; an empty one for all else."""
    return value if isinstance(value, dict) else {}


def read_usage(body: bytes) -> Usage | None:
    """The tokens a reply says it used, whatever else is wrong with it; None when it does not say."""
    usage = mapping((_reply(body) or {}).get("usage"))
    prompt, completion = usage.get("prompt_tokens"), usage.get("completion_tokens")
    return Usage(prompt, completion) if _is_count(prompt) and _is_count(completion) else None


def _reply(body: bytes) -> Mapping[str, object] | None:
    value = load_json(_decoded(body))
    return value if isinstance(value, dict) else None


def _decoded(body: bytes) -> str:
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError:
        return ""


def _first_choice(reply: Mapping[str, object]) -> Mapping[str, object]:
    choices = reply.get("choices")
    if not isinstance(choices, list) or not choices:
        raise AnswerRejected("no_choices")
    return mapping(choices[0])


def _part(part: object) -> str | None:
    found = mapping(part)
    text = found.get("text")
    return text if found.get("type") == "text" and isinstance(text, str) else None


def _is_count(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
