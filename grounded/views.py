"""The pages before anything is sent: the form, the consent, the sending (GRD-05)."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from codex.callers import caller_of, too_fast
from codex.live import options as codex_options
from codex.results import Refusal, refusal
from codex.web import problems
from codex.web.interface import reader_tongue, translations_of_refusal
from grounded.answer import Offer, Preview, Standing, answer, offer, preview, standing
from grounded.asking import Asking, asking_again, asking_of
from grounded.pages.ask import ask_page
from grounded.pages.refused import refused_page

#: The burst limit counts by the minute.
BURST_SECONDS: Final = 60
#: What is wrong with the form itself is said in the form.
FAULTS: Final = frozenset(
    {
        "mode_invalid",
        "lang_invalid",
        "text_invalid",
        "question_missing",
        "question_too_long",
        "sources_count",
        "source_empty",
        "source_too_long",
        "sources_too_long",
        "location_too_long",
        "payload_too_large",
        "passage_invalid",
    }
)


@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest) -> HttpResponse:
    """The form, perhaps filled with what was asked before (`from`).

    Sent by POST it leads to the page that shows what would leave, or is shown again (`edit`).
    """
    offered = offer()
    asking = asking_of(request.POST) if request.method == "POST" else _draft(request)
    if isinstance(offered, Refusal):
        return refuse(request, offered, asking)
    if request.method != "POST" or "edit" in request.POST:
        return _form(request, asking, offered)
    if too_fast(request, codex_options()):
        return refuse(request, refusal("too_fast", retry_after=BURST_SECONDS), asking)
    return _look(request, asking, offered)


@require_http_methods(["GET", "HEAD", "POST"])
def send(request: HttpRequest) -> HttpResponse:
    """Do what was agreed to, once, and lead on to its page; whoever only comes by is led to the form."""
    if request.method != "POST":
        return see(reverse("grounded:ask"))
    begun = answer(request.POST.get("token", ""), caller_of(request))
    if isinstance(begun, Refusal):
        return refuse(request, begun, asking_of(request.POST))
    return _onward(begun.id)


def refuse(request: HttpRequest, refused: Refusal, asking: Asking | None = None) -> HttpResponse:
    """The page of a refusal; made without the database when that is what failed."""
    if refused.code == "storage_unavailable":
        return problems.answer(request, refused)
    page = refused_page(refused, asking)
    switch = {"translations": translations_of_refusal(request)}
    response = render(request, "grounded/refused.html", _shown(page) | switch, status=refused.status)
    if refused.retry_after is not None:
        response.headers["Retry-After"] = str(refused.retry_after)
    return response


def _draft(request: HttpRequest) -> Asking:
    """What the form begins with: a consultation's question and picks, or what the address says."""
    found = standing(request.GET["from"], caller_of(request)) if "from" in request.GET else None
    return asking_again(found) if isinstance(found, Standing) else asking_of(request.GET)


def _look(request: HttpRequest, asking: Asking, offered: Offer) -> HttpResponse:
    shown = preview(asking.asked(reader_tongue(request)), caller_of(request))
    if isinstance(shown, Refusal):
        if shown.code in FAULTS:
            return _form(request, asking, offered, shown)
        return refuse(request, shown, asking)
    return _onward(shown.id) if shown.receiver else _extract(request, shown, asking)


def _extract(request: HttpRequest, shown: Preview, asking: Asking) -> HttpResponse:
    """Nothing leaves, so there is nothing to agree to."""
    begun = answer(shown.token, caller_of(request))
    return refuse(request, begun, asking) if isinstance(begun, Refusal) else _onward(begun.id)


def _form(request: HttpRequest, asking: Asking, offered: Offer, refused: Refusal | None = None) -> HttpResponse:
    page = ask_page(asking, reader_tongue(request), offered, gettext(refused.sentence) if refused else "")
    return render(request, "grounded/ask.html", _shown(page, edit=True), status=refused.status if refused else 200)


def _onward(key: str) -> HttpResponse:
    return see(reverse("grounded:answer", args=[key]))


def see(address: str) -> HttpResponse:
    """Lead on to an address, to be got."""
    response = redirect(address)
    response.status_code = 303
    return response


def _shown(page: Any, *, edit: bool = False) -> dict[str, Any]:
    shown = {"page": page, "heading": page.heading}
    if not page.asking:
        return shown
    # For another tongue the page's form is sent, with all that was typed, which must not stand in an address.
    return shown | {"resent": {"form": "asking", "action": reverse("grounded:ask"), "edit": edit}}
