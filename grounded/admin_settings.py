"""The staff's page of the settings of answers: change them, and try an endpoint out before it is saved (ADM-01)."""

from collections.abc import Callable
from typing import Any, ClassVar, Final, cast

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from codex.staff.admin_one_row import OneRowAdmin
from codex.staff.setting_rows import last_changes
from grounded import settings_page
from grounded.core.config import AiConfig
from grounded.live import locked_row, store
from grounded.models import GroundedSettings
from grounded.options import OPTIONS
from grounded.settings_form import SettingsForm
from grounded.trial import Trial, try_listing, try_probe

PAGE: Final = "admin:grounded_groundedsettings_change"
_SEEING: Final = ("view_groundedsettings", "change_groundedsettings", "change_endpoint")
#: The buttons that try the endpoint, and what each does.
_TRIALS: Final[dict[str, Callable[[AiConfig], Trial]]] = {"_test": try_listing, "_probe": try_probe}


def may(request: HttpRequest, *rights: str) -> bool:
    """Whether the user has one of these rights of the answers."""
    return any(request.user.has_perm(f"grounded.{right}") for right in rights)


@admin.register(GroundedSettings)
class SettingsAdmin(OneRowAdmin):
    """The one row, which need not exist yet; every change is kept in the history."""

    page = PAGE
    locked = locked_row
    form = SettingsForm
    fieldsets: ClassVar[Any] = (
        *((heading, {"fields": [name for name in names if name != "key"]}) for heading, names in settings_page.GROUPS),
        (_("This change"), {"fields": ("key", "forget_key", "note", "seen")}),
    )

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever may do something here sees what is set."""
        return may(request, *_SEEING)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Either part of the settings has its own right."""
        return may(request, "change_groundedsettings", "change_endpoint")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Whoever names the endpoint decides who reads what is asked: that is a right of its own."""
        rights = {True: may(request, "change_endpoint"), False: may(request, "change_groundedsettings")}
        return tuple(option.field for option in OPTIONS if option.name != "key" and not rights[option.guarded])

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Without the key for whoever may not write it."""
        own = ("note", "seen") if not may(request, "change_endpoint") else ("key", "forget_key", "note", "seen")
        return (*self.fieldsets[:-1], (_("This change"), {"fields": own}))

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Try the endpoint out, or go on to save; no transaction waits for an endpoint."""
        pressed = [name for name in _TRIALS if name in request.POST]
        if request.method == "POST" and pressed and object_id == "1":
            return self._tried(request, _TRIALS[pressed[0]])
        return super().changeform_view(request, object_id, form_url, extra_context)

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> type[SettingsForm]:
        """This request's own form class."""
        form = cast(type[SettingsForm], super().get_form(request, obj, change, **kwargs))
        form.may_change_endpoint = may(request, "change_endpoint")
        form.is_trial = any(name in request.POST for name in _TRIALS)
        return form

    def save_model(self, request: HttpRequest, obj: GroundedSettings, form: Any, change: bool) -> None:
        """Save, and keep who changed what and why; a key for another endpoint is forgotten."""
        by = request.user if request.user.is_authenticated else None
        if form.may_change_endpoint:
            obj.sealed_key = form.sealed_key()
        self.tell_saved(request, store(obj, by=by, note=form.cleaned_data["note"]))
        if form.may_change_endpoint and form.clears_key:
            self.message_user(request, gettext("The key that was set is forgotten."), messages.WARNING)

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        """The page as it is laid out here."""
        context |= {
            "title": gettext("Answer settings"),
            "subtitle": None,
            "groups": settings_page.groups(context["adminform"].form),
            "used": settings_page.used(),
            "changes": last_changes(OPTIONS),
            "may_test": may(request, "change_endpoint"),
        }
        return super().render_change_form(request, context, *args, **kwargs)

    def _tried(self, request: HttpRequest, act: Callable[[AiConfig], Trial]) -> HttpResponse:
        """The page as it was sent, with how the endpoint is under these values; nothing is saved."""
        if not may(request, "change_endpoint"):
            raise PermissionDenied
        row = self.row()
        form = self.get_form(request, row, change=True)(request.POST, instance=row)
        trial = act(form.endpoint) if form.is_valid() and form.endpoint else None
        return self.tried(request, form, trial=trial, nothing_to_try=trial is None and form.is_valid())
