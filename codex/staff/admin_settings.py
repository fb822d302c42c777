"""The staff's page of settings: change, try out, refresh; each act by a right of its own (ADM-01)."""

from typing import Any, ClassVar, cast

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from codex.core.errors import CodexError
from codex.core.options import OPTIONS
from codex.live import locked_row, store, stored
from codex.models import CodexSettings
from codex.pages import wording
from codex.shelf import shelf
from codex.staff import settings_page
from codex.staff.admin_one_row import OneRowAdmin
from codex.staff.setting_rows import last_changes
from codex.staff.settings_form import SettingsForm, verdict_on, with_defaults
from codex.staff.trial import try_archive

PAGE = "admin:codex_codexsettings_change"
_REFUSAL = "codex.refusal"
_SEEING = ("view_codexsettings", "change_codexsettings", "change_index_url", "refresh_archive")


def may(request: HttpRequest, *rights: str) -> bool:
    """Whether the user has one of these rights of the codex."""
    return any(request.user.has_perm(f"codex.{right}") for right in rights)


@admin.register(CodexSettings)
class SettingsAdmin(OneRowAdmin):
    """The one row, which need not exist yet; every change is kept in the history."""

    page = PAGE
    locked = locked_row
    form = SettingsForm
    fieldsets: ClassVar[Any] = (
        *((heading, {"fields": names}) for heading, names in settings_page.GROUPS),
        (_("This change"), {"fields": ("note", "seen")}),
    )

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever may do something here sees what is set."""
        return may(request, *_SEEING)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Either part of the settings has its own right."""
        return may(request, "change_codexsettings", "change_index_url")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Whoever names a host decides what is dialled: that is a right apart from all the other settings."""
        rights = {True: may(request, "change_index_url"), False: may(request, "change_codexsettings")}
        return tuple(option.field for option in OPTIONS if not rights[option.guarded])

    def get_urls(self) -> list[URLPattern]:
        """The page's own, and the address that the refresh button sends to."""
        refresh = path("refresh/", self.admin_site.admin_view(self.refresh_view), name="codex_refresh")
        return [refresh, *super().get_urls()]

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Ask the guard about a new index URL; then try the archive out, or go on to save."""
        # Before Django begins the transaction it checks the form in: a slow look-up there would block every writer.
        if request.method == "POST" and may(request, "change_index_url"):
            url = with_defaults(request.POST).get("codex_index_url", "").strip()
            request.META[_REFUSAL] = verdict_on(url, stored().codex_index_url)
        if request.method == "POST" and "_test" in request.POST and object_id == "1":
            return self._tried(request)
        return super().changeform_view(request, object_id, form_url, extra_context)

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> type[SettingsForm]:
        """This request's own form class, with the guard's verdict."""
        form = cast(type[SettingsForm], super().get_form(request, obj, change, **kwargs))
        form.refusal = request.META.get(_REFUSAL)
        form.is_trial = "_test" in request.POST
        return form

    def save_model(self, request: HttpRequest, obj: CodexSettings, form: Any, change: bool) -> None:
        """Save, and keep who changed what and why."""
        by = request.user if request.user.is_authenticated else None
        self.tell_saved(request, store(obj, by=by, note=form.cleaned_data["note"]))

    def refresh_view(self, request: HttpRequest) -> HttpResponse:
        """Read the archive anew now; an empty one is accepted only after it was refused, and by its own button."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not may(request, "refresh_archive"):
            raise PermissionDenied
        options = stored()
        accept = "accept_empty" in request.POST and settings_page.archive_state(options).is_shrunk
        try:
            told = {"inscriptions": wording.inscriptions(shelf.refresh(options, force=accept).inscriptions)}
            self.message_user(request, gettext("The archive was read: %(inscriptions)s.") % told, messages.SUCCESS)
        except CodexError as error:
            self.message_user(request, f"{gettext(error.sentence)} ({error.code})", messages.ERROR)
        return redirect(PAGE, "1")

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        """The page as it is laid out here."""
        context |= {
            "title": gettext("Settings"),
            "subtitle": None,
            "groups": settings_page.groups(context["adminform"].form),
            "state": settings_page.archive_state(stored()),
            "changes": last_changes(OPTIONS),
            "may_refresh": may(request, "refresh_archive"),
        }
        return super().render_change_form(request, context, *args, **kwargs)

    def _tried(self, request: HttpRequest) -> HttpResponse:
        """The page as it was sent, with how the archive is under these values; nothing is saved."""
        if not self.has_change_permission(request):
            raise PermissionDenied
        row = self.row()
        form = self.get_form(request, row, change=True)(request.POST, instance=row)
        trial = try_archive(form.instance.options) if form.is_valid() else None
        return self.tried(request, form, trial=trial)
