"""What a search over HTTP takes, and its answer as JSON or Markdown, with the tag that names it (API-02)."""

import hashlib
import json
from dataclasses import dataclass
from typing import Final, Literal

from django.http import HttpRequest
from pydantic import BaseModel, ConfigDict, Field

from codex.core.options import CodexOptions
from codex.live import options as live_options
from codex.pages.markdown import KIND, prefers_markdown, results_text
from codex.pages.parameters import Whole
from codex.rest.answers import EVERYTHING
from codex.results import Results
from codex.search import MOST_HITS
from codex.store.edition import Edition
from codex.web.memory import Memory

JSON: Final = "application/json"


@dataclass(frozen=True, slots=True)
class Body:
    """An answer as it is sent, to whoever asks, and the headers that belong to it."""

    content: bytes
    headers: tuple[tuple[str, str], ...]
    outcome: str


#: The answers asked for lately: some two thousand of ten hits.
bodies: Final[Memory[Body]] = Memory(most=8_000_000, size=lambda body: len(body.content))


class SearchIn(BaseModel):
    """What can be asked; `query` is another name for `q`, as the tool calls it."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    q: str = Field(
        "",
        description="The words to look for, at most 1,000 characters.",
        json_schema_extra={"example": "slow valve"},
    )
    query: str = Field("", description="The same, under the tool's name for it.")
    lang: str = Field("en", description="The tongue to search first: en, de, eo, no, uk; anything else is en.")
    collection: str = Field("", description="Search this collection alone.")
    page: Whole = Field(1, ge=1, description="The page of results, from 1.")
    limit: Whole = Field(10, ge=1, le=MOST_HITS, description="Hits on a page.")
    detail: Literal["brief", "full"] = Field("brief", description="full adds lang, score, why and snippet to each hit.")
    format: Literal["json", "md"] = Field("json", description="md gives Markdown, as Accept: text/markdown does.")

    @property
    def words(self) -> str:
        """The query, under whichever name it came."""
        return self.q or self.query

    @property
    def named(self) -> tuple[str | int, ...]:
        """What names the answer: all that is asked, and nothing of who asks."""
        return (self.q, self.query, self.lang, self.collection, self.page, self.limit, self.detail, self.format)


class SearchBody(SearchIn):
    """The same as JSON; a bot may name its pilgrim here, where no log keeps it as one keeps URLs."""

    pilgrim: str | None = None


def in_its_form(request: HttpRequest, asked: SearchIn) -> SearchIn:
    """The same question with the form that the headers prefer, unless one is named."""
    is_named = "format" in asked.model_fields_set
    return asked if is_named or not prefers_markdown(request, JSON) else asked.model_copy(update={"format": "md"})


def body_of(asked: SearchIn, path: str, found: Results) -> Body:
    """One page of results as it is sent, to whoever asks the same; `path` is where the next page is asked for."""
    tag = etag_of(asked, found.edition, live_options())
    if asked.format == "md":
        return Body(results_text(found, path).encode(), _headers(tag, f"{KIND}; charset=utf-8"), found.outcome)
    paging = {"page": found.page, "pages": found.pages, "per_page": found.per_page}
    said = json.dumps(found.as_dict(full=asked.detail == "full") | paging, ensure_ascii=False)
    return Body(said.encode(), _headers(tag, JSON), found.outcome)


def _headers(tag: str, kind: str) -> tuple[tuple[str, str], ...]:
    kept = ("Cache-Control", "private, no-cache"), ("X-Robots-Tag", "noindex")
    return (("Vary", EVERYTHING), *kept, ("ETag", tag), ("Content-Type", kind))


def etag_of(asked: SearchIn, edition: Edition, settings: CodexOptions) -> str:
    """Names the answer: the same archive, settings and question give the same one."""
    shaped = (settings.codex_ranking, settings.codex_summary_chars, edition.home)
    named = json.dumps([edition.digest, str(edition.stale_since), *shaped, *asked.named], ensure_ascii=True)
    return f'W/"{hashlib.sha256(named.encode()).hexdigest()[:32]}"'
