"""Middleware as only pages need it: addresses that read no cookie pass it by."""

from collections.abc import Awaitable
from typing import Final

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.common import CommonMiddleware
from django.utils.deprecation import MiddlewareMixin

#: Programs ask here, with a token or as an address, and are answered in English.
PROGRAMS: Final = frozenset({"/api/v1/search", "/api/v1/tools", "/api/v1/tools/call", "/suggest"})
#: The only addresses that end in a slash; elsewhere none is missing.
SLASHED: Final = ("/admin", "/account")


class _PagesOnly(MiddlewareMixin):
    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        """Let programs through."""
        if request.path_info in PROGRAMS:
            return self.get_response(request)
        return super().__call__(request)


class Sessions(_PagesOnly, SessionMiddleware):
    """Sessions, for pages."""


class Users(_PagesOnly, AuthenticationMiddleware):
    """Who is signed in, for pages."""


class Messages(_PagesOnly, MessageMiddleware):
    """Notes to whoever is signed in, for pages."""


class Common(CommonMiddleware):
    """Checks the host everywhere; looks for a missing slash only where one could be missing."""

    def should_redirect_with_slash(self, request: HttpRequest) -> bool:
        """Whether only the slash is missing; finding out costs a look through all addresses."""
        return request.path_info.startswith(SLASHED) and super().should_redirect_with_slash(request)
