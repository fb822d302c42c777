"""Addresses of a search: the URL is the state, its parameters always in the same order."""

from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from codex.pages.extras import Carried


def search_link(query: str = "", *, lang: str = "", collection: str = "", page: int = 1, carried: Carried = ()) -> str:
    """The address of one state of the search page; what is empty, and page 1, is left out."""
    state = {"q": query, "lang": lang, "collection": collection, "page": str(page) if page > 1 else ""}
    pairs = urlencode([*((name, value) for name, value in state.items() if value), *carried])
    return reverse("codex:search") + (f"?{pairs}" if pairs else "")


def read_link(url: str, *, page: int = 1, at: int = 0) -> str:
    """The address of the page on which an inscription is read; `url` is the inscription's own link.

    `at` is a place in its text, in characters, and leads to the page that holds it.
    """
    state = {"url": url} | ({"page": str(page)} if page > 1 else {}) | ({"at": str(at)} if at else {})
    return f"{reverse('codex:read')}?{urlencode(state, safe='/:')}"


def moved(link: str, carried: Carried) -> str:
    """A link of the search page with other values carried along; empty when it leads elsewhere."""
    path, _, pairs = link.partition("?")
    if path != reverse("codex:search"):
        return ""
    state = QueryDict(pairs)
    kept = [(name, state[name]) for name in ("q", "lang", "collection", "page") if state.get(name)]
    return f"{path}?{urlencode([*kept, *carried])}"


def json_link(link: str) -> str:
    """The same state of the JSON face."""
    return reverse("codex:api-1:get_search") + link.removeprefix(reverse("codex:search"))
