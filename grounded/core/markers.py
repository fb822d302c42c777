"""Citation markers in an answer: which brackets are some, which are none, and which name a source that was not sent.

A marker is `[id]`, blanks inside allowed, or a group `[id, id; id]` of known ids. Any other single token in brackets
that is shaped like an id is an unknown citation. Every other bracket is prose (GRD-04).
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from grounded.core.errors import AnswerRejected

_BRACKET: Final = re.compile(r"\[([^\[\]]*)\]")
_SEPARATOR: Final = re.compile(r"[,;]")
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{1,16}")
_DIGIT: Final = re.compile(r"[0-9]")


@dataclass(frozen=True, slots=True)
class Marker:
    """One `[id]` in the shown answer; `start` and `end` count characters."""

    start: int
    end: int
    id: str


@dataclass(frozen=True, slots=True)
class Marked:
    """An answer with every marker written as `[id]`, groups as several."""

    text: str
    markers: tuple[Marker, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids cited, each once, in the order of the text."""
        return tuple(dict.fromkeys(marker.id for marker in self.markers))

    @property
    def says_nothing(self) -> bool:
        """Whether there is nothing beside markers, blanks and punctuation."""
        left = unmarked(self.text, self.markers)
        return all(char.isspace() or unicodedata.category(char)[0] == "P" for char in left)


def unmarked(text: str, markers: Iterable[Marker]) -> str:
    """The text with blanks in place of its markers, character for character as long."""
    pieces, end = [], 0
    for marker in markers:
        pieces += [text[end : marker.start], " " * (marker.end - marker.start)]
        end = marker.end
    return "".join([*pieces, text[end:]])


class Vocabulary:
    """The ids of one request, and what else would pass for one."""

    def __init__(self, ids: Iterable[str]) -> None:
        self.ids = frozenset(ids)
        self._folded = {known.casefold() for known in self.ids}
        self._without_digits = not any(map(_DIGIT.search, self.ids))

    def cited_by(self, inside: str) -> tuple[str, ...]:
        """The ids that a bracket cites; none when it is prose. Raises AnswerRejected unknown_id."""
        members = [member.strip() for member in _SEPARATOR.split(inside)]
        if self.ids.issuperset(members):
            return tuple(dict.fromkeys(members))
        token = inside.strip()
        if self.looks_like_one(token):
            raise AnswerRejected("unknown_id", token=token)
        return ()

    def looks_like_one(self, token: str) -> bool:
        """Whether a token is shaped like an id."""
        if not _TOKEN.fullmatch(token):
            return False
        return self._without_digits or bool(_DIGIT.search(token)) or token.casefold() in self._folded


def mark(answer: str, vocabulary: Vocabulary) -> Marked:
    """Find the markers of a sanitised answer; raises AnswerRejected unknown_id."""
    text, end = "", 0
    markers: list[Marker] = []
    for found in _BRACKET.finditer(answer):
        if cited := vocabulary.cited_by(found.group(1)):
            text += answer[end : found.start()]
            markers += _placed(cited, len(text))
            text += " ".join(f"[{known}]" for known in cited)
            end = found.end()
    return Marked(text + answer[end:], tuple(markers))


def _placed(cited: Iterable[str], start: int) -> Iterator[Marker]:
    for known in cited:
        end = start + len(known) + 2
        yield Marker(start, end, known)
        start = end + 1
