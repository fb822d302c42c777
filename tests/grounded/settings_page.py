"""The settings page of answers as a browser uses it: look, type, send, read what was wrong."""

from typing import Any

from django.contrib.auth.models import Permission, User
from django.test import Client

PAGE = "/admin/grounded/groundedsettings/1/change/"
BASE = "http://127.0.0.1:1234/v1"


def client_with(*rights: str) -> Client:
    """A browser of staff who have these rights only."""
    user = User.objects.create_user("-".join(rights) or "novice", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(content_type__app_label="grounded", codename__in=rights))
    client = Client()
    client.force_login(user)
    return client


def form_on(client: Client) -> Any:
    """The form of the page."""
    response = client.get(PAGE)
    assert response.status_code == 200
    return response.context["adminform"].form


def send(client: Client, **typed: Any) -> Any:
    """Send the page with what was typed."""
    form = form_on(client)
    values = {name: form[name].value() for name in form.fields}
    filled = {name: "on" if value is True else value for name, value in values.items() if value not in (None, False)}
    return client.post(PAGE, filled | typed)


def errors_of(response: Any) -> dict[str, list[str]]:
    """What was wrong, by field."""
    assert response.status_code == 200, "the change was accepted"
    return {field: list(words) for field, words in response.context["adminform"].form.errors.items()}
