"""THE DOOR: every face searches through here, and here alone (CDX-01…06)."""

import time
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from http import HTTPStatus
from typing import Final, Protocol, TypeVar

from django.db import DatabaseError

from codex.callers import Caller
from codex.core.errors import CodexError, SearchError
from codex.core.options import CodexOptions
from codex.core.tongues import requested
from codex.core.words import words
from codex.live import options as live_options
from codex.metering.admission import admit
from codex.pages.parameters import holds_controls
from codex.quota import Allowance
from codex.results import NOTHING, Answered, Reading, Refusal, Results, refusal
from codex.shelf import shelf
from codex.store.edition import Edition
from codex.usage.tally import note_search, tally
from codex.usage_models import Face, Outcome
from codex.web.memory import Memory


class _Told(Protocol):
    @property
    def outcome(self) -> str:
        """What came of it."""


T = TypeVar("T", bound=_Told)
PAGE, API = str(Face.PAGE), str(Face.API)
_LIMIT, _FAILED = str(Outcome.LIMIT), str(Outcome.FAILED)
#: Characters of a query, hits on a page and pages of results that are admitted.
LONGEST_QUERY: Final = 1_000
MOST_HITS: Final = 50
MOST_PAGES: Final = 10_000
#: What callers are told to wait when nothing better is known, in seconds.
SOON: Final = 5
#: The same while staff have paused the search, which lasts longer than a hiccup.
PAUSED: Final = 60


@dataclass(frozen=True, slots=True)
class _Asked:
    query: str
    lang: str
    page: int
    limit: int
    collection: str

    @property
    def offset(self) -> int:
        return (self.page - 1) * self.limit


#: What is done with an admitted question.
Use = Callable[[_Asked, Edition, Allowance | None], T]


def search(
    query: str,
    lang: str = "en",
    caller: Caller | None = None,
    *,
    page: int = 1,
    limit: int = 10,
    collection: str = "",
    face: str = PAGE,
) -> Results | Refusal:
    """Search the archive for one caller; refuses with a reason, never raises (CDX-05).

    `caller` None is not metered: commands and staff dry runs. `page` counts from 1, `limit` is hits a page (1–50),
    `collection` empty means all. One use is counted when the input is valid and before the index is touched.
    `face` is whose search it is in what staff see.
    """
    return _admitted(_Asked(query, lang, page, limit, collection), caller, _results, face)


def answered(
    query: str,
    lang: str = "en",
    caller: Caller | None = None,
    *,
    page: int = 1,
    limit: int = 10,
    collection: str = "",
    face: str = API,
    memory: Memory[T],
    key: Hashable,
    make: Callable[[Results], T],
) -> Answered[T] | Refusal:
    """The same for a face that shows the same to all: counted each time, searched and made only once an edition.

    `key` names in `memory` what `make` makes, and must differ wherever that does, for the parameters above too.
    """

    def remembered(asked: _Asked, edition: Edition, allowance: Allowance | None) -> Answered[T]:
        made = memory.get(edition, key)
        if made is None:
            made = make(_results(asked, edition, allowance))
            memory.keep(edition, key, made)
        return Answered(made, edition, allowance)

    return _admitted(_Asked(query, lang, page, limit, collection), caller, remembered, face)


def inscriptions(urls: Iterable[str], *, latest: bool = False) -> Reading | Refusal:
    """Read inscriptions by their links from the archive as it stands; not metered, never raises.

    `latest` looks first for what another process may have read since.
    Those that are found come in the order asked for, each once; the links of the others are told.
    """
    try:
        edition = shelf.latest(live_options()) if latest else shelf.current(live_options())
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


@lru_cache(maxsize=2_048)
def _validated(asked: _Asked) -> _Asked:
    query = check_query(asked.query)
    for name, text in (("lang", asked.lang), ("collection", asked.collection)):
        if holds_controls(text) or len(text) > LONGEST_QUERY:
            raise SearchError("parameter_invalid", parameter=name)
    if not 1 <= asked.limit <= MOST_HITS:
        raise SearchError("parameter_invalid", parameter="limit", minimum=1, maximum=MOST_HITS)
    if asked.page < 1:
        raise SearchError("parameter_invalid", parameter="page", minimum=1)
    if asked.page > MOST_PAGES:
        raise SearchError("page_out_of_range")
    return replace(asked, query=query, lang=requested(asked.lang))


def _admitted(asked: _Asked, caller: Caller | None, use: Use[T], face: str) -> T | Refusal:
    """What `use` makes of an admitted question, or why it is refused; what a caller asked is noted."""
    begun = time.perf_counter()
    try:
        asked, options = _validated(asked), live_options()
        if options.pause_search:
            return refusal("paused", retry_after=PAUSED)
        allowance = admit(caller, options) if caller is not None else None
        if isinstance(allowance, Refusal):
            tally.note(face, _LIMIT)
            return allowance
        found = _used(asked, options, allowance, use)
    except SearchError as error:
        return refusal(error)
    except (DatabaseError, OSError):
        return refusal("storage_unavailable", retry_after=SOON)
    if caller is not None:
        _note(found, asked, face, begun)
    return found


def _note(found: _Told | Refusal, asked: _Asked, face: str, begun: float) -> None:
    if isinstance(found, Refusal):
        if found.status == HTTPStatus.SERVICE_UNAVAILABLE:
            tally.note(face, _FAILED)
    elif found.outcome == NOTHING and asked.page == 1 and not asked.collection:
        note_search(face, NOTHING, begun, lang=asked.lang, words=asked.query)
    else:
        note_search(face, found.outcome, begun)


def _used(asked: _Asked, options: CodexOptions, allowance: Allowance | None, use: Use[T]) -> T | Refusal:
    try:
        return use(asked, shelf.current(options), allowance)
    except SearchError as error:
        return refusal(error, allowance=allowance)
    except CodexError as error:
        # For the caller it is always this site's archive that is out of reach, whatever is wrong with it.
        return refusal(error, status=503, retry_after=SOON, allowance=allowance)


def _results(asked: _Asked, edition: Edition, allowance: Allowance | None) -> Results:
    within = asked.collection or None
    hits = edition.index.search(asked.query, asked.lang, asked.limit, offset=asked.offset, collection=within)
    if asked.page > 1 and asked.offset >= hits.total:
        raise SearchError("page_out_of_range")
    return Results(
        query=asked.query,
        lang=asked.lang,
        found=hits,
        page=asked.page,
        per_page=asked.limit,
        collection=asked.collection,
        edition=edition,
        allowance=allowance,
    )
