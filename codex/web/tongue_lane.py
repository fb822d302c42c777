"""Middleware: pages in the reader's tongue, programs in English."""

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import override

from codex.core.tongues import DEFAULT, UI_CODES
from codex.web.interface import named_tongue, reader_tongue
from codex.web.problems import is_api

#: What only programs read besides.
FOR_PROGRAMS: Final = frozenset({"/robots.txt", "/llms.txt", "/opensearch.xml"})


class Tongues:
    """Answers each page in one tongue, says which, and remembers the one that an address named.

    Sentences for programs and models stay as they are documented, whoever's browser asks. Caches are told that pages
    differ by what the browser speaks and by the cookie.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer; the thread's own tongue is as before afterwards."""
        if is_api(request) or request.path_info in FOR_PROGRAMS:
            with override(DEFAULT):
                return self.get_response(request)
        code = UI_CODES[reader_tongue(request)]
        request.LANGUAGE_CODE = code
        with override(code):
            response = self.get_response(request)
        return _marked(request, response, code)


def _marked(request: HttpRequest, response: HttpResponse, code: str) -> HttpResponse:
    response.headers.setdefault("Content-Language", code)
    patch_vary_headers(response, ("Accept-Language", "Cookie"))
    if named_tongue(request) and request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME) != code:
        _remember(response, code)
    return response


def _remember(response: HttpResponse, code: str) -> None:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )
