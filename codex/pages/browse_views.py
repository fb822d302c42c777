"""The page of all collections, for archives that have more than every page can list."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from codex.core.errors import SearchError
from codex.pages import browse
from codex.pages.context import archive_line
from codex.pages.parameters import whole
from codex.results import refusal
from codex.views import COLD_SECONDS, personal, reads_only
from codex.web.problems import answer


@reads_only
@personal
def collections(request: HttpRequest) -> HttpResponse:
    """All collections, the fullest first."""
    try:
        number = whole(request.GET.get("page") or 1)
    except ValueError:
        number = 0
    if number < 1:
        return answer(request, refusal(SearchError("parameter_invalid", parameter="page", minimum=1)))
    edition = browse.edition()
    if edition is None:
        return answer(request, refusal("archive_unavailable", retry_after=COLD_SECONDS))
    page = browse.collections_page(edition, page=number)
    if number > page.pages:
        return answer(request, refusal("page_out_of_range"))
    shown = {"page": page, "heading": page.heading, "archive": archive_line(edition)}
    return render(request, "codex/collections.html", shown)
