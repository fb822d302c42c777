"""Who the page's head greets; without a session cookie nobody is looked up, and nothing varies by cookie."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from codex.web.local import local_path


@dataclass(frozen=True, slots=True)
class Visitor:
    """A signed-in user's name with the token that signing out needs; both empty for everybody else."""

    name: str
    token: str
    #: The page to sign in at, which leads back here.
    door: str


def visitor_of(request: HttpRequest) -> Visitor:
    """Look who is there."""
    if settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
        return Visitor(request.user.get_username(), get_token(request), "")
    return Visitor("", "", _door(request))


def visitor(request: HttpRequest) -> dict[str, object]:
    """The context processor; a template that greets nobody looks nobody up."""
    return {"visitor": SimpleLazyObject(lambda: visitor_of(request))}


def _door(request: HttpRequest) -> str:
    door, here = reverse("account:sign-in"), local_path(request.get_full_path())
    away = not here or here == "/" or here.startswith(reverse("account:home")) or request.method != "GET"
    return door if away else f"{door}?{urlencode({'next': here})}"
