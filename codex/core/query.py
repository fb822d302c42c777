"""A query as the terms that are looked up (CDX-03)."""

from dataclasses import dataclass
from typing import Final

from codex.core.stems import stem
from codex.core.stopwords import is_stopword
from codex.core.words import words

#: Distinct stems of a query that count; the rest of a longer one is not looked at.
MOST_STEMS: Final = 64


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the query as written, and its stem in one tongue."""

    word: str
    stem: str


def terms(query: str, tongue: str) -> tuple[Term, ...]:
    """The distinct terms of a query, stopwords dropped unless it holds nothing else, 64 at most."""
    written = words(query)
    telling = [word for word in written if not is_stopword(word, tongue)]
    distinct: dict[str, Term] = {}
    for word in telling or written:
        if len(distinct) == MOST_STEMS:
            break
        key = stem(word, tongue)
        distinct.setdefault(key, Term(word, key))
    return tuple(distinct.values())
