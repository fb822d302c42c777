"""The answer when no template can run: a page that lies ready, or a problem document made of nothing but its code."""

from pathlib import Path
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse

from codex.results import Refusal
from codex.web.problems import PROBLEM, body, is_api

#: A proxy can give out the same page when the site itself does not answer.
PAGE: Final = Path(settings.BASE_DIR) / "lumasite" / "static" / "lumasite" / "down.html"
_READY: Final = PAGE.read_bytes()


def plainly(request: HttpRequest, refused: Refusal) -> HttpResponse:
    """A refusal without templates, catalogues or the database."""
    if is_api(request):
        response: HttpResponse = JsonResponse(body(refused), status=refused.status, content_type=PROBLEM)
    else:
        response = HttpResponse(_READY, status=refused.status)
    response.headers["Cache-Control"] = "no-store"
    return response
