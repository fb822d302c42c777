"""The ranking once more, straight from CDX-03: plain loops and floats, slow, to hold the fast one against.

It shares with the product how a text is cut into words and what a word's stem is; those have tests of their own.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz.distance import OSA

from codex.core.archive import Inscription
from codex.core.folds import fold
from codex.core.stems import stem
from codex.core.stopwords import is_stopword
from codex.core.tongues import TONGUES
from codex.core.words import words

FIXED_POINT = 2**18
EXACT_TITLE = 2**29
FULL_TITLE = 2**28


@dataclass(frozen=True)
class Scored:
    """An inscription that answers, with what it is ordered by after its score."""

    inscription: Inscription
    points: int
    equal_title: bool
    written: int

    @property
    def order(self) -> tuple[int, bool, int, str]:
        return (-self.points, not self.equal_title, -self.written, self.inscription.url)


def in_tongue(inscriptions: Sequence[Inscription], query: str, tongue: str, ranking: str) -> list[Scored]:
    """Every hit of one tongue in order."""
    own = [one for one in inscriptions if one.lang == tongue]
    found = [_scored(one, own, query, tongue, ranking) for one in own]
    return sorted((one for one in found if one.points), key=lambda one: one.order)


def in_all(inscriptions: Sequence[Inscription], query: str, ranking: str) -> list[Scored]:
    """Every hit of all tongues, merged by score, then URL; where there is but one tongue, nothing is merged."""
    held = {one.lang for one in inscriptions}
    found = [one for tongue in TONGUES for one in in_tongue(inscriptions, query, tongue, ranking)]
    return sorted(found, key=lambda one: (-one.points, one.inscription.url)) if len(held) > 1 else found


def seed_integer(one: Inscription, query: str) -> int:
    """The seed's own score of an inscription: the sum of 8T + 3S + B over the query's words."""
    return sum(8 * t + 3 * s + b for t, s, b in (_holds(one, term) for term in _terms(query, one.lang)))


def _scored(one: Inscription, own: Sequence[Inscription], query: str, tongue: str, ranking: str) -> Scored:
    terms = _terms(query, tongue)
    points = sum(round(_impact(one, own, term, ranking) * FIXED_POINT) for term in terms)
    equal_title = _folded(one.title, tongue) == _folded(query, tongue)
    if len(own) > 16 and points:
        if equal_title:
            points += EXACT_TITLE
        elif ranking == "blended" and all(_holds(one, term)[0] for term in terms):
            points += FULL_TITLE
    written = sum(term in _all_words(one) for term in terms.values()) if points else 0
    return Scored(one, points, equal_title and len(own) <= 16, written)


def _terms(query: str, tongue: str) -> dict[str, str]:
    """Distinct stems, each with the first word of the query that has it."""
    written = words(query)
    telling = [word for word in written if not is_stopword(word, tongue)] or written
    terms: dict[str, str] = {}
    for word in telling:
        terms.setdefault(stem(word, tongue), word)
    return dict(list(terms.items())[:64])


def _impact(one: Inscription, own: Sequence[Inscription], term: str, ranking: str) -> float:
    title, summary, body = _holds(one, term)
    if not (title or summary or body):
        return 0.0
    n = len(own)
    df = sum(any(_holds(other, term)) for other in own)
    share = 0.001 if ranking == "seed" else max(0.001, 1 - (16 / n) ** 2)
    rho = _idf(df, n) / _idf(1, n)
    v = 0.0
    if title:
        v += 8 * (1 - 0.45 * _saturated(0, one, own))
    if summary:
        v += 3 * (1 - 0.45 * _saturated(1, one, own))
    if body:
        x = _count(one, term) / (0.25 + 0.75 * _length(2, one) / _average(2, own))
        v += x / (x + 10)
    return (1 - share) * (8 * title + 3 * summary + body) + share * rho * 8.1 * v / (v + 0.1)


def _idf(df: int, n: int) -> float:
    return math.log(1 + (n - df + 0.5) / (df + 0.5))


def _saturated(field: int, one: Inscription, own: Sequence[Inscription]) -> float:
    return _length(field, one) / (_length(field, one) + _average(field, own))


def _average(field: int, own: Sequence[Inscription]) -> float:
    return sum(_length(field, other) for other in own) / len(own)


def _length(field: int, one: Inscription) -> int:
    return len(words(_fields(one)[field]))


def _fields(one: Inscription) -> tuple[str, str, str]:
    return one.title, one.summary if one.own_summary else "", one.body


def _holds(one: Inscription, term: str) -> tuple[bool, bool, bool]:
    title, summary, body = (any(stem(word, one.lang) == term for word in words(text)) for text in _fields(one))
    return title, summary, body


def _count(one: Inscription, term: str) -> int:
    return sum(stem(word, one.lang) == term for word in words(one.body))


def _all_words(one: Inscription) -> set[str]:
    return {word for text in _fields(one) for word in words(text)}


def _folded(text: str, tongue: str) -> str:
    return " ".join(fold(word, tongue) for word in words(text))


def title_nearness(query: str, title: str) -> float:
    """How near a title is to the query, 0 to 1, both as folded words; an unfinished end is nearer than a slip."""
    likeness = min(len(query), len(title)) / max(len(query), len(title), 1)
    if title.startswith(query):
        return (1 + likeness) / 2
    allowed = 0 if len(query) < 4 else 1 if len(query) < 8 else 2
    return likeness / 2 if OSA.distance(query, title) <= allowed else 0.0
