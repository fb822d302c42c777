"""The words of a text that carry a subject, by stem, where they stand (GRD-07)."""

from collections.abc import Iterator
from dataclasses import dataclass

from codex.core.stems import stem
from codex.core.stopwords import is_stopword
from codex.core.words import spans


@dataclass(frozen=True, slots=True)
class Word:
    """A content word in a text, and the stem it is compared by."""

    start: int
    end: int
    stem: str


def content_words(text: str, tongue: str) -> Iterator[Word]:
    """The words that are neither stopwords nor digits alone."""
    for start, end, written in spans(text):
        if not (written.isdecimal() or is_stopword(written, tongue)):
            yield Word(start, end, stem(written, tongue))
