"""One shape of errors on every /api/ address, also for those that the framework answers by itself."""

import re
from collections.abc import Callable
from urllib.parse import unquote_plus

from django.http import HttpRequest, HttpResponse

from codex.core.errors import CallerError
from codex.core.tokens import holds_token
from codex.results import refusal
from codex.web.problems import PROBLEM, answer, is_api, is_mcp

CODES = {
    401: "anonymous_refused",
    403: "forbidden",
    404: "not_found",
    405: "method_refused",
    413: "too_large",
    415: "media_type_refused",
}
#: A token's first letters as they stand, or one of its signs in percent form; without either there is none.
_CODED = re.compile("luma|%[4-7]")


class ApiErrors:
    """Turns what is left of plain error answers under /api/ into problem documents (API-02).

    A token in a URL, a page's too, is refused here, before any view reads it: whoever sends one that way should hear
    of it at once, and no link of ours repeats it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, then mend the shape."""
        if tells_a_token(request):
            return answer(request, refusal(CallerError("token_in_url")), translations=())
        response = self.get_response(request)
        if response.status_code == 401:
            response.headers.setdefault("WWW-Authenticate", "Bearer")  # RFC 9110 wants a challenge beside a 401
        return _mended(request, response) if is_api(request) and _is_plain(request, response) else response


def tells_a_token(request: HttpRequest) -> bool:
    """Whether the URL holds a token, where logs would keep it."""
    query: str = request.META.get("QUERY_STRING", "")
    return holds_token(request.path_info) or (bool(_CODED.search(query)) and holds_token(unquote_plus(query)))


def _is_plain(request: HttpRequest, response: HttpResponse) -> bool:
    shapes = (PROBLEM, "application/json", "text/event-stream") if is_mcp(request) else (PROBLEM,)
    return response.status_code >= 400 and response.headers.get("Content-Type") not in shapes


def _mended(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    code = CODES.get(response.status_code, "bad_request" if response.status_code < 500 else "internal")
    problem = answer(request, refusal(code))
    for name in ("Allow", "WWW-Authenticate"):
        if name in response.headers:
            problem.headers[name] = response.headers[name]
    return problem
