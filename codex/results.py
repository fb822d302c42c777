"""What the door hands to every face: results or a refusal, as values; dicts only at the JSON edge."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from http import HTTPStatus
from typing import Any, Final, Generic, Protocol, TypeVar

from codex.core.errors import CodexError, SearchError
from codex.core.hits import Hit, Why
from codex.core.inscriptions import Inscription
from codex.core.ranking import Hits, Match
from codex.core.suggest import corrected, fewer_words, lacking, spellings
from codex.quota import Allowance
from codex.store.edition import Edition
from codex.usage_models import Outcome

#: Plain strings: hashing the members themselves takes longer than all the rest of counting.
NOTHING: Final = str(Outcome.NOTHING)
#: By whether the words were matched nearly, and whether in other tongues.
_OUTCOMES: Final = {
    (False, False): str(Outcome.FOUND),
    (False, True): str(Outcome.ELSEWHERE),
    (True, False): str(Outcome.NEAR),
    (True, True): str(Outcome.NEAR_ELSEWHERE),
}


class _Told(Protocol):
    @property
    def outcome(self) -> str:
        """What came of it."""


T = TypeVar("T", bound=_Told)
Counts = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Help:
    """What to try when nothing was found: every word offered stands in the archive."""

    spellings: tuple[str, ...]
    fewer: Counts
    tongues: Counts
    collections: Counts


@dataclass(frozen=True, kw_only=True)
class Results:
    """One page of hits with everything a face says about them; what few faces show is counted when it is asked for."""

    query: str
    #: The tongue asked for; the one that answered is `lang_used`.
    lang: str
    found: Hits
    page: int
    per_page: int
    collection: str
    edition: Edition
    allowance: Allowance | None

    @property
    def was_counted(self) -> bool:
        """Whether the search was one of the caller's of the day."""
        return self.allowance is not None

    @property
    def lang_used(self) -> str:
        """The tongue that answered; "all" after a fallback."""
        return self.found.lang_used

    @property
    def fallback(self) -> bool:
        """Whether nothing was found in the tongue asked for."""
        return self.found.fallback

    @property
    def match(self) -> Match:
        """How the words were matched."""
        return self.found.match

    @property
    def outcome(self) -> str:
        """What came of it, as it is counted."""
        if not self.total:
            return NOTHING
        return _OUTCOMES[self.match == "near", self.fallback]

    @property
    def total(self) -> int:
        """How many hits there are on all pages."""
        return self.found.total

    @property
    def hits(self) -> tuple[Hit, ...]:
        """The hits of this page."""
        return self.found.page

    @property
    def stale_since(self) -> datetime | None:
        """Since when the archive could not be confirmed."""
        return self.edition.stale_since

    @cached_property
    def collections(self) -> Counts:
        """How many hits each collection holds, whatever the filter."""
        return tuple(self.found.collections())

    @cached_property
    def tongues(self) -> Counts:
        """How many hits the query has in each tongue."""
        return tuple(self.edition.index.totals(self.query, self.match))

    @property
    def nearest(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """After a near match: each word of the query with the archive's words that were taken for it, best first."""
        return tuple(self.found.nearest()) if self.match == "near" else ()

    @cached_property
    def lacking(self) -> tuple[str, ...]:
        """Words of the query that the tongue lacks, while others of it were found."""
        return lacking(self.found, self.query, self.lang)

    @cached_property
    def corrected(self) -> str:
        """The query with the archive's words in place of those that are lacking; empty when none is like them."""
        return corrected(self.edition.index, self.query, self.lang) if self.lacking else ""

    @cached_property
    def help(self) -> Help | None:
        """What to try instead; None when something was found."""
        if self.total:
            return None
        return Help(
            spellings=spellings(self.edition.index, self.query, self.lang_used),
            fewer=fewer_words(self.edition.index, self.query, self.lang_used),
            tongues=tuple(self.edition.tongues.items()),
            collections=tuple(self.edition.collections.items()),
        )

    @property
    def pages(self) -> int:
        """How many pages there are; 1 when nothing was found."""
        return max(1, -(-self.total // self.per_page))

    def as_dict(self, *, full: bool = False) -> dict[str, Any]:
        """What a bot or model sees (CDX-01); `full` adds lang, score, why and snippet to each result (API-03)."""
        answer = {
            "results": [_hit(hit, full=full) for hit in self.hits],
            "lang_used": self.lang_used,
            "fallback": self.fallback,
            "match": self.match,
            "total": self.total,
            "stale_since": self.stale_since.isoformat() if self.stale_since else None,
        }
        return answer | ({"sample": True} if self.edition.source == "sample" else {})


@dataclass(frozen=True, slots=True)
class Answered(Generic[T]):
    """What a face made of results for everybody, and what this caller has left."""

    made: T
    edition: Edition
    allowance: Allowance | None

    @property
    def outcome(self) -> str:
        """What came of it, as it is counted."""
        return self.made.outcome


@dataclass(frozen=True, slots=True)
class Reading:
    """Inscriptions read by their links, the links that lead to none, and the edition all this holds for."""

    inscriptions: tuple[Inscription, ...]
    missing: tuple[str, ...]
    edition: Edition


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why there are no results: a fixed sentence with its code."""

    code: str
    sentence: str
    status: int
    retryable: bool
    retry_after: int | None = None
    allowance: Allowance | None = None
    #: Members of a problem document besides, such as `parameter`.
    about: Mapping[str, object] = field(default_factory=dict)

    @property
    def was_counted(self) -> bool:
        """Whether the search was admitted, and so counted, before it came to nothing."""
        return self.allowance is not None and self.status != HTTPStatus.TOO_MANY_REQUESTS

    def as_dict(self) -> dict[str, Any]:
        """What a bot or model sees (CDX-05)."""
        return {"error": self.sentence, "code": self.code, "retryable": self.retryable}


def refusal(
    error: CodexError | str,
    *,
    status: int | None = None,
    retry_after: int | None = None,
    allowance: Allowance | None = None,
) -> Refusal:
    """Make a refusal from an error of the tree, or from a code of SearchError."""
    found = SearchError(error) if isinstance(error, str) else error
    return Refusal(
        code=found.code,
        sentence=found.sentence,
        status=status or found.status,
        retryable=found.retryable,
        retry_after=retry_after,
        allowance=allowance,
        about=found.about,
    )


def _hit(hit: Hit, *, full: bool) -> dict[str, Any]:
    brief: dict[str, Any] = {"title": hit.title, "summary": hit.summary, "collection": hit.collection, "url": hit.url}
    return brief | _more(hit) if full else brief


def _more(hit: Hit) -> dict[str, Any]:
    snippet = "".join(part.text for part in hit.snippet_parts)
    return {"lang": hit.lang, "score": hit.score, "why": [_why(why) for why in hit.why], "snippet": snippet}


def _why(why: Why) -> dict[str, Any]:
    return {"word": why.word, "rule": why.rule, "fields": list(why.fields), "points": why.points}
