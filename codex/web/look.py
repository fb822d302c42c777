"""How the pages look to one browser: as its system does, light or dark; kept in a cookie that tells nothing else."""

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt

from codex.core.errors import SearchError
from codex.results import refusal
from codex.web.local import local_path
from codex.web.problems import answer

THEMES: Final = ("system", "light", "dark")
SECONDS: Final = 365 * 86_400


@csrf_exempt
def look(request: HttpRequest) -> HttpResponse:
    """Keep the theme, then lead back; without a form token, since strangers have none and nothing is at stake."""
    if request.method != "POST":
        response = answer(request, refusal("method_refused"))
        response.headers["Allow"] = "POST"
        return response
    # Browsers say which site a form comes from; another one's has no business here.
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return answer(request, refusal("forbidden"))
    theme = request.POST.get("theme")
    if theme not in THEMES:
        return answer(request, refusal(SearchError("parameter_invalid", parameter="theme")))
    response = HttpResponseRedirect(local_path(request.POST.get("next")) or reverse("codex:home"), status=303)
    return _kept(response, theme)


def _kept(response: HttpResponse, theme: str) -> HttpResponse:
    name = settings.THEME_COOKIE_NAME
    if theme == "system":
        response.delete_cookie(name, samesite="Lax")
    else:
        response.set_cookie(name, theme, max_age=SECONDS, secure=settings.HTTPS, httponly=True, samesite="Lax")
    return response
