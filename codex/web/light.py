"""Requests that are answered beside the framework's handler, and the middleware round what is answered there."""

from collections.abc import Callable, Iterable
from typing import Any

from django.core.handlers.base import BaseHandler
from django.core.handlers.wsgi import WSGIRequest
from django.http.response import HttpResponseBase

Environ = dict[str, Any]
Headers = tuple[tuple[str, str], ...]
Start = Callable[..., Any]
Application = Callable[[Environ, Start], Iterable[bytes]]


class Light(WSGIRequest):
    """A request that is read as far as it is looked at: making a whole one takes longer than searching."""

    def __init__(self, environ: Environ) -> None:
        self.environ = self.META = environ
        self.path = self.path_info = environ["PATH_INFO"]
        self.method = environ["REQUEST_METHOD"]
        self.content_type = environ.get("CONTENT_TYPE")
        self.resolver_match = None


class _Answered(WSGIRequest):
    """A request whose answer is there, or the error in its place, before the middleware hears of it."""

    answer: HttpResponseBase | Exception


class Middleware(BaseHandler):
    """The site's middleware round such a request."""

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware()

    def passed(self, environ: Environ, answer: HttpResponseBase | Exception) -> HttpResponseBase:
        """What the middleware makes of an answer, or of an error."""
        request = _Answered(environ)
        request.answer = answer
        response: HttpResponseBase = self.get_response(request)
        return response

    def told(self, environ: Environ, answer: HttpResponseBase | Exception, start: Start) -> list[bytes]:
        """The same, as a server takes it."""
        response = self.passed(environ, answer)
        start(f"{response.status_code} {response.reason_phrase}", list(response.items()))
        return [b"".join(response)]

    def _get_response(self, request: Any) -> HttpResponseBase:
        answer: HttpResponseBase | Exception = request.answer
        if isinstance(answer, HttpResponseBase):
            return answer
        told: HttpResponseBase | None = self.process_exception_by_middleware(answer, request)
        if told is None:
            raise answer
        return told
