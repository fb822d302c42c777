"""Reading pages in tests."""

import re
from html import unescape


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
