"""THE DOOR for reading one inscription of the archive, a page at a time (MCP-01)."""

from dataclasses import dataclass
from typing import Any, Final

from django.db import DatabaseError

from codex.callers import Caller
from codex.core.errors import CodexError, ToolError
from codex.core.inscriptions import Inscription
from codex.core.options import CodexOptions
from codex.core.portions import portions
from codex.live import options as live_options
from codex.metering.admission import admit
from codex.quota import Allowance
from codex.results import Refusal, refusal
from codex.search import PAUSED, SOON
from codex.shelf import shelf
from codex.store.edition import Edition
from codex.usage.tally import tally
from codex.usage_models import Face, Outcome

#: What is counted: only a model reads so.
_READ: Final = (str(Face.MCP), str(Outcome.READ))
_LIMIT: Final = (str(Face.MCP), str(Outcome.LIMIT))


@dataclass(frozen=True, slots=True, kw_only=True)
class Portion:
    """One page of an inscription, and what a face says about it."""

    inscription: Inscription
    text: str
    page: int
    pages: int
    edition: Edition
    allowance: Allowance | None

    def as_dict(self) -> dict[str, Any]:
        """What a bot or model sees."""
        one, stale = self.inscription, self.edition.stale_since
        answer = {
            "title": one.title,
            "collection": one.collection,
            "url": one.url,
            "lang": one.lang,
            "text": self.text,
            "page": self.page,
            "pages": self.pages,
            "stale_since": stale.isoformat() if stale else None,
        }
        return answer | ({"sample": True} if self.edition.source == "sample" else {})


def read(url: str, caller: Caller | None = None, *, page: int = 1) -> Portion | Refusal:
    """Read a page of the inscription with that link; refuses with a reason, never raises.

    Counted like a search (CDX-06), before the archive is touched, since whether the link leads anywhere is read there.
    `caller` None is not metered.
    """
    try:
        return _admitted(url, page, caller, live_options())
    except (DatabaseError, OSError):
        return refusal("storage_unavailable", retry_after=SOON)


def _admitted(url: str, page: int, caller: Caller | None, options: CodexOptions) -> Portion | Refusal:
    if options.pause_search:
        return refusal("paused", retry_after=PAUSED)
    allowance = admit(caller, options) if caller is not None else None
    if isinstance(allowance, Refusal):
        tally.note(*_LIMIT)
        return allowance
    if caller is not None:
        tally.note(*_READ)
    try:
        return _read(url, page, shelf.current(options), allowance)
    except ToolError as error:
        return refusal(error, allowance=allowance)
    except CodexError as error:
        return refusal(error, status=503, retry_after=SOON, allowance=allowance)


def _read(url: str, page: int, edition: Edition, allowance: Allowance | None) -> Portion:
    found = edition.by_url.get(url)
    if found is None:
        raise ToolError("inscription_unknown")
    texts = portions(found.body or found.summary)
    if page > len(texts):
        raise ToolError("reading_ended")
    return Portion(
        inscription=found, text=texts[page - 1], page=page, pages=len(texts), edition=edition, allowance=allowance
    )
