"""What the door hands to every face: results or a refusal, as values; dicts only at the JSON edge."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from codex.core.errors import CodexError, SearchError
from codex.core.hits import Hit, Why
from codex.core.inscriptions import Inscription
from codex.core.ranking import Match
from codex.edition import Edition
from codex.quota import Allowance

Counts = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Help:
    """What to try when nothing was found: every word offered stands in the archive."""

    spellings: tuple[str, ...]
    fewer: Counts
    tongues: Counts
    collections: Counts


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """One page of hits with everything a face says about them."""

    query: str
    #: The tongue asked for and the one that answered ("all" after a fallback).
    lang: str
    lang_used: str
    fallback: bool
    match: Match
    total: int
    hits: tuple[Hit, ...]
    page: int
    per_page: int
    collection: str
    collections: Counts
    tongues: Counts
    #: After a near match: each word of the query with the archive's words that were taken for it, best first.
    nearest: tuple[tuple[str, tuple[str, ...]], ...]
    stale_since: datetime | None
    edition: Edition
    allowance: Allowance | None
    help: Help | None

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
    )


def _hit(hit: Hit, *, full: bool) -> dict[str, Any]:
    brief: dict[str, Any] = {"title": hit.title, "summary": hit.summary, "collection": hit.collection, "url": hit.url}
    return brief | _more(hit) if full else brief


def _more(hit: Hit) -> dict[str, Any]:
    snippet = "".join(part.text for part in hit.snippet_parts)
    return {"lang": hit.lang, "score": hit.score, "why": [_why(why) for why in hit.why], "snippet": snippet}


def _why(why: Why) -> dict[str, Any]:
    return {"word": why.word, "rule": why.rule, "fields": list(why.fields), "points": why.points}
