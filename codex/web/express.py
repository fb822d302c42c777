"""Programs' addresses answered beside the framework's handler: the same bytes in a fraction of its time.

What the middleware does for them is the same each time: it lets the request through and adds headers. So it is asked
once what it adds to an empty answer, and that is put on each good one. Whatever is not a good answer passes through it.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from django.core.exceptions import DisallowedHost
from django.core.handlers.wsgi import WSGIRequest
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import ResolverMatch, resolve
from django.utils.translation import override

from codex.core.tongues import DEFAULT
from codex.rest import lane as api_lane
from codex.rest.lane import Good
from codex.rest.shape import tells_a_token
from codex.web.light import Application, Environ, Headers, Light, Middleware, Start
from codex.web.maintenance import is_closed
from lumasite.lanes import PROGRAMS
from lumasite.requestids import HEADER, numbered, tell

Answer = Good | HttpResponseBase | Exception

#: The busiest: GET without conditions, answered without an object of the framework.
QUICK: Final[Mapping[str, Callable[[HttpRequest], Good | HttpResponse]]] = {"/api/v1/search": api_lane.quick}
_CONDITION: Final = "HTTP_IF_NONE_MATCH"
LENGTH: Final = "Content-Length"
#: More names than a site has; anybody may send any where all are allowed.
_MOST_HOSTS: Final = 1_000


class Express:
    """A WSGI application in front of another, which gets whatever is not for programs."""

    def __init__(self, others: Application) -> None:
        self._middleware = Middleware()
        self._others = others
        self._routes = {path: resolve(path) for path in PROGRAMS}
        #: What the middleware adds, by address and whether the connection is safe; None where it answers itself.
        self._added: dict[tuple[str, bool], Headers | None] = {}
        self._hosts: set[str] = set()

    def __call__(self, environ: Environ, start: Start) -> Iterable[bytes]:
        """Answer here when a program asks, and the middleware would let it through."""
        route = self._routes.get(environ["PATH_INFO"])
        if route is None or environ["REQUEST_METHOD"] not in ("GET", "POST") or environ.get("SCRIPT_NAME"):
            return self._others(environ, start)
        request = Light(environ)
        if not self._is_welcome(request) or (added := self._adds(request)) is None:
            return self._others(environ, start)
        with numbered(environ) as number:
            begun = time.monotonic()
            answer = _answer(request, route)
            if isinstance(answer, Good):
                tell(request.method, route.route, 200, time.monotonic() - begun)
                start("200 OK", _finished(answer, added, number))
                return [answer.content]
            return self._middleware.told({**environ, "HTTP_X_REQUEST_ID": number}, answer, start)

    def _is_welcome(self, request: WSGIRequest) -> bool:
        """Whether the middleware has nothing against what was asked."""
        return self._is_host(request) and not tells_a_token(request) and not is_closed()

    def _is_host(self, request: WSGIRequest) -> bool:
        host = request.META.get("HTTP_HOST", "")
        if host in self._hosts:
            return True
        try:
            request.get_host()
        except DisallowedHost:
            return False
        if host and len(self._hosts) < _MOST_HOSTS:
            self._hosts.add(host)
        return True

    def _adds(self, request: WSGIRequest) -> Headers | None:
        key = request.path_info, request.is_secure()
        if key not in self._added:
            self._added[key] = self._learned(request.environ)
        return self._added[key]

    def _learned(self, environ: Environ) -> Headers | None:
        """The headers that the middleware adds to an answer that has none."""
        empty = HttpResponse()
        del empty.headers["Content-Type"]
        response = self._middleware.passed({**environ, "REQUEST_METHOD": "GET", "QUERY_STRING": ""}, empty)
        return tuple(response.items()) if response is empty else None


def _answer(request: Light, route: ResolverMatch) -> Answer:
    quick = QUICK.get(request.path_info)
    try:
        if quick and request.method == "GET" and _CONDITION not in request.META:
            return quick(request)
        return _slowly(WSGIRequest(request.environ), route)
    except Exception as error:  # noqa: BLE001 - for those to judge who would have met it
        return error
    finally:
        close_old_connections()


def _slowly(request: WSGIRequest, route: ResolverMatch) -> HttpResponseBase:
    request.resolver_match = route
    with override(DEFAULT):
        answer: HttpResponseBase = route.func(request, *route.args, **route.kwargs)
    return answer


def _finished(answer: Good, added: Headers, number: str) -> list[tuple[str, str]]:
    """The headers of a good answer: its own, and the middleware's with what differs each time."""
    own = {LENGTH: str(len(answer.content)), HEADER: number}
    return [*answer.headers, *[(name, own.get(name, value)) for name, value in added]]
