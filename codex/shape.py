"""One shape of errors on every /api/ address, also for those that the framework answers by itself."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from codex.problems import answer, is_api
from codex.results import refusal

CODES = {
    401: "anonymous_refused",
    403: "forbidden",
    404: "not_found",
    405: "method_refused",
    413: "too_large",
    415: "media_type_refused",
}
PROBLEM = "application/problem+json"


class ApiErrors:
    """Turns what is left of plain error answers under /api/ into problem documents (API-02)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, then mend the shape."""
        response = self.get_response(request)
        if response.status_code == 401:
            response.headers.setdefault("WWW-Authenticate", "Bearer")  # RFC 9110 wants a challenge beside a 401
        plain = response.status_code >= 400 and response.headers.get("Content-Type") != PROBLEM
        return _mended(request, response) if plain and is_api(request) else response


def _mended(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    code = CODES.get(response.status_code, "bad_request" if response.status_code < 500 else "internal")
    problem = answer(request, refusal(code))
    for name in ("Allow", "WWW-Authenticate"):
        if name in response.headers:
            problem.headers[name] = response.headers[name]
    return problem
