"""The staff's pages about callers: who searched how often, whose limit is what; acts need a reason (CDX-06)."""

from collections.abc import Sequence
from typing import Any, Final

from django.contrib import admin, messages
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from codex.metering.caller_acts import SupersededError, Whose, lift, override, reset
from codex.models import CallerAct, DailyUse, LimitOverride
from codex.staff.admin_records import RecordAdmin
from codex.staff.caller_forms import FindForm, OverrideForm, ReasonForm
from codex.staff.caller_page import KINDS, caller_page, is_caller, names

PAGE: Final = "admin:codex_caller"
#: Seeing callers and doing something about them are two rights.
SEE, MANAGE = "codex.view_usage", "codex.manage_quotas"
_ACTS: Final[dict[str, type[ReasonForm]]] = {"reset": ReasonForm, "override": OverrideForm, "lift": ReasonForm}
_DONE: Final = {
    "reset": _("Today's count was reset."),
    "override": _("The limit is set."),
    "lift": _("The limit of its own was lifted."),
}
_SUPERSEDED: Final = gettext_noop(
    "Somebody else set or lifted this limit while the page was open; it stands above as it is now. "
    "Nothing was done: send again if it shall still be."
)


def may_see(request: HttpRequest) -> bool:
    """Whether the user may see callers; who may do something about them may see them too."""
    return request.user.has_perm(SEE) or request.user.has_perm(MANAGE)


class CallerList(ChangeList):
    """A list whose rows know what their callers are called, by a few queries for all of them."""

    def get_results(self, request: HttpRequest) -> None:
        """Read the page's rows, and the names on it."""
        super().get_results(request)
        rows: list[Any] = list(self.result_list)
        known = names(Whose(row.kind, row.caller) for row in rows)
        for row in rows:
            row.named = known[Whose(row.kind, row.caller)]
        self.result_list = rows


class KindFilter(admin.SimpleListFilter):
    """By kind of caller, in words."""

    title = _("kind")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Sequence[tuple[str, Any]]:
        """All kinds."""
        return [(str(kind), words) for kind, words in KINDS.items()]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        """The rows of that kind."""
        return queryset.filter(kind=self.value()) if self.value() else queryset


class CallersAdmin(RecordAdmin):
    """Rows about callers; each leads to the page of its caller."""

    change_list_template = "admin/codex/callers/list.html"

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """By either right."""
        return may_see(request)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        """Rows with names."""
        return CallerList

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """The page of the row's caller."""
        row = self.get_object(request, object_id)
        if row is None or request.method != "GET" or not self.has_view_permission(request, row):
            return super().change_view(request, object_id, form_url, extra_context)
        return redirect(PAGE, row.kind, row.caller)

    @admin.display(description=_("caller"))
    def who(self, row: Any) -> str:
        """Kind and name."""
        return f"{KINDS.get(row.kind, row.kind)}: {row.named}"


@admin.register(DailyUse)
class DailyUseAdmin(CallersAdmin):
    """Who searched how often; an address is shown only as the day's hash."""

    list_display = ("day", "who", "used")
    list_display_links = ("who",)
    list_filter = (KindFilter, "day")
    ordering = ("-day", "-used")

    def get_urls(self) -> list[URLPattern]:
        """The finder and the callers' pages stand here."""
        wrap = self.admin_site.admin_view
        return [
            path("find/", wrap(self.find_view), name="codex_find_caller"),
            path("caller/<slug:kind>/<slug:key>/", wrap(self.caller_view), name="codex_caller"),
            *super().get_urls(),
        ]

    def find_view(self, request: HttpRequest) -> HttpResponse:
        """Find a caller by name, address, bot and pilgrim, or group; by POST, so that no log keeps what was typed."""
        _require(may_see(request))
        form = FindForm(request.POST if request.method == "POST" else None)
        if form.is_valid():
            whose: Whose = form.cleaned_data["whose"]
            return redirect(PAGE, whose.kind, whose.caller)
        return self._render(request, "find", {"title": gettext("Find a caller"), "form": form})

    def caller_view(self, request: HttpRequest, kind: str, key: str) -> HttpResponse:
        """One caller, and what can be done about its limit."""
        _require(may_see(request))
        if not is_caller(kind, key):
            raise Http404
        whose, sent = Whose(kind, key), request.POST.get("act", "") if request.method == "POST" else None
        _require(sent is None or request.user.has_perm(MANAGE))
        forms = {act: form(request.POST if act == sent else None, prefix=act) for act, form in _ACTS.items()}
        if sent in forms and forms[sent].is_valid() and _is_done(sent, whose, forms[sent], request):
            self.message_user(request, str(_DONE[sent]), messages.SUCCESS)
            return redirect(PAGE, kind, key)
        page = caller_page(whose)
        context = {"title": f"{page.kind}: {page.name}", "page": page, "may_manage": request.user.has_perm(MANAGE)}
        return self._render(request, "caller", context | forms)

    def _render(self, request: HttpRequest, name: str, context: dict[str, Any]) -> HttpResponse:
        shared = {**self.admin_site.each_context(request), "opts": self.opts}
        return TemplateResponse(request, f"admin/codex/callers/{name}.html", shared | context)


@admin.register(LimitOverride)
class LimitOverrideAdmin(CallersAdmin):
    """Callers and groups with a limit of their own."""

    list_display = ("who", "amount", "until", "reason", "set_by", "set_at")
    list_filter = (KindFilter,)
    list_select_related = ("set_by",)
    ordering = ("kind", "caller")


@admin.register(CallerAct)
class CallerActAdmin(CallersAdmin):
    """Who did what to which caller, and why."""

    list_display = ("done_at", "doer", "act", "who", "detail", "reason")
    list_display_links = ("who",)
    list_filter = ("act", KindFilter, "done_at", ("done_by", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("done_by",)
    search_fields = ("reason", "detail")

    @admin.display(description=_("done by"), ordering="done_by")
    def doer(self, row: CallerAct) -> str:
        """A name, or that it was a command."""
        return str(row.done_by or gettext("a command"))


def _require(allowed: bool) -> None:
    if not allowed:
        raise PermissionDenied


def _is_done(act: str, whose: Whose, form: Form, request: HttpRequest) -> bool:
    """Do it; or tell in the form why not."""
    try:
        _do(act, whose, form.cleaned_data, request)
    except SupersededError:
        form.add_error(None, gettext(_SUPERSEDED))
        return False
    return True


def _do(act: str, whose: Whose, given: dict[str, Any], request: HttpRequest) -> None:
    by, reason = request.user if request.user.is_authenticated else None, given["reason"]
    seen = request.POST.get("seen", "none")
    if act == "override":
        override(whose, given["amount"], until=given["until"], by=by, reason=reason, seen=seen)
    elif act == "lift":
        lift(whose, by=by, reason=reason, seen=seen)
    else:
        reset(whose, by=by, reason=reason)
