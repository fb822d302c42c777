"""What a search over HTTP takes, and its answer as JSON or Markdown, with the tag that names it (API-02)."""

import hashlib
import json
from typing import Final, Literal

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_vary_headers
from ninja import Schema
from pydantic import ConfigDict, Field

from codex.core.options import CodexOptions
from codex.markdown import markdown, prefers_markdown, results_text
from codex.results import Results
from codex.search import MOST_HITS
from codex.shelf import shelf

JSON: Final = "application/json"


class SearchIn(Schema):
    """What can be asked; `query` is another name for `q`, as the tool calls it."""

    model_config = ConfigDict(extra="forbid")
    q: str = Field(
        "",
        description="The words to look for, at most 1,000 characters.",
        json_schema_extra={"example": "slow valve"},
    )
    query: str = Field("", description="The same, under the tool's name for it.")
    lang: str = Field("en", description="The tongue to search first: en, de, eo, no, uk; anything else is en.")
    collection: str = Field("", description="Search this collection alone.")
    page: int = Field(1, ge=1, description="The page of results, from 1.")
    limit: int = Field(10, ge=1, le=MOST_HITS, description="Hits on a page.")
    detail: Literal["brief", "full"] = Field("brief", description="full adds lang, score, why and snippet to each hit.")
    format: Literal["json", "md"] = Field("json", description="md gives Markdown, as Accept: text/markdown does.")

    @property
    def words(self) -> str:
        """The query, under whichever name it came."""
        return self.q or self.query


class SearchBody(SearchIn):
    """The same as JSON; a bot may name its pilgrim here, where no log keeps it as one keeps URLs."""

    pilgrim: str | None = None


def in_its_form(request: HttpRequest, asked: SearchIn) -> SearchIn:
    """The same question with the form that the headers prefer, unless one is named."""
    is_named = "format" in asked.model_fields_set
    return asked if is_named or not prefers_markdown(request, JSON) else asked.model_copy(update={"format": "md"})


def results(request: HttpRequest, found: Results, asked: SearchIn, settings: CodexOptions) -> HttpResponse:
    """One page of results, as whoever asks wants it."""
    response = markdown(results_text(found, request.path)) if asked.format == "md" else _json(found, asked)
    patch_vary_headers(response, ("Accept",))
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["X-Robots-Tag"] = "noindex"
    if tag := etag_of(asked, settings):
        response.headers["ETag"] = tag
    return response


def _json(found: Results, asked: SearchIn) -> HttpResponse:
    paging = {"page": found.page, "pages": found.pages, "per_page": found.per_page}
    body = found.as_dict(full=asked.detail == "full") | paging
    return JsonResponse(body, json_dumps_params={"ensure_ascii": False})


def etag_of(asked: SearchIn, settings: CodexOptions) -> str:
    """Names the answer: the same archive, settings and question give the same one; empty while there is none."""
    edition = shelf.held
    if edition is None or settings.pause_search:
        return ""
    read = (
        edition.digest,
        str(edition.stale_since),
        settings.codex_ranking,
        settings.codex_summary_chars,
        edition.home,
    )
    named = json.dumps([*read, asked.model_dump(exclude={"pilgrim"})], ensure_ascii=True, sort_keys=True)
    return f'W/"{hashlib.sha256(named.encode()).hexdigest()[:32]}"'
