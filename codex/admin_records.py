"""Rows that the site itself writes, as staff see them."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest


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
