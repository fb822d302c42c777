"""The settings page as a browser uses it: look, type, send, read what was wrong."""

from typing import Any

from django.test import Client

PAGE = "/admin/codex/codexsettings/1/change/"
# A documentation address would be refused, a name would be looked up; nothing dials this one here.
PUBLIC = "https://1.1.1.1/search-index.json"


def form_on(client: Client) -> Any:
    response = client.get(PAGE)
    assert response.status_code == 200
    return response.context["adminform"].form


def values_of(form: Any) -> dict[str, Any]:
    """What a browser sends back when nothing was typed."""
    values = {name: form[name].value() for name in form.fields}
    return {name: _typed(value) for name, value in values.items() if value is not False}


def _typed(value: Any) -> Any:
    return "on" if value is True else "" if value is None else value


def send(client: Client, **typed: Any) -> Any:
    return client.post(PAGE, values_of(form_on(client)) | typed)


def errors_of(response: Any) -> dict[str, list[str]]:
    assert response.status_code == 200, "the change was accepted"
    return {field: list(words) for field, words in response.context["adminform"].form.errors.items()}
