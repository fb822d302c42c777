"""The JSON face: its operations' one home, and GET and POST /api/v1/search (API-01, API-02)."""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.http import parse_etags
from ninja import NinjaAPI, Query
from ninja.decorators import decorate_view
from ninja.errors import HttpError, ValidationError

from codex.callers import Caller
from codex.core.errors import CodexError, SearchError
from codex.live import options as live_options
from codex.pages.parameters import about
from codex.rest.answers import json_only, refused, with_limits
from codex.rest.auth import searcher
from codex.rest.parser import StrictJson
from codex.rest.quota import router as quota_router
from codex.rest.results import Body, SearchBody, SearchIn, bodies, body_of, etag_of, in_its_form
from codex.rest.schemas import AS_TEXT, OPEN, TAGGED, Page
from codex.rest.tools import router as tools_router
from codex.results import Answered, Refusal, refusal
from codex.search import answered
from codex.shelf import shelf
from codex.web.problems import answer

api = NinjaAPI(
    title="Codex Mechanicus",
    version="1",
    urls_namespace="api-1",
    docs_url=None,
    openapi_url=None,
    parser=StrictJson(),
)
api.add_router("", tools_router)
api.add_router("", quota_router)


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
    asked = in_its_form(request, asked)
    tags, edition = parse_etags(request.META.get("HTTP_IF_NONE_MATCH", "")), shelf.held
    if tags and edition and not settings.pause_search and (tag := etag_of(asked, edition, settings)) in tags:
        return HttpResponseNotModified(headers={"ETag": tag})
    return _found(request, asked, caller)


@api.post(
    "search",
    operation_id="search_post",
    response=_ANSWERS,
    openapi_extra=OPEN | AS_TEXT,
    summary="Search by a JSON body",
)
@decorate_view(json_only)
def post_search(request: HttpRequest, asked: SearchBody) -> HttpResponse:
    """Search by a JSON body."""
    caller = searcher(request, live_options(), pilgrim=asked.pilgrim)
    return _found(request, in_its_form(request, asked), caller)


@api.exception_handler(CodexError)
def not_admitted(request: HttpRequest, error: CodexError) -> HttpResponse:
    """A caller who is refused before anything is asked."""
    return refused(request, error)


@api.exception_handler(ValidationError)
def invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """A parameter of the wrong type or out of its bounds."""
    return answer(request, refusal(SearchError("parameter_invalid", **about(error.errors))))


@api.exception_handler(HttpError)
def unreadable(request: HttpRequest, error: HttpError) -> HttpResponse:
    """A body that is no JSON."""
    return answer(request, refusal("body_not_json"))


def searched(request: HttpRequest, asked: SearchIn, caller: Caller) -> Answered[Body] | Refusal:
    """What is sent to everybody who asks this, counted for this caller; or why not."""
    return answered(
        asked.words,
        asked.lang,
        caller,
        page=asked.page,
        limit=asked.limit,
        collection=asked.collection,
        memory=bodies,
        key=asked.named,
        make=partial(body_of, asked, request.path),
    )


def _found(request: HttpRequest, asked: SearchIn, caller: Caller) -> HttpResponse:
    found = searched(request, asked, caller)
    if isinstance(found, Refusal):
        return with_limits(answer(request, found), found.allowance)
    return with_limits(HttpResponse(found.made.content, headers=dict(found.made.headers)), found.allowance)
