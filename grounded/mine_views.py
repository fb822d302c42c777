"""The pages of a caller's answers: list, keep, take away, delete (GRD-10)."""

from collections.abc import Callable, Iterator
from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, override
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from codex.callers import caller_of
from codex.pages.parameters import whole
from codex.results import Refusal
from codex.web.local import local_path
from grounded import owned as door
from grounded.answer import Standing, delete, standing
from grounded.pages.collected import joined_json, joined_markdown
from grounded.pages.mine import delete_all_page, delete_page, mine_page
from grounded.views import refuse, see

#: All answers in one file: what joins them, and what that is.
COLLECTIONS: Final[dict[str, tuple[Callable[[Iterator[Standing]], Iterator[str]], str]]] = {
    "md": (joined_markdown, "text/markdown; charset=utf-8"),
    "json": (joined_json, "application/json"),
}


@require_safe
def my_answers(request: HttpRequest) -> HttpResponse:
    """The caller's answers and counts; who is known by address alone has the counts, and the links of answers."""
    caller = caller_of(request)
    found, today = door.mine(caller, page=_page(request)), door.today(caller)
    if isinstance(found, Refusal):
        return refuse(request, found)
    if isinstance(today, Refusal):
        return refuse(request, today)
    here = reverse("grounded:mine")
    deleted = (request.GET["deleted"] or "one") if "deleted" in request.GET else ""
    page = mine_page(found, today, lambda number: f"{here}?page={number}", deleted=deleted)
    return render(request, "grounded/mine.html", {"page": page, "heading": page.heading, "here": here})


@require_POST
def keep(request: HttpRequest, key: str) -> HttpResponse:
    """Keep an answer longer, or let it go when others go; then back to where that was asked for."""
    refused = door.keep(key, caller_of(request), longer=request.POST.get("longer") == "yes")
    if isinstance(refused, Refusal):
        return refuse(request, refused)
    return see(local_path(request.POST.get("next")) or reverse("grounded:answer", args=[key]))


@require_http_methods(["GET", "HEAD", "POST"])
def delete_one(request: HttpRequest, key: str) -> HttpResponse:
    """Ask first, then delete it for good."""
    caller = caller_of(request)
    if request.method == "POST":
        refused = delete(key, caller)
        return refuse(request, refused) if isinstance(refused, Refusal) else see(reverse("grounded:mine") + "?deleted")
    found = standing(key, caller)
    if isinstance(found, Refusal):
        return refuse(request, found)
    page = delete_page(found)
    return render(request, "grounded/delete.html", {"page": page, "heading": page.heading})


@require_http_methods(["GET", "HEAD", "POST"])
def delete_all(request: HttpRequest) -> HttpResponse:
    """The same of all the caller's."""
    caller = caller_of(request)
    if request.method == "POST":
        gone = door.delete_all(caller)
        return refuse(request, gone) if isinstance(gone, Refusal) else see(reverse("grounded:mine") + "?deleted=all")
    found = door.mine(caller)
    if isinstance(found, Refusal):
        return refuse(request, found)
    if not found.total:
        return see(reverse("grounded:mine"))
    page = delete_all_page(found.total)
    return render(request, "grounded/delete.html", {"page": page, "heading": page.heading})


@require_safe
def collected(request: HttpRequest, kind: str) -> HttpResponseBase:
    """All the caller's answers in one file, made while it is sent; in the tongue of the page that asked."""
    found = door.every(caller_of(request))
    if isinstance(found, Refusal):
        return refuse(request, found)
    join, content_type = COLLECTIONS[kind]
    response = StreamingHttpResponse(_spoken(join(found)), content_type=content_type)
    response.headers["Content-Disposition"] = f'attachment; filename="answers.{kind}"'
    return response


def _spoken(parts: Iterator[str]) -> Iterator[str]:
    """The middleware's tongue is gone by the time that a streamed answer is read."""
    tongue = get_language() or "en"

    def spoken() -> Iterator[str]:
        while True:
            with override(tongue):
                part = next(parts, None)
            if part is None:
                return
            yield part

    return spoken()


def _page(request: HttpRequest) -> int:
    try:
        return whole(request.GET.get("page", "1"))
    except ValueError:
        return 1
