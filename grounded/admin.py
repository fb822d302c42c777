"""The staff's pages of answers: the settings, how consultations ended without their texts, and what readers said."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from codex.staff.admin_records import RecordAdmin
from grounded.admin_settings import SettingsAdmin
from grounded.models import Consultation, Feedback, Spend
from grounded.states import State

__all__ = ["ConsultationAdmin", "FeedbackAdmin", "SettingsAdmin", "SpendAdmin"]

_TEXTS = ("question", "sources", "body", "reply")


@admin.register(Consultation)
class ConsultationAdmin(RecordAdmin):
    """When answers were asked for and how they ended; not a word of what was asked or answered (GRD-10)."""

    list_display = (
        "made_at",
        "state",
        "code",
        "mode",
        "lang",
        "receiver",
        "model",
        "seconds",
        "owner_kind",
    )
    list_filter = ("state", "mode", "made_at")
    ordering = ("-made_at",)
    fields = (
        "state", "code", "mode", "lang", "receiver", "host_class", "model", "owner_kind", "made_at", "sent_at",
        "ended_at", "seconds", "upstream", "archive_digest", "archive_at",
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Consultation]:
        """Only what was agreed to, and no texts."""
        return super().get_queryset(request).exclude(state=State.PREVIEWED).defer(*_TEXTS)


@admin.register(Feedback)
class FeedbackAdmin(RecordAdmin):
    """What readers found wrong, with their notes."""

    list_display = ("told_at", "reason", "note", "state")
    list_filter = ("reason", "told_at")
    list_select_related = ("consultation",)
    fields = ("told_at", "reason", "note")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Feedback]:
        """The texts of the answers stay with their readers."""
        return super().get_queryset(request).defer(*(f"consultation__{name}" for name in _TEXTS))

    @admin.display(description=_("answer"))
    def state(self, feedback: Feedback) -> str:
        """How the answer had ended."""
        return str(State(feedback.consultation.state).label)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """What was looked into can go."""
        return bool(request.user.has_perm("grounded.delete_feedback"))


@admin.register(Spend)
class SpendAdmin(RecordAdmin):
    """Calls, tokens and money by day and month; a caller is shown as it is counted."""

    list_display = ("since", "kind", "payer", "calls", "tokens_in", "tokens_out", "untold", "cost", "held")
    list_filter = ("kind", "since")
    ordering = ("-since", "kind")
