"""The staff's first steps, the archive doctor, and the start page that leads to all of it."""

from typing import Any, Final

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from codex.live import options
from codex.staff import doors
from codex.staff.steps import SWITCHES, TEST, Step, steps, switch
from codex.staff.trial import try_archive
from codex.staff.views import page, require

_SEE: Final = ("codex.view_codexsettings", *TEST)
_with_list = admin.site.index


def start(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
    """The admin's own page, and above its list what staff do here."""
    context = {"title": gettext("Start"), "doors": list(doors.open_to(request))}
    return _with_list(request, context | (extra_context or {}))


setattr(admin.site, "index", start)  # noqa: B010 - the one site of this project; its addresses are made later


@require_http_methods(["GET", "HEAD", "POST"])
def first(request: HttpRequest) -> HttpResponse:
    """Each step, how it stands, and the buttons that the user may press."""
    require(_may(request, _SEE))
    sent = request.POST.get("act", "") if request.method == "POST" else ""
    if sent in SWITCHES:
        require(request.user.has_perm("codex.change_codexsettings"))
        switch(sent, by=request.user if request.user.is_authenticated else None)
        messages.success(request, gettext("Saved."))
        return redirect("staff:first")
    require(not sent or (sent == "test" and _may(request, TEST)))
    found = list(steps())
    context = {
        "title": gettext("First steps"),
        "steps": [(step, _offers(request, step)) for step in found],
        "done": sum(step.is_done is True for step in found),
        "all": sum(step.is_done is not None for step in found),
        "trial": try_archive(options()) if sent else None,
    }
    return page(request, "admin/codex/staff/first.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def doctor(request: HttpRequest) -> HttpResponse:
    """What `codex check` prints about the archive that is set; it is read when the button is pressed, and not kept."""
    require(_may(request, _SEE))
    may_test = _may(request, TEST)
    require(may_test or request.method != "POST")
    trial = try_archive(options()) if request.method == "POST" else None
    context = {"title": gettext("Archive doctor"), "trial": trial, "may_test": may_test, "options": options()}
    return page(request, "admin/codex/staff/doctor.html", context)


def _may(request: HttpRequest, rights: tuple[str, ...]) -> bool:
    return any(map(request.user.has_perm, rights))


def _offers(request: HttpRequest, step: Step) -> bool:
    if step.act is None:
        return False
    return request.user.has_perm(step.act.right) if step.act.right else _may(request, TEST)
