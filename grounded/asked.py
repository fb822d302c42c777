"""What a reader asks, as it came, and what of it is taken."""

from dataclasses import dataclass
from typing import Final

from grounded.core import limits
from grounded.core.answer_text import sanitize_answer
from grounded.core.errors import RequestError
from grounded.core.question import AiMode, size_of
from grounded.excerpts import Pick

#: Controls other than tab and line ends; a NUL could cut the text short in some layer below.
_REFUSED: Final = frozenset(map(chr, (*range(9), 11, 12, *range(14, 32), 127)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a reader asks: `mode` is question or summary; without picks, passages are proposed for the question."""

    mode: str = AiMode.QUESTION.value
    question: str = ""
    picks: tuple[Pick, ...] = ()
    lang: str = "en"


def mode_of(asked: Asked) -> AiMode:
    """What the model is to do; raises RequestError."""
    try:
        return AiMode(asked.mode)
    except ValueError:
        raise RequestError("mode_invalid") from None


def question_of(asked: Asked) -> str:
    """The question with line ends as one character; raises RequestError before the archive is searched for it."""
    question = asked.question.replace("\r\n", "\n")
    if _REFUSED.intersection(question):
        raise RequestError("text_invalid")
    if size_of(question) > limits.QUESTION_BYTES:
        raise RequestError("question_too_long")
    if mode_of(asked) is AiMode.QUESTION and not sanitize_answer(question):
        raise RequestError("question_missing")
    return question
