"""A page of settings that are one row, whosever they are: locked while it is saved, tried out, with a history."""

from collections.abc import Callable
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.contrib.admin.helpers import AdminErrorList, AdminForm
from django.db import connection
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from codex.models import SettingChange
from codex.staff.noted_form import NotedForm


class OneRowAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """The one row, which need not exist yet; every change is kept in the history."""

    #: The address of the page, and what locks the row until the transaction ends.
    page: ClassVar[str]
    locked: ClassVar[Callable[[], Model]]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """There is one row."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """There is one row."""
        return False

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """A list of one is no list."""
        return redirect(self.page, "1")

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """Our own history knows the old values too."""
        return redirect("admin:codex_settingchange_changelist")

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Model | None:
        """The row, or the defaults as an unsaved one; while a change is sent the row is locked until it is saved."""
        if object_id != "1":
            return None
        if connection.in_atomic_block and request.method == "POST":
            return type(self).locked()
        return self.row()

    def response_change(self, request: HttpRequest, obj: Model) -> HttpResponse:
        """Back to the page; what was saved is told already."""
        return redirect(self.page, "1")

    def row(self) -> Model:
        """The row, not locked."""
        found: Model = self.model._default_manager.filter(pk=1).first() or self.model(pk=1)
        return found

    def tell_saved(self, request: HttpRequest, changes: list[SettingChange]) -> None:
        """Name what was changed."""
        names = ", ".join(one.name for one in changes)
        told = gettext("Saved: %(names)s.") % {"names": names} if names else gettext("Nothing was changed.")
        self.message_user(request, told, messages.SUCCESS)

    def tried(self, request: HttpRequest, form: NotedForm, **found: Any) -> HttpResponse:
        """The page as it was sent, with what a trial found; nothing is saved."""
        context = {
            **self.admin_site.each_context(request),
            "adminform": AdminForm(form, [], {}, model_admin=self),
            "errors": AdminErrorList(form, []),
            "inline_admin_formsets": [],
            "media": self.media,
            "original": form.instance,
            **found,
        }
        return self.render_change_form(request, context, change=True, obj=form.instance)
