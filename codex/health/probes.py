"""/healthz and /readyz, answered before anything else: a probe knows no host name, no cookie and no TLS."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse

from codex.health.readiness import inspector
from codex.results import refusal
from codex.web.problems import answer

_METHODS: Final = ("GET", "HEAD")


class Probes:
    """Answers probes; everything else goes on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer one of the two addresses, or pass on."""
        probe = _PROBES.get(request.path_info)
        if probe is None:
            return self.get_response(request)
        response = probe() if request.method in _METHODS else _refused(request)
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response


def _alive() -> HttpResponse:
    """This process answers; nothing is looked at."""
    return HttpResponse("alive\n", content_type="text/plain; charset=utf-8")


def _ready() -> HttpResponse:
    """Whether it can search."""
    found = inspector.look()
    return JsonResponse(found.as_dict(), status=200 if found.is_ready else 503)


def _refused(request: HttpRequest) -> HttpResponse:
    response = answer(request, refusal("method_refused"))
    response.headers["Allow"] = ", ".join(_METHODS)
    return response


_PROBES: Final[dict[str, Callable[[], HttpResponse]]] = {"/healthz": _alive, "/readyz": _ready}
