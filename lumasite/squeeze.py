"""Compressed pages, where nobody can learn a secret from their size."""

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

#: What programs read is small, and made in a millisecond.
_PROGRAMS = ("/api/", "/mcp")


class Gzip(GZipMiddleware):
    """Compresses pages for strangers alone.

    The size of a compressed page that holds both a secret and what an attacker chose tells of the secret (BREACH).
    Django masks its form tokens anew in each page and adds bytes at random; but sessions have pages with more on them
    than that, so whoever sends or is given a cookie or a token gets every page as it is. Which tongue is read, and in
    which look, is no secret.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress a page that holds nothing of anybody's."""
        if _is_somebody(request, response) or response.streaming or request.path_info.startswith(_PROGRAMS):
            return response
        return super().process_response(request, response)


def _is_somebody(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Whether anything was sent or given that others must not learn."""
    cookies = {*request.COOKIES, *response.cookies} - {settings.LANGUAGE_COOKIE_NAME, settings.THEME_COOKIE_NAME}
    return bool(cookies) or "Authorization" in request.headers
