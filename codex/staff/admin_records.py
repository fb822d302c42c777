"""Rows that the site itself writes, as staff see them."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.utils.text import capfirst


class RecordAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows that the site itself writes: to look at, not to touch."""

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """The list under its own name: there is nothing to select."""
        return super().changelist_view(
            request, {"title": capfirst(self.opts.verbose_name_plural)} | (extra_context or {})
        )

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds one."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody changes one."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody deletes one."""
        return False
