"""The staff's pages: one page of settings, and the codex's records to look at."""

from typing import Any, cast

from django.contrib import admin
from django.db import connection
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from codex.admin_forms import SettingsForm, refusal_of
from codex.core.options import OPTIONS
from codex.live import store, stored
from codex.models import ArchiveSnapshot, CodexSettings, DailyUse, SettingChange

_GUARDED = tuple(option.field for option in OPTIONS if option.guarded)
_REFUSAL = "codex.refusal"


class RecordAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows that the site itself writes: to look at, not to touch."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds one."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody changes one."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody deletes one."""
        return False


@admin.register(CodexSettings)
class SettingsAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """The one row, which need not exist yet; every change is kept in the history."""

    form = SettingsForm
    fieldsets = (
        (
            "Archive",
            {
                "fields": (
                    "codex_index_url", "codex_site_origin", "codex_max_bytes", "codex_timeout", "codex_cache_ttl",
                    "codex_stale_if_error", "codex_summary_chars",
                )
            },
        ),
        (
            "Limits",
            {
                "fields": (
                    "codex_daily_per_user", "codex_daily_anonymous", "codex_daily_per_token", "codex_burst",
                    "allow_anonymous_api", "allow_signup",
                )
            },
        ),
        ("Ranking", {"fields": ("codex_ranking",)}),
        ("Luma", {"fields": ("enable_codex", "persona_line")}),
        ("Pause", {"fields": ("pause_search", "pause_message")}),
        ("Privacy", {"fields": ("query_log_days",)}),
        ("This change", {"fields": ("note", "seen")}),
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        """There is one row."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """There is one row."""
        return False

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """A list of one is no list."""
        return redirect("admin:codex_codexsettings_change", "1")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Whoever names a host decides what is dialled: that has its own permission."""
        return () if _may_name_hosts(request) else _GUARDED

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> CodexSettings | None:
        """The row, or the defaults as an unsaved one; while a change is sent the row is locked until it is saved."""
        if object_id != "1":
            return None
        if connection.in_atomic_block and request.method == "POST":
            CodexSettings.objects.get_or_create(pk=1)
            return CodexSettings.objects.select_for_update().get(pk=1)
        return CodexSettings.objects.filter(pk=1).first() or CodexSettings(pk=1)

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Ask the guard about a new index URL, then go on."""
        # Before Django begins the transaction it checks the form in: a slow look-up there would block every writer.
        url = request.POST.get("codex_index_url", "").strip()
        if url and _may_name_hosts(request) and url != stored().codex_index_url:
            request.META[_REFUSAL] = refusal_of(url)
        return super().changeform_view(request, object_id, form_url, extra_context)

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> type[SettingsForm]:
        """This request's own form class, with the guard's verdict."""
        form = cast(type[SettingsForm], super().get_form(request, obj, change, **kwargs))
        form.refusal = request.META.get(_REFUSAL)
        return form

    def save_model(self, request: HttpRequest, obj: CodexSettings, form: Any, change: bool) -> None:
        """Save, and keep who changed what and why."""
        by = request.user if request.user.is_authenticated else None
        store(obj, by=by, note=form.cleaned_data["note"])


@admin.register(SettingChange)
class SettingChangeAdmin(RecordAdmin):
    """The history of the settings."""

    list_display = ("changed_at", "name", "old", "new", "changed_by", "note")
    list_select_related = ("changed_by",)


@admin.register(ArchiveSnapshot)
class ArchiveSnapshotAdmin(RecordAdmin):
    """The archives that are kept, without their bytes."""

    list_display = ("index_url", "source", "size_bytes", "fetched_at", "checked_at", "failure")
    fields = (
        "index_url", "source", "digest", "size_bytes", "wire_bytes", "etag", "last_modified", "fetched_at",
        "checked_at", "failed_at", "tried_at", "failure", "leased_until",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[ArchiveSnapshot]:
        """Megabytes stay in the database."""
        return super().get_queryset(request).defer("packed")


@admin.register(DailyUse)
class DailyUseAdmin(RecordAdmin):
    """Who searched how often; an address is shown only as the day's hash."""

    list_display = ("day", "kind", "caller", "used")
    list_filter = ("kind", "day")
    ordering = ("-day", "-used")


def _may_name_hosts(request: HttpRequest) -> bool:
    return request.user.has_perm("codex.change_index_url") and request.user.has_perm("codex.change_codexsettings")
