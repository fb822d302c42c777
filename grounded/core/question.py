"""What is asked of a model, within bounds that are checked in bytes before anything else happens (GRD-02)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from codex.core.tongues import TONGUES
from grounded.core import limits
from grounded.core.answer_text import sanitize_answer
from grounded.core.errors import RequestError

_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,16}")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
#: Turned round in the sent copy, so that no source can hold anything like `[s2]`; each keeps its length in bytes.
_TURNED: Final = str.maketrans("[]［］", "()（）")


class AiMode(StrEnum):
    """What the model is to do with the sources."""

    SUMMARY = "summary"
    QUESTION = "question"


@dataclass(frozen=True, slots=True)
class AiSource:
    """One excerpt: an id of 1–16 chars `[A-Za-z0-9_-]`, a title, the text, and where it stands, all as in the archive.

    Raises RequestError.
    """

    id: str
    title: str
    text: str
    location: str | None = None

    def __post_init__(self) -> None:
        if not (isinstance(self.id, str) and _ID.fullmatch(self.id)):
            raise RequestError("source_id_invalid")
        _bound(self.title, limits.TITLE_BYTES, "title_too_long")
        _bound(self.location or "", limits.LOCATION_BYTES, "location_too_long")
        _bound(self.text, limits.SOURCE_BYTES, "source_too_long")
        if not self.text.strip():
            raise RequestError("source_empty")

    def as_sent(self) -> "AiSource":
        """The copy that leaves: square brackets turned round, byte for byte as long."""
        location = self.location and self.location.translate(_TURNED)
        return replace(self, title=self.title.translate(_TURNED), text=self.text.translate(_TURNED), location=location)


@dataclass(frozen=True, slots=True)
class AiRequest:
    """A summary of 1–8 sources, or a question to them; `lang` is the tongue of the answer. Raises RequestError."""

    mode: AiMode
    question: str | None = None
    sources: tuple[AiSource, ...] = ()
    lang: str = "en"

    def __post_init__(self) -> None:
        object.__setattr__(self, "sources", tuple(self.sources))
        if not isinstance(self.mode, AiMode):
            raise RequestError("mode_invalid")
        if self.lang not in TONGUES:
            raise RequestError("lang_invalid")
        _check_question(self.question or "", self.mode)
        _check_sources(self.sources)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids that the answer may cite."""
        return tuple(source.id for source in self.sources)


def size_of(text: str) -> int:
    """The length of a text in bytes as it is sent (UTF-8)."""
    if not isinstance(text, str) or _SURROGATE.search(text):
        raise RequestError("text_invalid")
    return len(text.encode())


def _bound(text: str, most: int, code: str) -> None:
    if size_of(text) > most:
        raise RequestError(code)


def _check_question(question: str, mode: AiMode) -> None:
    _bound(question, limits.QUESTION_BYTES, "question_too_long")
    if mode is AiMode.QUESTION and not sanitize_answer(question):
        raise RequestError("question_missing")


def _check_sources(sources: tuple[AiSource, ...]) -> None:
    if not 1 <= len(sources) <= limits.SOURCES:
        raise RequestError("sources_count")
    if _repeated(source.id for source in sources):
        raise RequestError("source_ids_repeated")
    if sum(size_of(source.text) for source in sources) > limits.SOURCES_BYTES:
        raise RequestError("sources_too_long")


def _repeated(ids: Iterable[str]) -> bool:
    found = list(ids)
    return len(set(found)) < len(found)
