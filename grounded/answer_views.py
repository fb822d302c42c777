"""The pages of one consultation: how it stands, cancelling, telling the staff, copies (GRD-06)."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from codex.callers import caller_of
from codex.results import Refusal
from codex.web.interface import translations
from grounded import answer as door
from grounded.answer import Standing
from grounded.asking import asking_again
from grounded.pages.answer import answer_page, waiting_page
from grounded.pages.consent import ANSWER_BOUNDS, consent_page
from grounded.pages.copies import as_json, markdown, plain
from grounded.states import State
from grounded.views import refuse, see

#: The kinds of copies: what makes them, and what they are.
COPIES: Final[dict[str, tuple[Callable[[Standing], str], str]]] = {
    "md": (markdown, "text/markdown; charset=utf-8"),
    "txt": (plain, "text/plain; charset=utf-8"),
    "json": (as_json, "application/json"),
}


@require_safe
def show(request: HttpRequest, key: str) -> HttpResponse:
    """How it stands; looking never sends anything."""
    found = door.standing(key, caller_of(request))
    if isinstance(found, Refusal):
        return refuse(request, found)
    if found.state == State.PREVIEWED:
        return _consent(request, found)
    return _waiting(request, found) if found.state == State.SENDING else _answer(request, found)


@require_safe
def status(request: HttpRequest, key: str) -> HttpResponse:
    """The state alone, for the script that waits."""
    found = door.standing(key, caller_of(request))
    if isinstance(found, Refusal):
        return JsonResponse(found.as_dict(), status=found.status)
    return JsonResponse({"state": found.state.value, "ended": found.is_ended})


@require_POST
def cancel(request: HttpRequest, key: str) -> HttpResponse:
    """Stop waiting."""
    found = door.cancel(key, caller_of(request))
    return refuse(request, found) if isinstance(found, Refusal) else _back(key)


@require_POST
def feedback(request: HttpRequest, key: str) -> HttpResponse:
    """Tell the staff what is wrong with it."""
    reason, note = request.POST.get("reason", ""), request.POST.get("note", "").replace("\r\n", "\n")
    caller = caller_of(request)
    refused = door.tell(key, caller, reason=reason, note=note)
    if not isinstance(refused, Refusal):
        return see(reverse("grounded:answer", args=[key]) + "?told#feedback")
    found = door.standing(key, caller)
    if refused.code != "feedback_invalid" or isinstance(found, Refusal):
        return refuse(request, refused)
    return _answer(request, found, fault=gettext(refused.sentence), reason=reason, note=note, status=refused.status)


@require_safe
def copy(request: HttpRequest, key: str, kind: str) -> HttpResponse:
    """The answer as a file."""
    found = door.standing(key, caller_of(request))
    if isinstance(found, Refusal):
        return refuse(request, found)
    make, content_type = COPIES[kind]
    response = HttpResponse(make(found), content_type=content_type)
    response.headers["Content-Disposition"] = f'attachment; filename="answer-{found.made_at:%Y-%m-%d-%H%M}.{kind}"'
    return response


def _consent(request: HttpRequest, found: Standing) -> HttpResponse:
    """Exactly what would be sent; loading it again, or coming back to it, sends nothing."""
    asking = asking_again(found)
    caller = caller_of(request)
    shown = door.opened(found.id, caller)
    if isinstance(shown, Refusal):
        return refuse(request, shown, asking)
    page = consent_page(shown, asking, is_linked=caller.kind == "address")
    return render(request, "grounded/consent.html", {"page": page, "heading": page.heading, "bounds": ANSWER_BOUNDS})


def _waiting(request: HttpRequest, found: Standing) -> HttpResponse:
    page = waiting_page(found, timezone.now())
    return render(request, "grounded/waiting.html", {"page": page, "heading": page.heading})


def _answer(request: HttpRequest, found: Standing, *, status: int = 200, **feedback: str) -> HttpResponse:
    page = answer_page(found)
    template = "grounded/answer.html" if found.answer else "grounded/no_answer.html"
    at = reverse("grounded:answer", args=[found.id]) if request.method == "POST" else ""
    shown = {"page": page, "heading": page.heading, "told": "told" in request.GET, **feedback}
    shown["translations"] = translations(request, at=at)
    return render(request, template, shown, status=status)


def _back(key: str) -> HttpResponse:
    return see(reverse("grounded:answer", args=[key]))
