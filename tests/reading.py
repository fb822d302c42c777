"""Reading pages in tests."""

import re
from html import unescape
from html.parser import HTMLParser


def heading(page: str) -> str:
    """The text of the first h1."""
    return unescape(_between(page, "<h1>", "</h1>"))


def title(page: str) -> str:
    """The title of the document."""
    return unescape(_between(page, "<title>", "</title>"))


def links(page: str) -> list[str]:
    """Every address the page leads to, in its order."""
    return [unescape(link) for link in re.findall(r'href="([^"]*)"', page)]


def _between(page: str, start: str, end: str) -> str:
    return page.split(start, 1)[1].split(end, 1)[0]


class _Form(HTMLParser):
    """Collects what a browser would send for one form, when nothing is typed."""

    def __init__(self, action: str) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self._action, self._inside, self._text, self._select = action, False, "", ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._inside = given.get("action", "") == self._action
        if not self._inside:
            return
        kind, name = given.get("type", "text"), given.get("name", "")
        if tag == "input" and name and kind not in ("submit", "button") and (kind != "checkbox" or "checked" in given):
            self.values[name] = given.get("value", "on" if kind == "checkbox" else "")
        self._text = name if tag == "textarea" else ""
        self._select = name if tag == "select" else self._select
        if tag == "option" and "selected" in given:
            self.values[self._select] = given["value"]

    def handle_data(self, data: str) -> None:
        if self._inside and self._text:
            self.values[self._text] = data.removeprefix("\n")

    def handle_endtag(self, tag: str) -> None:
        self._text = ""
        if tag == "form":
            self._inside = False


def form_values(page: str, action: str = "") -> dict[str, str]:
    """What a browser sends from the form with that action, hidden fields included."""
    form = _Form(action)
    form.feed(page)
    return form.values
