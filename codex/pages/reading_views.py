"""The page of one inscription; not metered, since nothing is searched for it."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from codex.core.errors import SearchError
from codex.pages.context import archive_line
from codex.pages.parameters import whole
from codex.pages.reading_page import reading_page
from codex.results import Refusal, refusal
from codex.search import inscriptions
from codex.views import personal, reads_only
from codex.web.problems import answer

#: The numbers of the address: a page, or a place in the text that says which.
LEAST: Final = {"page": 1, "at": 0}


@reads_only
@personal
def read(request: HttpRequest) -> HttpResponse:
    """The inscription with the link `url`, as the archive wrote it, thirty paragraphs a page."""
    try:
        number, at = (whole(request.GET.get(name) or least) for name, least in LEAST.items())
    except ValueError:
        return answer(request, refusal(SearchError("parameter_invalid")))
    if number < LEAST["page"]:
        return answer(request, refusal(SearchError("parameter_invalid", parameter="page", minimum=1)))
    found = inscriptions([request.GET.get("url", "")])
    if isinstance(found, Refusal):
        return answer(request, found)
    if not found.inscriptions:
        return _unknown(request)
    page = reading_page(found.inscriptions[0], found.edition, page=number, at=at)
    if number > page.pages:
        return _unknown(request)
    shown = {"page": page, "heading": page.heading, "archive": archive_line(found.edition)}
    response = render(request, "codex/read.html", shown)
    # A copy: search engines should list the original alone.
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def _unknown(request: HttpRequest) -> HttpResponse:
    sentence = gettext("The archive holds no inscription with this link, or not so many pages of it.")
    return answer(request, refusal("not_found"), heading=gettext("No such inscription"), sentence=sentence)
