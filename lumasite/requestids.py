"""A number for every request: in its answer, and in every line that is logged for it."""

import logging
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from random import getrandbits
from typing import Any, Final

from django.http import HttpRequest, HttpResponse

HEADER: Final = "X-Request-ID"
#: What a proxy of ours may have given: nothing that could break a line of a log, or hide in one.
_WELL_FORMED: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")
_current: ContextVar[str] = ContextVar("request_id", default="-")
_log: Final = logging.getLogger(__name__)


def current() -> str:
    """The number of the request that is being answered; a dash where there is none."""
    return _current.get()


class RequestIds:
    """Takes the number that came with a request when it is well-formed, else makes one; logs the request if asked to.

    The log tells route, status and time: no address, no query, and no part of a path that somebody chose.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer under a number."""
        with numbered(request.META) as number:
            begun = time.monotonic()
            response = self.get_response(request)
            response.headers[HEADER] = number
            match = request.resolver_match
            tell(request.method, match.route if match else "none", response.status_code, time.monotonic() - begun)
            return response


@contextmanager
def numbered(environ: Mapping[str, Any]) -> Iterator[str]:
    """The number of a request, for what is logged meanwhile."""
    sent = environ.get("HTTP_X_REQUEST_ID", "")
    # Not for secrets: it is enough that no two are the same, and the system's own chance takes longer.
    number = sent if _WELL_FORMED.fullmatch(sent) else f"{getrandbits(128):032x}"
    kept = _current.set(number)
    try:
        yield number
    finally:
        _current.reset(kept)


def tell(method: str | None, route: str, status: int, seconds: float) -> None:
    """Log a request that was answered, if that is asked for."""
    if not _log.isEnabledFor(logging.INFO):
        return
    told = {
        "method": method if method in _METHODS else "other",
        "route": route,
        "status": status,
        "milliseconds": round(seconds * 1000, 1),
    }
    _log.info("%(method)s %(route)s %(status)d in %(milliseconds)s ms", told, extra={"request": told})


#: Anything else is a word of somebody's own.
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"})
