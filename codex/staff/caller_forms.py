"""What staff fill in to find a caller, and to do something about its limit."""

from typing import Any, Final

from django import forms
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from codex.caller_models import MOST
from codex.callers import LONGEST_PILGRIM, address_named, pilgrim_of
from codex.core.errors import CallerError
from codex.metering.caller_acts import Whose
from codex.models import BotToken

REASON_CHARS: Final = 200
MINUTE: Final = "%Y-%m-%dT%H:%M"


class MinuteField(forms.DateTimeField):
    """A date and time of day in UTC, by the browser's own picker."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=MINUTE)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(input_formats=[MINUTE, "%Y-%m-%d %H:%M", "%Y-%m-%d"], **kwargs)

    def clean(self, value: Any) -> Any:
        """Refuse what is over already."""
        moment = super().clean(value)
        if moment and moment <= timezone.now():
            raise ValidationError(_("That time is over already; times are in UTC."))
        return moment


def _bots() -> QuerySet[BotToken]:
    """One token of each bot, the newest."""
    newest = dict(BotToken.objects.order_by("made_at", "pk").values_list("bot", "pk"))
    return BotToken.objects.filter(pk__in=newest.values()).order_by("name")


class FindForm(forms.Form):
    """Whom to look for: one of four ways, a pilgrim together with its bot."""

    user = forms.CharField(max_length=150, required=False, label=_("User name"))
    address = forms.CharField(
        max_length=64, required=False, label=_("Address"), help_text=_("Kept only as a hash of the day: today's count.")
    )
    bot = forms.ModelChoiceField(BotToken.objects.none(), required=False, label=_("Bot"))
    pilgrim = forms.CharField(
        max_length=LONGEST_PILGRIM, required=False, label=_("Pilgrim"), help_text=_("The id that this bot gives.")
    )
    group = forms.ModelChoiceField(Group.objects.order_by("name"), required=False, label=_("Group of users"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["bot"] = forms.ModelChoiceField(_bots(), required=False, label=_("Bot"))

    def clean(self) -> dict[str, Any]:
        """Find the caller; it is then `cleaned_data["whose"]`."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        ways = [name for name in ("user", "address", "bot", "group") if cleaned.get(name)]
        if self.errors:
            return cleaned
        if len(ways) != 1 or (cleaned["pilgrim"] and ways != ["bot"]):
            raise ValidationError(_("Fill in one of them, and a pilgrim only together with its bot."))
        return cleaned | {"whose": getattr(self, f"_{ways[0]}")(cleaned)}

    def _user(self, cleaned: dict[str, Any]) -> Whose:
        model = get_user_model()
        found = model._default_manager.filter(**{model.USERNAME_FIELD: cleaned["user"]}).first()
        if found is None:
            raise ValidationError({"user": _("There is no user of that name.")})
        return Whose("user", str(found.pk))

    def _address(self, cleaned: dict[str, Any]) -> Whose:
        caller = address_named(cleaned["address"])
        if caller is None:
            raise ValidationError({"address": _("This is no address.")})
        return Whose(caller.kind, caller.key)

    def _bot(self, cleaned: dict[str, Any]) -> Whose:
        bot: str = cleaned["bot"].bot
        if not cleaned["pilgrim"]:
            return Whose("token", bot)
        try:
            return Whose("pilgrim", pilgrim_of(bot, cleaned["pilgrim"]).key)
        except CallerError as error:
            raise ValidationError({"pilgrim": error.sentence}) from None

    def _group(self, cleaned: dict[str, Any]) -> Whose:
        return Whose("group", str(cleaned["group"].pk))


class ReasonForm(forms.Form):
    """Why something is done."""

    reason = forms.CharField(
        max_length=REASON_CHARS, label=_("Why"), help_text=_("Kept in the list of acts."), widget=forms.TextInput
    )


class OverrideForm(ReasonForm):
    """A daily limit of the caller's own."""

    amount = forms.IntegerField(min_value=0, max_value=MOST, required=False, label=_("Searches a day"))
    no_limit = forms.BooleanField(required=False, label=_("No limit"))
    until = MinuteField(required=False, label=_("Until (UTC)"), help_text=_("Empty: until it is lifted."))
    field_order = ("amount", "no_limit", "until", "reason")

    def clean(self) -> dict[str, Any]:
        """A number or none, and said which."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        has_amount = cleaned.get("amount") is not None
        if "amount" not in self.errors and has_amount == bool(cleaned.get("no_limit")):
            raise ValidationError({"amount": _("Give a number, or tick “No limit”.")})
        return cleaned
