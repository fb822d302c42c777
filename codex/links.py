"""Addresses of a search: the URL is the state, its parameters always in the same order."""

from urllib.parse import urlencode

from django.urls import reverse


def search_link(query: str = "", *, lang: str = "", collection: str = "", page: int = 1) -> str:
    """The address of one state of the search page; what is empty, and page 1, is left out."""
    state = {"q": query, "lang": lang, "collection": collection, "page": str(page) if page > 1 else ""}
    pairs = urlencode({name: value for name, value in state.items() if value})
    return reverse("codex:search") + (f"?{pairs}" if pairs else "")


def json_link(link: str) -> str:
    """The same state of the JSON face."""
    return reverse("codex:api-1:get_search") + link.removeprefix(reverse("codex:search"))
