"""Cross-origin requests to the JSON face: from any page, with a token in a header, never with cookies (API-03)."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse

PREFIX: Final = "/api/v1/"
#: Browsers leave cookies out where the answer is for `*`, so a page of another site never acts as its visitor.
ANSWERS: Final = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-ID",
}
#: A `*` would not cover Authorization (Fetch, section 3.2.3).
PREFLIGHT: Final = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, DELETE",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Codex-User",
    "Access-Control-Max-Age": "7200",
}


class CrossOrigin:
    """Answers a browser's question before a request, and opens what is answered to the page that asked."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, then open; anything beside the JSON face stays closed."""
        if not request.path_info.startswith(PREFIX):
            return self.get_response(request)
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            return HttpResponse(status=204, headers=ANSWERS | PREFLIGHT)
        response = self.get_response(request)
        for name, value in ANSWERS.items():
            response.headers[name] = value
        return response
