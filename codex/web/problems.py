"""One builder of error answers: a page for people, a problem document (RFC 9457) for paths under /api/ (API-02)."""

from http import HTTPStatus
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import select_template
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from codex.pages import context, wording
from codex.results import Refusal
from codex.web.interface import translations_of_refusal

PROBLEM: Final = "application/problem+json"
HEADINGS = {
    "query_empty": _("This search holds no word"),
    "query_invalid": _("This search cannot be read"),
    "query_too_long": _("This search is too long"),
    "page_out_of_range": _("No such page of results"),
    "quota_used": _("No searches left for today"),
    "search_closed": _("Searching is closed"),
    "too_fast": _("Too many searches at once"),
    "maintenance": _("The site is being worked on"),
    "paused": _("Searching is paused"),
    "anonymous_refused": _("Searching here needs an account"),
    "storage_unavailable": _("The storage is busy"),
    "not_found": _("Nothing at this address"),
    "forbidden": _("Not allowed"),
    "form_expired": _("The form has expired"),
    "internal": _("Something went wrong here"),
    "too_large": _("The request is too large"),
}
HEADING_BY_STATUS = {
    400: _("The request could not be read"),
    405: _("Not that kind of request"),
    503: _("The archive cannot be read"),
}
#: What a page says in place of a sentence that would only repeat its heading.
ADVICE = {
    "bad_request": _(
        "Something in the address or the form is not as it should be. Go back and try again, or search here."
    ),
    "forbidden": _("It may need an account, or a right that the staff give."),
    "internal": _("The staff can find it by the number below."),
    "method_refused": _("This address is not one to open. Search here, or start at the first page."),
    "not_found": _("The link may have lost a letter on its way here."),
    "too_large": _("Send less at once."),
}


def answer(request: HttpRequest, refused: Refusal, **page: Any) -> HttpResponse:
    """Answer with a refusal in the form the path calls for; `page` is what the page shows besides. Asks no database."""
    response = _json(refused) if is_api(request) else _page(request, refused, page)
    if refused.retry_after is not None:
        response.headers["Retry-After"] = str(refused.retry_after)
    response.headers["Cache-Control"] = "no-store"
    return response


def is_api(request: HttpRequest) -> bool:
    """Whether a program asks; read off the path alone, since headers of a broken request may be broken too."""
    path = request.path_info
    # With a slash too many, or too few, it is a program all the same.
    return path.startswith("/api/") or path.rstrip("/") in ("/api", "/suggest", "/mcp")


def is_mcp(request: HttpRequest) -> bool:
    """Whether the path is the one of the Model Context Protocol, whose errors are JSON-RPC once the message is read."""
    return request.path_info == "/mcp"


def body(refused: Refusal) -> dict[str, object]:
    """The members of a problem document; `error`, `code` and `retryable` are what a model is told."""
    return (
        _begins_anew(refused)
        | dict(refused.about)
        | {
            "type": "about:blank",
            "title": HTTPStatus(refused.status).phrase,
            "status": refused.status,
            "detail": refused.sentence,
            "error": refused.sentence,
            "code": refused.code,
            "retryable": refused.retryable,
        }
    )


def _begins_anew(refused: Refusal) -> dict[str, object]:
    """When there is a new allowance, for programs that read no headers."""
    if refused.code in ("quota_used", "bot_quota_used") and refused.allowance:
        return {"resets_at": refused.allowance.resets_at.isoformat()}
    return {}


def _json(refused: Refusal) -> HttpResponse:
    return JsonResponse(body(refused), status=refused.status, content_type=PROBLEM)


def _page(request: HttpRequest, refused: Refusal, page: dict[str, Any]) -> HttpResponse:
    template = select_template([f"{refused.code}.html", f"{refused.status}.html", "error.html"])
    shown = {
        "archive": context.held(),
        "code": refused.code,
        "heading": _heading(refused),
        "sentence": _sentence(refused),
        "status": refused.status,
        "again": wording.again(refused),
        "translations": translations_of_refusal(request),
        "looks": context.looks(request),
    }
    # Without the request no context processor runs: nothing here can ask the database, even when it is gone.
    return HttpResponse(template.render(shown | page), status=refused.status)


def _sentence(refused: Refusal) -> str:
    return str(ADVICE.get(refused.code) or gettext(refused.sentence))


def _heading(refused: Refusal) -> str:
    found = HEADINGS.get(refused.code) or HEADING_BY_STATUS.get(refused.status)
    return str(found or HTTPStatus(refused.status).phrase)
