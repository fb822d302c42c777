"""What staff fill in to make, rotate or revoke a token."""

from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from codex.caller_models import SCOPES
from codex.metering.bot_tokens import LIFETIME
from codex.staff.caller_forms import MinuteField, ReasonForm

_SAID: Final = {"search": _("search"), "tools": _("Luma's tool"), "answers": _("answers")}
MOST_HOURS: Final = 24 * 365


def _next_year() -> Any:
    return timezone.now() + LIFETIME


class MakeForm(ReasonForm):
    """A new bot's token."""

    name = forms.CharField(max_length=80, label=_("Name"), help_text=_("Which bot, and whose."))
    scopes = forms.MultipleChoiceField(
        choices=[(scope, _SAID[scope]) for scope in SCOPES],
        initial=["search", "tools"],
        widget=forms.CheckboxSelectMultiple,
        label=_("Scopes"),
    )
    expires_at = MinuteField(required=False, initial=_next_year, label=_("Expires (UTC)"), help_text=_("Empty: never."))
    field_order = ("name", "scopes", "expires_at", "reason")

    def clean_name(self) -> str:
        """One line that can be shown anywhere."""
        name = " ".join(self.cleaned_data["name"].split())
        if not name.isprintable():
            raise ValidationError(_("A name has 1 to 80 printable characters."))
        return name


class RotateForm(ReasonForm):
    """How long the old token works on beside the new one."""

    hours = forms.IntegerField(
        min_value=0, max_value=MOST_HOURS, initial=24, label=_("Hours"), help_text=_("So long both tokens work.")
    )
    field_order = ("hours", "reason")
