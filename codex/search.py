"""THE DOOR: every face searches through here, and here alone (CDX-01…06)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.db import DatabaseError

from codex.admission import admit
from codex.callers import Caller
from codex.core.errors import CodexError, SearchError
from codex.core.options import CodexOptions
from codex.core.ranking import Hits
from codex.core.suggest import fewer_words, spellings
from codex.core.tongues import requested
from codex.core.words import words
from codex.edition import Edition
from codex.live import options as live_options
from codex.quota import Allowance
from codex.results import Help, Reading, Refusal, Results, refusal
from codex.shelf import shelf

#: Characters of a query, hits on a page and pages of results that are admitted.
LONGEST_QUERY: Final = 1_000
MOST_HITS: Final = 50
MOST_PAGES: Final = 10_000
#: What callers are told to wait when nothing better is known, in seconds.
SOON: Final = 5
#: The same while staff have paused the search, which lasts longer than a hiccup.
PAUSED: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    query: str
    lang: str
    page: int
    limit: int
    collection: str

    @property
    def offset(self) -> int:
        return (self.page - 1) * self.limit


def search(
    query: str, lang: str = "en", caller: Caller | None = None, *, page: int = 1, limit: int = 10, collection: str = ""
) -> Results | Refusal:
    """Search the archive for one caller; refuses with a reason, never raises (CDX-05).

    `caller` None is not metered: commands and staff dry runs. `page` counts from 1, `limit` is hits a page (1–50),
    `collection` empty means all. One use is counted when the input is valid and before the index is touched.
    """
    try:
        asked = _validated(query, lang, page, limit, collection)
        return _admitted(asked, caller, live_options())
    except SearchError as error:
        return refusal(error)
    except (DatabaseError, OSError):
        return refusal("storage_unavailable", retry_after=SOON)


def inscriptions(urls: Iterable[str]) -> Reading | Refusal:
    """Read inscriptions by their links from the archive as it stands; not metered, never raises.

    Those that are found come in the order asked for, each once; the links of the others are told.
    """
    try:
        edition = shelf.current(live_options())
    except CodexError as error:
        return refusal(error, status=503, retry_after=SOON)
    except (DatabaseError, OSError):
        return refusal("storage_unavailable", retry_after=SOON)
    asked = tuple(dict.fromkeys(urls))
    found = tuple(edition.by_url[url] for url in asked if url in edition.by_url)
    return Reading(found, tuple(url for url in asked if url not in edition.by_url), edition)


def check_query(query: str) -> str:
    """The query as it will be searched for; raises SearchError when it cannot be."""
    if not isinstance(query, str) or any(char in query for char in _REFUSED) or _has_surrogate(query):
        raise SearchError("query_invalid")
    stripped = " ".join(query.split())
    if not stripped:
        raise SearchError("query_empty")
    if len(stripped) > LONGEST_QUERY:
        raise SearchError("query_too_long")
    # Signs alone, seen or unseen (*, an emoji, U+200B), are no word: nothing could be found by them.
    if not words(stripped):
        raise SearchError("query_empty")
    return stripped


#: Control characters other than white space; a NUL could cut the text short in some layer below.
_REFUSED: Final = frozenset(map(chr, (*range(9), *range(14, 28), 127)))


def _has_surrogate(text: str) -> bool:
    return any("\ud800" <= char <= "\udfff" for char in text)


def _validated(query: str, lang: str, page: int, limit: int, collection: str) -> _Asked:
    checked = check_query(query)
    if not 1 <= limit <= MOST_HITS or len(collection) > LONGEST_QUERY:
        raise SearchError("parameter_invalid")
    if not 1 <= page <= MOST_PAGES:
        raise SearchError("page_out_of_range")
    return _Asked(query=checked, lang=requested(lang), page=page, limit=limit, collection=collection)


def _admitted(asked: _Asked, caller: Caller | None, options: CodexOptions) -> Results | Refusal:
    if options.pause_search:
        return refusal("paused", retry_after=PAUSED)
    allowance = admit(caller, options) if caller is not None else None
    if isinstance(allowance, Refusal):
        return allowance
    try:
        return _results(asked, shelf.current(options), allowance)
    except SearchError as error:
        return refusal(error, allowance=allowance)
    except CodexError as error:
        # For the caller it is always this site's archive that is out of reach, whatever is wrong with it.
        return refusal(error, status=503, retry_after=SOON, allowance=allowance)


def _results(asked: _Asked, edition: Edition, allowance: Allowance | None) -> Results:
    index = edition.index
    hits = index.search(asked.query, asked.lang, asked.limit, offset=asked.offset, collection=asked.collection or None)
    if asked.page > 1 and asked.offset >= hits.total:
        raise SearchError("page_out_of_range")
    return Results(
        query=asked.query,
        lang=asked.lang,
        lang_used=hits.lang_used,
        fallback=hits.fallback,
        match=hits.match,
        total=hits.total,
        hits=hits.page,
        page=asked.page,
        per_page=asked.limit,
        collection=asked.collection,
        collections=tuple(hits.collections()),
        tongues=tuple(index.totals(asked.query, hits.match)),
        nearest=tuple(hits.nearest()) if hits.match == "near" else (),
        stale_since=edition.stale_since,
        edition=edition,
        allowance=allowance,
        help=None if hits.total else _help(asked, edition, hits),
    )


def _help(asked: _Asked, edition: Edition, hits: Hits) -> Help:
    return Help(
        spellings=spellings(edition.index, asked.query, hits.lang_used),
        fewer=fewer_words(edition.index, asked.query, hits.lang_used),
        tongues=tuple(edition.tongues.items()),
        collections=tuple(edition.collections.items()),
    )
