"""Pages of results for strangers beside the framework's handler, once the long way has answered the same question.

The handler, its middleware, the form and the links of a page take ten times as long as counting and searching, and for
strangers who ask the same they come to the same. So the long way leaves a note of what a page hangs on, its headers are
remembered, and the next who asks is counted, searched for and told what is left like anybody, by the same functions.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.core.handlers.wsgi import WSGIRequest
from django.db import close_old_connections
from django.http import HttpResponse
from django.utils.text import compress_string
from django.utils.translation import override

from codex.callers import address_of, too_fast
from codex.live import options
from codex.pages.kept_pages import Asked, page_for
from codex.results import Refusal, refusal
from codex.views import BURST_SECONDS, NOTE, refused_page, results_again
from codex.web.light import Application, Environ, Headers, Light, Middleware, Start
from codex.web.maintenance import is_closed
from lumasite.requestids import HEADER, numbered, tell

PATH: Final = "/search"
#: With any of these an answer may be another one, or nobody's but the one's who asked.
_SOMEBODY: Final = frozenset({"HTTP_COOKIE", "HTTP_AUTHORIZATION"})
#: All of a stranger's request that an answer hangs on.
_ASKED: Final = (
    "QUERY_STRING", "HTTP_HOST", "HTTP_ACCEPT_LANGUAGE", "HTTP_ACCEPT", "HTTP_ACCEPT_ENCODING", "wsgi.url_scheme",
    "HTTP_X_FORWARDED_PROTO", "SERVER_NAME", "SERVER_PORT",
)  # fmt: skip
#: Questions that are remembered, and characters of one.
_MOST: Final = 2_000
_LONGEST: Final = 1_000
#: As much noise in a compressed page's size as Django's own middleware makes.
_NOISE: Final = 100

Key = tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class _Known:
    """A question that was answered, and the answer's headers."""

    asked: Asked
    headers: Headers

    @property
    def is_compressed(self) -> bool:
        return ("Content-Encoding", "gzip") in self.headers


class Strangers:
    """A WSGI application in front of another, which gets whatever was not asked before."""

    def __init__(self, others: Application) -> None:
        self._others = others
        self._middleware = Middleware()
        self._known: OrderedDict[Key, _Known] = OrderedDict()

    def __call__(self, environ: Environ, start: Start) -> Iterable[bytes]:
        """Answer here what was asked before."""
        if environ["PATH_INFO"] != PATH or environ["REQUEST_METHOD"] != "GET" or not _is_stranger(environ):
            return self._others(environ, start)
        key = tuple([environ.get(name) for name in _ASKED])
        known = self._known.get(key)
        if known is None or is_closed():
            return self._others(environ, self._noting(environ, key, start))
        with numbered(environ) as number:
            begun = time.monotonic()
            answer = _answer(environ, known.asked)
            if isinstance(answer, bytes):
                tell("GET", PATH.lstrip("/"), 200, time.monotonic() - begun)
                return _sent(answer, known, number, start)
            return self._middleware.told({**environ, "HTTP_X_REQUEST_ID": number}, answer, start)

    def _noting(self, environ: Environ, key: Key, start: Start) -> Callable[..., Any]:
        """Remember a good answer, if the view left a note of what it hangs on."""

        def noted(status: str, headers: list[tuple[str, str]], *given: Any) -> Any:
            if status.startswith("200") and NOTE in environ and _is_for_all(key, headers):
                self._known[key] = _Known(environ[NOTE], tuple(headers))
                while len(self._known) > _MOST:
                    self._known.popitem(last=False)
            return start(status, headers, *given)

        return noted


def _is_stranger(environ: Environ) -> bool:
    return _SOMEBODY.isdisjoint(environ) and not environ.get("SCRIPT_NAME")


def _is_for_all(key: Key, headers: list[tuple[str, str]]) -> bool:
    """Whether the answer may be remembered: a cookie has a date of its own."""
    return sum(len(value or "") for value in key) <= _LONGEST and "Set-Cookie" not in dict(headers)


def _answer(environ: Environ, asked: Asked) -> bytes | HttpResponse | Exception:
    try:
        with override(asked.tongue):
            found = _found(environ, asked)
            return refused_page(WSGIRequest(environ), found) if isinstance(found, Refusal) else found
    except Exception as error:  # noqa: BLE001 - for the middleware to judge, as anywhere
        return error
    finally:
        close_old_connections()


def _found(environ: Environ, asked: Asked) -> bytes | Refusal:
    request = Light(environ)
    caller = address_of(request)
    if too_fast(request, options(), caller=caller):
        return refusal("too_fast", retry_after=BURST_SECONDS)
    return page_for(asked, caller, results_again(lambda: WSGIRequest(environ)))


def _sent(page: bytes, known: _Known, number: str, start: Start) -> list[bytes]:
    content = compress_string(page, max_random_bytes=_NOISE) if known.is_compressed else page
    own = {"Content-Length": str(len(content)), HEADER: number}
    start("200 OK", [(name, own.get(name, value)) for name, value in known.headers])
    return [content]
