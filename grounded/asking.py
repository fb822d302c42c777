"""What a page's form asks, read from its fields and written back into them, so that nobody types twice."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from django.http import QueryDict

from codex.core.tongues import tongue_of
from grounded.answer import Asked, Pick, Standing
from grounded.picking import PARAMETER

#: More digits than any inscription has paragraphs.
_LONGEST_NUMBER: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """The form's state: as Asked, with the tongue that was named, if any."""

    mode: str = "question"
    question: str = ""
    lang: str = ""
    picks: tuple[Pick, ...] = ()

    def asked(self, lang: str) -> Asked:
        """What goes through the door; `lang` is the reader's tongue when the form names none."""
        return Asked(mode=self.mode, question=self.question, picks=self.picks, lang=self.lang or lang)

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """The form's fields, to be sent along unseen."""
        return (
            ("mode", self.mode),
            ("question", self.question),
            ("lang", self.lang),
            *(pair for pick in self.picks for pair in _fields(pick)),
        )


def asking_of(data: QueryDict) -> Asking:
    """Read the fields of a form or a link; a search's `q` is a first draft of the question."""
    return Asking(
        mode=data.get("mode", "") or "question",
        question=data.get("question", data.get("q", "")),
        lang=tongue_of(data.get("lang")) or "",
        picks=tuple(_pick(url, data) for url in dict.fromkeys(data.getlist(PARAMETER)) if url),
    )


def asking_again(found: Standing) -> Asking:
    """The same question to the same passages."""
    picks = tuple(Pick(source.url, source.first, source.last) for source in found.sources)
    return Asking(mode=found.mode.value, question=found.question, lang=found.lang, picks=picks)


def with_picks(asking: Asking, picks: Iterable[Pick]) -> Asking:
    """The same with other picks."""
    return Asking(mode=asking.mode, question=asking.question, lang=asking.lang, picks=tuple(picks))


def key_of(url: str) -> str:
    """Names an inscription's fields in the form."""
    return hashlib.sha256(url.encode()).hexdigest()[:8]


def _pick(url: str, data: QueryDict) -> Pick:
    first, last = (_number(data.get(f"{name}-{key_of(url)}", "")) for name in ("first", "last"))
    return Pick(url, 1 if first is None and last is not None else first, last)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _LONGEST_NUMBER else None


def _fields(pick: Pick) -> Iterator[tuple[str, str]]:
    yield PARAMETER, pick.url
    for name, number in (("first", pick.first), ("last", pick.last)):
        if number is not None:
            yield f"{name}-{key_of(pick.url)}", str(number)
