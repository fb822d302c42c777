"""A provider's bytes to an answer whose every citation was checked, or the reason why there is none (GRD-04).

What is validated is what is shown. A wrong citation is never dropped, repaired or guessed: it rejects the answer.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from grounded.core import limits
from grounded.core.answer_text import sanitize_answer
from grounded.core.envelope import Message, read_message
from grounded.core.errors import AnswerRejected
from grounded.core.markers import Marked, Marker, Vocabulary, mark
from grounded.core.unwrap import Step, unwrap

__all__ = ["AnswerRejected", "Cited", "Draft", "Marker", "read_answer"]

Caution = Literal["cut_short"]


@dataclass(frozen=True, slots=True)
class Cited:
    """An answer that cites: its text as shown, the ids in order of first use, and where their markers stand.

    `unwrapped` names the steps between content and object, `warnings` what the reader is to be told; `content` is what
    the model wrote, untouched.
    """

    answer: str
    citations: tuple[str, ...]
    markers: tuple[Marker, ...]
    unwrapped: tuple[Step, ...]
    warnings: tuple[Caution, ...]
    content: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Draft:
    """An answer that cites nothing: an uncited draft, to be labelled so wherever it goes. Fields as in Cited."""

    answer: str
    unwrapped: tuple[Step, ...]
    warnings: tuple[Caution, ...]
    content: str = field(repr=False)
    citations: tuple[()] = field(default=(), init=False)
    markers: tuple[()] = field(default=(), init=False)


def read_answer(body: bytes, ids: Iterable[str]) -> Cited | Draft:
    """Read a reply to a request whose sources had these ids; raises AnswerRejected with any code of its table."""
    message = read_message(body)
    unwrapped = unwrap(message.content)
    answer, listed = _answer_and_list(unwrapped.value)
    if len(answer.encode()) > limits.ANSWER_BYTES:
        raise AnswerRejected("answer_too_large")
    marked = _checked(sanitize_answer(answer), listed, Vocabulary(ids))
    parts: tuple[Step, ...] = ("text_parts",) if message.in_parts else ()
    return _result(marked, parts + unwrapped.steps, message)


def _answer_and_list(value: object) -> tuple[str, frozenset[str]]:
    found = value if isinstance(value, dict) else {}
    answer, listed = found.get("answer"), found.get("citations")
    if not (isinstance(answer, str) and isinstance(listed, list) and all(isinstance(one, str) for one in listed)):
        raise AnswerRejected("invalid_shape")
    return answer, frozenset(listed)


def _checked(answer: str, listed: frozenset[str], vocabulary: Vocabulary) -> Marked:
    marked = mark(answer, vocabulary)
    if marked.says_nothing:
        raise AnswerRejected("invalid_shape")
    if unknown := sorted(listed - vocabulary.ids):
        raise AnswerRejected("unknown_id", token=next(filter(vocabulary.looks_like_one, unknown), ""))
    if listed != set(marked.ids):
        raise AnswerRejected("mismatch")
    return marked


def _result(marked: Marked, steps: tuple[Step, ...], message: Message) -> Cited | Draft:
    warnings: tuple[Caution, ...] = ("cut_short",) if message.cut_short else ()
    if not marked.markers:
        return Draft(marked.text, steps, warnings, message.content)
    return Cited(marked.text, marked.ids, marked.markers, steps, warnings, message.content)
