"""From what a model wrote to the one JSON object in it, by a closed list of steps that lose nothing (GRD-04).

Syntax is never repaired, and never is one object picked out of several or out of prose. Each step is reported.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal

from grounded.core.errors import AnswerRejected
from grounded.core.strictjson import INVALID, holds_surrogate, load_json

Step = Literal[
    "text_parts",
    "white_space",
    "byte_order_mark",
    "reasoning",
    "end_token",
    "fence",
    "control_characters",
]

_BOM: Final = "\ufeff"
_REASONING: Final = (("<think>", "</think>"), ("<thinking>", "</thinking>"), ("[THINK]", "[/THINK]"))
#: How turns end in common chat templates.
_END_TOKENS: Final = (
    "<|im_end|>",
    "<|end|>",
    "<|eot_id|>",
    "<|eom_id|>",
    "<|endoftext|>",
    "<|end_of_text|>",
    "<|end_of_turn|>",
    "<|eos|>",
    "<|return|>",
    "<|END_OF_TURN_TOKEN|>",
    "<\uff5cend\u2581of\u2581sentence\uff5c>",
    "<end_of_turn>",
    "<eos>",
    "</s>",
)
_FENCE: Final = re.compile(r"(`{3,}|~{3,})[A-Za-z0-9_+.-]*")


@dataclass(frozen=True, slots=True)
class Unwrapped:
    """The value a content holds, and the steps that led to it."""

    value: object = field(repr=False)
    steps: tuple[Step, ...]


def unwrap(content: str) -> Unwrapped:
    """Read the one JSON text inside a content; raises AnswerRejected invalid_json."""
    text, steps = _trimmed(content)
    for step, peel in _PEELS:
        inner = peel(text)
        if inner is not None:
            text, steps = inner.strip(), (*steps, step)
    value, relaxed = _read(text)
    if value is INVALID or holds_surrogate(value):
        raise AnswerRejected("invalid_json")
    return Unwrapped(value, steps + relaxed)


def spoken(content: str) -> str:
    """A content that is read as it stands: without a closed block of reasoning before and an end token behind it."""
    text, _ = _trimmed(content)
    for peel in (_without_reasoning, _without_end_token):
        inner = peel(text)
        text = text if inner is None else inner.strip()
    return text


def _trimmed(content: str) -> tuple[str, tuple[Step, ...]]:
    text = content.strip()
    steps: tuple[Step, ...] = ("white_space",) if text != content else ()
    if text.startswith(_BOM):
        return text.removeprefix(_BOM).strip(), (*steps, "byte_order_mark")
    return text, steps


def _without_reasoning(text: str) -> str | None:
    for opening, closing in _REASONING:
        if text.startswith(opening):
            return _after(text, closing)
    if text.startswith(("{", "```", "~~~")):
        return None
    # Some chat templates write the opening tag into the prompt, so that it is missing here.
    closings = [closing for _, closing in _REASONING if closing in text]
    return _after(text, min(closings, key=text.index)) if closings else None


def _after(text: str, closing: str) -> str | None:
    _, found, rest = text.partition(closing)
    return rest if found else None


def _without_end_token(text: str) -> str | None:
    token = next((token for token in _END_TOKENS if text.endswith(token)), None)
    return text.removesuffix(token) if token else None


def _without_fence(text: str) -> str | None:
    opening = _FENCE.match(text)
    if opening is None or not text.endswith(opening.group(1), opening.end()):
        return None
    return text[opening.end() :].removesuffix(opening.group(1))


_PEELS: Final[tuple[tuple[Step, Callable[[str], str | None]], ...]] = (
    ("reasoning", _without_reasoning),
    ("end_token", _without_end_token),
    ("fence", _without_fence),
)


def _read(text: str) -> tuple[object, tuple[Step, ...]]:
    value = load_json(text)
    if value is not INVALID:
        return value, ()
    return load_json(text, strict=False), ("control_characters",)
