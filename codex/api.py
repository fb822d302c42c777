"""The JSON face: GET and POST /api/v1/search (API-01, API-02)."""

import hashlib
import json
from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import Final, Literal

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.utils.http import parse_etags
from ninja import NinjaAPI, Query, Schema
from ninja.decorators import decorate_view
from ninja.errors import HttpError, ValidationError
from pydantic import ConfigDict, Field

from codex.callers import address_of, too_fast
from codex.core.options import CodexOptions
from codex.live import options as live_options
from codex.problems import answer
from codex.quota import Allowance
from codex.results import Refusal, Results, refusal
from codex.search import MOST_HITS, search
from codex.shelf import shelf

DAY: Final = 86_400
BURST_SECONDS: Final = 60

api = NinjaAPI(title="Lumasite", version="1", urls_namespace="api-1", docs_url=None, openapi_url=None)


class SearchIn(Schema):
    """What can be asked; `query` is another name for `q`, as the tool calls it."""

    model_config = ConfigDict(extra="forbid")
    q: str = ""
    query: str = ""
    lang: str = "en"
    collection: str = ""
    page: int = Field(1, ge=1)
    limit: int = Field(10, ge=1, le=MOST_HITS)
    detail: Literal["brief", "full"] = "brief"

    @property
    def words(self) -> str:
        """The query, under whichever name it came."""
        return self.q or self.query


@api.api_operation(["GET", "HEAD"], "search", operation_id="search")
def get_search(request: HttpRequest, asked: Query[SearchIn]) -> HttpResponse:
    """Search by URL; answers a matching If-None-Match with 304, which costs nothing."""
    settings = live_options()
    if refused := _admission(request, settings):
        return answer(request, refused)
    tags = parse_etags(request.headers.get("If-None-Match", ""))
    if tags and _etag(asked, settings) in tags:
        return HttpResponseNotModified(headers={"ETag": _etag(asked, settings)})
    return _found(request, asked, settings)


def json_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Refuse bodies of another type; a form of another site cannot send this one."""

    @wraps(view)
    def checked(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if request.content_type != "application/json":
            return answer(request, refusal("media_type_refused"))
        return view(request, *args, **kwargs)

    return checked


@api.post("search", operation_id="search_post")
@decorate_view(json_only)
def post_search(request: HttpRequest, asked: SearchIn) -> HttpResponse:
    """Search by a JSON body."""
    settings = live_options()
    if refused := _admission(request, settings):
        return answer(request, refused)
    return _found(request, asked, settings)


@api.exception_handler(ValidationError)
def invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """A parameter of the wrong type or out of its bounds."""
    return answer(request, refusal("parameter_invalid"))


@api.exception_handler(HttpError)
def unreadable(request: HttpRequest, error: HttpError) -> HttpResponse:
    """A body that is no JSON."""
    return answer(request, refusal("bad_request"))


def _admission(request: HttpRequest, settings: CodexOptions) -> Refusal | None:
    if too_fast(request, "api", settings, caller=address_of(request)):
        return refusal("too_fast", retry_after=BURST_SECONDS)
    return None if settings.allow_anonymous_api else refusal("anonymous_refused")


def _found(request: HttpRequest, asked: SearchIn, settings: CodexOptions) -> HttpResponse:
    found = search(
        asked.words,
        asked.lang,
        address_of(request),
        page=asked.page,
        limit=asked.limit,
        collection=asked.collection,
    )
    response = answer(request, found) if isinstance(found, Refusal) else _results(found, asked, settings)
    return _with_limits(response, found.allowance)


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
    """Names the answer: the same archive, settings and question give the same one; empty while no archive is held."""
    edition = shelf.held
    if edition is None:
        return ""
    read = (
        edition.digest,
        str(edition.stale_since),
        settings.codex_ranking,
        settings.codex_summary_chars,
        edition.home,
    )
    named = json.dumps([*read, asked.model_dump()], ensure_ascii=True, sort_keys=True)
    return f'W/"{hashlib.sha256(named.encode()).hexdigest()[:32]}"'


def _with_limits(response: HttpResponse, allowance: Allowance | None) -> HttpResponse:
    """RateLimit headers (draft-ietf-httpapi-ratelimit-headers) on answers and refusals alike."""
    if allowance:
        rest = max(0, int((allowance.resets_at - datetime.now(UTC)).total_seconds()))
        response.headers["RateLimit-Policy"] = f'"daily";q={allowance.limit};w={DAY}'
        response.headers["RateLimit"] = f'"daily";r={allowance.left};t={rest}'
    return response
