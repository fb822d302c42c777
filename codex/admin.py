"""The staff's pages: settings and their history, callers and tokens, and the codex's records to look at."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _

from codex.accounts.forms import AdminSignInForm, mark_throttled
from codex.models import ArchiveSnapshot, CodexSettings, SettingChange
from codex.staff.admin_callers import CallerActAdmin, DailyUseAdmin, LimitOverrideAdmin
from codex.staff.admin_records import RecordAdmin
from codex.staff.admin_settings import SettingsAdmin
from codex.staff.admin_tokens import BotTokenAdmin
from codex.staff.admin_users import BoundedGroupAdmin, BoundedUserAdmin

__all__ = [
    "ArchiveSnapshotAdmin",
    "BotTokenAdmin",
    "BoundedGroupAdmin",
    "BoundedUserAdmin",
    "CallerActAdmin",
    "DailyUseAdmin",
    "LimitOverrideAdmin",
    "SettingChangeAdmin",
    "SettingsAdmin",
]

admin.site.login_form = AdminSignInForm
_sign_in = admin.site.login


def sign_in(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
    """Django's own page, with 429 after too many tries."""
    response = _sign_in(request, extra_context)
    if isinstance(response, TemplateResponse) and (form := (response.context_data or {}).get("form")):
        mark_throttled(response, form)
    return response


setattr(admin.site, "login", sign_in)  # noqa: B010 - the one site of this project; its addresses are made later
admin.site.site_header = admin.site.site_title = _("Lumasite for staff")


@admin.register(SettingChange)
class SettingChangeAdmin(RecordAdmin):
    """The history of the settings, for whoever may see the settings."""

    list_display = ("changed_at", "name", "old", "new", "changed_by", "note")
    list_filter = ("name", "changed_at", ("changed_by", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("changed_by",)
    search_fields = ("name", "old", "new", "note")

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """By its own right, or with the settings."""
        settings = self.admin_site.get_model_admin(CodexSettings)
        return super().has_view_permission(request, obj) or settings.has_view_permission(request)


@admin.register(ArchiveSnapshot)
class ArchiveSnapshotAdmin(RecordAdmin):
    """The archives that are kept, without their bytes."""

    list_display = ("index_url", "source", "size_bytes", "fetched_at", "checked_at", "failure")
    fields = (
        "index_url",
        "source",
        "digest",
        "size_bytes",
        "wire_bytes",
        "etag",
        "last_modified",
        "fetched_at",
        "checked_at",
        "failed_at",
        "tried_at",
        "failure",
        "leased_until",
    )
