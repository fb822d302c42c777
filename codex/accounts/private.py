"""What all pages of accounts share: no cache and no search engine keeps them."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import add_never_cache_headers

from codex.results import refusal
from codex.web.problems import answer

View = Callable[..., HttpResponseBase]


def private(view: View) -> View:
    """Mark the answers of a view, and give its 405 the page that is the same everywhere."""

    @wraps(view)
    def marked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        if response.status_code == 405:
            response = _not_that_kind(request, response.headers["Allow"])
        add_never_cache_headers(response)
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return marked


def _not_that_kind(request: HttpRequest, allowed: str) -> HttpResponseBase:
    response = answer(request, refusal("method_refused"))
    response.headers["Allow"] = allowed
    return response
