"""/metrics: off until METRICS_TOKEN is set, and then for whoever shows it."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare

from codex.health.metrics import exposition
from codex.results import refusal
from codex.views import reads_only
from codex.web.problems import answer


@reads_only
def metrics(request: HttpRequest) -> HttpResponse:
    """Prometheus's text; 404 while it is off, 401 for others."""
    if not settings.METRICS_TOKEN:
        raise Http404
    if not constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {settings.METRICS_TOKEN}"):
        response = answer(request, refusal("forbidden", status=401))
        response.headers["WWW-Authenticate"] = "Bearer"
        return response
    try:
        text, kind = exposition()
    except ImportError:  # told by the system check codex.E003
        raise Http404 from None
    return HttpResponse(text, content_type=kind, headers={"Cache-Control": "no-store"})
