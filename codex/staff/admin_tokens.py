"""The staff's pages about bots' tokens: made, shown once, rotated, revoked (API-01)."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.contrib import admin, messages
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from codex.core.errors import CallerError
from codex.metering.bot_tokens import Made, make, revoke, rotate
from codex.metering.caller_acts import Whose
from codex.models import BotToken, DailyUse
from codex.pages import wording
from codex.staff.admin_callers import may_see
from codex.staff.admin_records import RecordAdmin
from codex.staff.caller_forms import ReasonForm
from codex.staff.caller_page import acts_on
from codex.staff.token_forms import MakeForm, RotateForm

PAGE: Final = "admin:codex_bottoken_change"
_ACTS: Final[dict[str, type[ReasonForm]]] = {"rotate": RotateForm, "revoke": ReasonForm}

_STATES: Final = {"active": _("active"), "expired": _("expired"), "revoked": _("revoked")}


class TokenList(ChangeList):
    """A list whose rows know what their bots searched today, by one query for all of them."""

    def get_results(self, request: HttpRequest) -> None:
        """Read the page's rows and today's totals."""
        super().get_results(request)
        rows: list[Any] = list(self.result_list)
        today = DailyUse.objects.filter(kind="token", day=datetime.now(UTC).date())
        used = dict(today.filter(caller__in={row.bot for row in rows}).values_list("caller", "used"))
        for row in rows:
            row.used_today = used.get(row.bot, 0)
        self.result_list = rows


@admin.register(BotToken)
class BotTokenAdmin(RecordAdmin):
    """Tokens as they are kept: without themselves."""

    list_display = ("name", "tail", "scopes", "state", "today", "expires_at", "last_used_at", "made_by", "made_at")
    list_filter = ("made_at", "expires_at", "revoked_at")
    list_select_related = ("made_by",)
    search_fields = ("name", "last_four")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Whoever was given the right."""
        return admin.ModelAdmin.has_add_permission(self, request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """To rotate and revoke, whoever was given the right."""
        return admin.ModelAdmin.has_change_permission(self, request, obj)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        """Rows with today's totals."""
        return TokenList

    @admin.display(description=_("token"))
    def tail(self, row: BotToken) -> str:
        """The last four characters."""
        return f"…{row.last_four}"

    @admin.display(description=_("state"))
    def state(self, row: BotToken) -> str:
        """Active, expired or revoked."""
        return str(_STATES[row.state])

    @admin.display(description=_("searches today"))
    def today(self, row: Any) -> int:
        """Of the bot, with all its pilgrims."""
        used: int = row.used_today
        return used

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """Make a token; the answer shows it, this once."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = MakeForm(request.POST if request.method == "POST" else None)
        if not form.is_valid():
            return self._render(request, "make", {"title": gettext("New bot token"), "form": form})
        given = form.cleaned_data
        made = make(
            given["name"], given["scopes"], expires_at=given["expires_at"], by=_by(request), reason=given["reason"]
        )
        return self._show_once(request, made)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """One token, and what can be done about it."""
        row = self.get_object(request, object_id)
        if row is None:
            raise Http404
        if request.method == "POST":
            return self._changed(request, row)
        if not self.has_view_or_change_permission(request, row):
            raise PermissionDenied
        return self._page(request, row, {act: form(prefix=act) for act, form in _ACTS.items()})

    def _changed(self, request: HttpRequest, row: BotToken) -> HttpResponse:
        if not self.has_change_permission(request, row):
            raise PermissionDenied
        sent = request.POST.get("act", "")
        forms = {act: form(request.POST if act == sent else None, prefix=act) for act, form in _ACTS.items()}
        if sent not in forms or not forms[sent].is_valid():
            return self._page(request, row, forms)
        given = forms[sent].cleaned_data
        if sent == "revoke":
            revoke(row, by=_by(request), reason=given["reason"])
            self.message_user(request, gettext("The token is revoked."), messages.SUCCESS)
            return redirect(PAGE, row.pk)
        try:
            overlap = timedelta(hours=given["hours"])
            return self._show_once(request, rotate(row, by=_by(request), reason=given["reason"], overlap=overlap))
        except CallerError as error:
            self.message_user(request, f"{gettext(error.sentence)} ({error.code})", messages.ERROR)
            return redirect(PAGE, row.pk)

    def _page(self, request: HttpRequest, row: BotToken, forms: dict[str, ReasonForm]) -> HttpResponse:
        context = {
            "title": str(row),
            "row": row,
            "facts": tuple(_facts(row)),
            "may_change": self.has_change_permission(request, row) and row.state == "active",
            "may_see_callers": may_see(request),
            "acts": acts_on(Whose("token", row.bot)),
        }
        return self._render(request, "token", context | forms)

    def _show_once(self, request: HttpRequest, made: Made) -> HttpResponse:
        # In the answer itself: a redirect would have to keep the token somewhere, in a cookie or a session.
        may_view = self.has_view_or_change_permission(request, made.row)
        context = {"title": str(made.row), "row": made.row, "token": made.token, "may_view": may_view}
        return self._render(request, "made", context)

    def _render(self, request: HttpRequest, name: str, context: dict[str, Any]) -> HttpResponse:
        shared = {**self.admin_site.each_context(request), "opts": self.opts}
        response = TemplateResponse(request, f"admin/codex/tokens/{name}.html", shared | context)
        response.headers["Cache-Control"] = "no-store"
        return response


def _facts(row: BotToken) -> Iterator[tuple[str, str]]:
    yield gettext("State"), str(_STATES[row.state])
    yield gettext("Scopes"), row.scopes
    yield gettext("Expires"), wording.minute(row.expires_at) if row.expires_at else gettext("never")
    yield gettext("Last used"), wording.minute(row.last_used_at) if row.last_used_at else gettext("never")
    yield gettext("Made"), wording.minute(row.made_at)
    yield gettext("Made by"), str(row.made_by or gettext("a command"))
    if row.revoked_at:
        yield gettext("Revoked"), wording.minute(row.revoked_at)


def _by(request: HttpRequest) -> Any:
    return request.user if request.user.is_authenticated else None
