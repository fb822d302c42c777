"""When not even the page of an error can be made, one that lies ready is shown."""

from html.parser import HTMLParser

import pytest
from django.template import TemplateSyntaxError
from django.test import Client
from pytest_django import Settings

from codex.web.last_resort import PAGE


def status_of(address: str) -> int:
    response = Client().get(address)
    response.close()
    return response.status_code


@pytest.fixture
def failing(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.ROOT_URLCONF = "tests.failing_urls"

    def fail(names: object) -> None:
        raise TemplateSyntaxError("secret words")

    monkeypatch.setattr("codex.web.problems.select_template", fail)


def test_a_page_that_lies_ready_takes_its_place(failing: None, caplog: pytest.LogCaptureFixture) -> None:
    response = Client(raise_request_exception=False).get("/fail/bug")
    assert (response.status_code, response.content) == (500, PAGE.read_bytes())
    assert response.headers["Cache-Control"] == "no-store"
    assert "Content-Security-Policy" in response.headers
    assert "cannot be made: TemplateSyntaxError" in caplog.text
    assert "secret words" not in caplog.text


def test_it_leads_on_and_loads_nothing_from_elsewhere() -> None:
    class Addresses(HTMLParser):
        found: list[str]

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.found += [value or "" for name, value in attrs if name in ("href", "src", "action", "style")]

    reader = Addresses()
    reader.found = []
    reader.feed(PAGE.read_text(encoding="utf-8"))
    assert "/search" in reader.found
    assert [one for one in reader.found if not one.startswith("/")] == []
    files = [one for one in reader.found if one.startswith("/static/")]
    assert [one for one in files if status_of(one) != 200] == []


def test_a_proxy_finds_it_among_the_files() -> None:
    assert status_of("/static/lumasite/down.html") == 200
