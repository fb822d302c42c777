"""GET /api/v1/search without the framework round it: the same schema and function in half the processor time.

What ninja does for an operation (finding it, a response to hand on, models of models) costs more than the search.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import Any, Final, TypeVar

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import URLPattern, URLResolver, path
from django.views.decorators.csrf import csrf_exempt
from ninja import errors as framework
from pydantic import ValidationError

from codex.api import get_search, invalid, searched
from codex.core.errors import CodexError
from codex.live import options as live_options
from codex.rest.answers import limit_headers, refused, searches_left, with_limits
from codex.rest.auth import searcher
from codex.rest.results import SearchIn, in_its_form
from codex.results import Refusal
from codex.web.problems import answer

T = TypeVar("T")
View = Callable[..., Any]
#: Characters of a query string that is remembered.
_USUAL: Final = 500


def search_first(urls: tuple[list[URLResolver | URLPattern], str, str]) -> list[URLResolver | URLPattern]:
    """The framework's addresses, and before them the one for searches."""
    routed = next(one for one in urls[0] if isinstance(one, URLPattern) and one.name == "get_search")
    return [path("search", lane(routed.callback)), path("", urls)]


def lane(others: View) -> View:
    """Answer GET and HEAD here; `others` is the framework's view, for every other method."""

    @csrf_exempt
    @wraps(others)
    def view(request: HttpRequest) -> Any:
        if request.method not in ("GET", "HEAD"):
            return others(request)
        return _told(request, lambda: get_search(request, _read(request)))

    return view


@dataclass(frozen=True, slots=True)
class Good:
    """An answer with status 200 that needs no object of the framework."""

    content: bytes
    headers: tuple[tuple[str, str], ...]


def quick(request: HttpRequest) -> Good | HttpResponse:
    """Answer a GET without conditions; what is wrong is a response of the framework's, as everywhere."""
    return _told(request, lambda: _quick(request, _read(request)))


def _quick(request: HttpRequest, asked: SearchIn) -> Good | HttpResponse:
    caller = searcher(request, live_options())
    found = searched(request, in_its_form(request, asked), caller)
    if isinstance(found, Refusal):
        return with_limits(answer(request, found), found.allowance)
    return Good(found.made.content, (*found.made.headers, *limit_headers(searches_left(found.allowance))))


def _told(request: HttpRequest, ask: Callable[[], T]) -> T | HttpResponse:
    """What comes of asking, or what is wrong with the question or the caller."""
    try:
        return ask()
    except ValidationError as error:
        return invalid(request, framework.ValidationError([_located(one) for one in error.errors()]))
    except CodexError as error:
        return refused(request, error)


def _located(error: Mapping[str, Any]) -> dict[str, Any]:
    """An error of the schema as the framework tells it."""
    return {**error, "loc": ("query", *error["loc"])}


def _read(request: HttpRequest) -> SearchIn:
    query: str = request.META.get("QUERY_STRING", "")
    is_usual = len(query) <= _USUAL and not request.content_type
    return _remembered(query) if is_usual else SearchIn.model_validate(_asked(request.GET))


@lru_cache(maxsize=2_048)
def _remembered(query: str) -> SearchIn:
    """The question of a URL, which is asked again and again; one that is wrong is not remembered."""
    return SearchIn.model_validate(_asked(QueryDict(query.encode("latin-1"))))


def _asked(sent: QueryDict) -> dict[str, str]:
    """What the schema knows; of a repeated parameter the last, as the framework reads it."""
    return {name: str(sent[name]) for name in SearchIn.model_fields if name in sent}
