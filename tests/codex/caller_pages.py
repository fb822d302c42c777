"""The staff's pages of callers as a browser uses them: find one, look, do something about its limit."""

from typing import Any

from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

FIND = "/admin/codex/dailyuse/find/"


def staff_with(*rights: str) -> Client:
    """A browser of staff who have these rights only."""
    user = User.objects.create_user("-".join(["clerk", *rights]), is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=rights))
    client = Client()
    client.force_login(user)
    return client


def page_of(kind: str, key: object) -> str:
    """Where a caller's page is."""
    return reverse("admin:codex_caller", args=[kind, key])


def found(client: Client, **typed: Any) -> str:
    """Where the search for a caller leads."""
    response = client.post(FIND, typed)
    assert response.status_code == 302, response.context["form"].errors
    return str(response.headers["Location"])


def do(client: Client, page: str, act: str, **typed: Any) -> Any:
    """Send an act from a caller's page as it is shown now."""
    shown = client.get(page).context
    seen = shown["page"].seen if shown and "page" in shown else "none"
    return client.post(page, {"act": act, "seen": seen, **{f"{act}-{name}": value for name, value in typed.items()}})
