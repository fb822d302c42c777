"""The JSON face: its operations' one home, and GET and POST /api/v1/search (API-01, API-02)."""

import hashlib
import json
from typing import Any, Literal

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.utils.http import parse_etags
from ninja import NinjaAPI, Query, Schema
from ninja.decorators import decorate_view
from ninja.errors import HttpError, ValidationError
from pydantic import ConfigDict, Field

from codex.api_answers import json_only, refused, with_limits
from codex.api_auth import searcher
from codex.api_quota import router as quota_router
from codex.api_schemas import OPEN, TAGGED, Page
from codex.api_tools import router as tools_router
from codex.callers import Caller
from codex.core.errors import CodexError
from codex.core.options import CodexOptions
from codex.live import options as live_options
from codex.problems import answer
from codex.results import Refusal, Results, refusal
from codex.search import MOST_HITS, search
from codex.shelf import shelf

api = NinjaAPI(title="Codex Mechanicus", version="1", urls_namespace="api-1", docs_url=None, openapi_url=None)
api.add_router("", tools_router)
api.add_router("", quota_router)


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

    @property
    def words(self) -> str:
        """The query, under whichever name it came."""
        return self.q or self.query


class SearchBody(SearchIn):
    """The same as JSON; a bot may name its pilgrim here, where no log keeps it as one keeps URLs."""

    pilgrim: str | None = None


_ANSWERS: dict[Any, Any] = {200: Page, 404: None}


@api.api_operation(
    ["GET", "HEAD"],
    "search",
    operation_id="search",
    summary="Search by URL",
    response=_ANSWERS | {304: None},
    openapi_extra=OPEN | TAGGED,
)
def get_search(request: HttpRequest, asked: Query[SearchIn]) -> HttpResponse:
    """Search by URL; answers a matching If-None-Match with 304, which costs nothing."""
    settings = live_options()
    caller = searcher(request, settings)
    tags = parse_etags(request.headers.get("If-None-Match", ""))
    if tags and _etag(asked, settings) in tags:
        return HttpResponseNotModified(headers={"ETag": _etag(asked, settings)})
    return _found(request, asked, settings, caller)


@api.post("search", operation_id="search_post", response=_ANSWERS, openapi_extra=OPEN, summary="Search by a JSON body")
@decorate_view(json_only)
def post_search(request: HttpRequest, asked: SearchBody) -> HttpResponse:
    """Search by a JSON body."""
    settings = live_options()
    return _found(request, asked, settings, searcher(request, settings, pilgrim=asked.pilgrim))


@api.exception_handler(CodexError)
def not_admitted(request: HttpRequest, error: CodexError) -> HttpResponse:
    """A caller who is refused before anything is asked."""
    return refused(request, error)


@api.exception_handler(ValidationError)
def invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """A parameter of the wrong type or out of its bounds."""
    return answer(request, refusal("parameter_invalid"))


@api.exception_handler(HttpError)
def unreadable(request: HttpRequest, error: HttpError) -> HttpResponse:
    """A body that is no JSON."""
    return answer(request, refusal("bad_request"))


def _found(request: HttpRequest, asked: SearchIn, settings: CodexOptions, caller: Caller) -> HttpResponse:
    found = search(
        asked.words,
        asked.lang,
        caller,
        page=asked.page,
        limit=asked.limit,
        collection=asked.collection,
    )
    response = answer(request, found) if isinstance(found, Refusal) else _results(found, asked, settings)
    return with_limits(response, found.allowance)


def _results(found: Results, asked: SearchIn, settings: CodexOptions) -> HttpResponse:
    paging = {"page": found.page, "pages": found.pages, "per_page": found.per_page}
    body = found.as_dict(full=asked.detail == "full") | paging
    response = JsonResponse(body, json_dumps_params={"ensure_ascii": False})
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["X-Robots-Tag"] = "noindex"
    if tag := _etag(asked, settings):
        response.headers["ETag"] = tag
    return response


def _etag(asked: SearchIn, settings: CodexOptions) -> str:
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
