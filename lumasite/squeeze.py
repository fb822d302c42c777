"""Compressed pages, where nobody can learn a secret from their size."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

#: What programs read is small, and made in a millisecond.
_PROGRAMS = ("/api/", "/mcp")


class Gzip(GZipMiddleware):
    """Compresses pages for strangers alone.

    The size of a compressed page that holds both a secret and what an attacker chose tells of the secret (BREACH).
    Django masks its form tokens anew in each page and adds bytes at random; but sessions have pages with more on them
    than that, so whoever sends or is given a cookie or a token gets every page as it is.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress a page that holds nothing of anybody's."""
        is_somebody = request.COOKIES or response.cookies or "Authorization" in request.headers
        if is_somebody or response.streaming or request.path_info.startswith(_PROGRAMS):
            return response
        return super().process_response(request, response)
