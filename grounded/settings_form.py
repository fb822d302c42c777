"""The form of the settings of answers: bounds in words, a key that is only written, no change overwritten unseen."""

import hashlib
from typing import Any, Final

from django import forms
from django.core.exceptions import ImproperlyConfigured
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from codex.staff.merging import noted, plain
from codex.staff.noted_form import NotedForm
from grounded.core.config import AiConfig
from grounded.core.errors import ConfigError
from grounded.endpoint import configured
from grounded.keys import open_key, origin_of, seal
from grounded.models import GroundedSettings
from grounded.options import OPTIONS, GroundedOptions

#: Which field a refusal of the endpoint belongs to; the address for all others.
_FIELD_OF: Final = {"model_invalid": "model", "key_invalid": "key", "key_over_http": "key", "ca_file_invalid": None}
_ROW_FIELDS: Final = [option.field for option in OPTIONS if option.name != "key"]
#: Among the values that a page was filled from: a digest of all.
_ALL: Final = "all"


def fingerprint(options: GroundedOptions) -> str:
    """Names a whole set of values: holds those that the page shows, and a digest of all, the key among them."""
    values = [repr(getattr(options, name)) for name in GroundedOptions.__slots__]
    shown = {name: plain(getattr(options, name)) for name in _ROW_FIELDS}
    return noted(shown | {_ALL: hashlib.sha256("\n".join(values).encode()).hexdigest()})


def with_defaults(data: QueryDict) -> QueryDict:
    """What was sent, with the default in place of each value whose setting's name is among those to `reset`."""
    ticked = set(data.getlist("reset"))
    typed = data.copy()
    for option in OPTIONS:
        if option.name in ticked and option.name != "key":
            typed[option.field] = "" if option.default in (None, False) else str(option.default)
    if "key" in ticked:
        typed["forget_key"] = "on"
    return typed


class SettingsForm(NotedForm):
    """All settings, why they change, and which values the page was filled from."""

    key = forms.CharField(
        required=False,
        max_length=512,
        strip=True,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("Leave it empty to keep the key that is set."),
    )
    forget_key = forms.BooleanField(required=False, widget=forms.HiddenInput)
    may_change_endpoint: bool = True

    class Meta:
        """Names and help from the table."""

        model = GroundedSettings
        fields = _ROW_FIELDS
        labels = {option.field: option.name for option in OPTIONS}

    def __init__(self, data: Any = None, *args: Any, **kwargs: Any) -> None:
        super().__init__(with_defaults(data) if isinstance(data, QueryDict) else data, *args, **kwargs)
        #: What the database holds now; the instance is overwritten while the form is checked.
        self.stored: GroundedOptions = self.instance.options
        #: The endpoint as typed, with the key that would be sent; None while there is none.
        self.endpoint: AiConfig | None = None
        self._sealed = ""
        self.fill_from({name: getattr(self.stored, name) for name in _ROW_FIELDS}, seen=fingerprint(self.stored))
        if not self.may_change_endpoint:
            del self.fields["key"], self.fields["forget_key"]

    def clean_base_url(self) -> str:
        """Without the blanks that copying adds."""
        url: str = self.cleaned_data["base_url"]
        return url.strip()

    def clean(self) -> dict[str, Any]:
        """Refuse what cannot be used together, and a page filled before somebody else's change."""
        cleaned = super().clean() or self.cleaned_data
        prices = (cleaned.get("price_in"), cleaned.get("price_out"))
        if cleaned.get("answer_monthly_spend") is not None and None in prices:
            self.add_error("answer_monthly_spend", gettext("A limit of what answers cost needs both prices."))
        if self.may_change_endpoint and "base_url" in cleaned:
            self._check_endpoint(cleaned["base_url"], cleaned.get("model", ""), cleaned.get("key", ""))
        self.check_seen(cleaned)
        return cleaned

    def sealed_key(self) -> str:
        """What is stored of the key: the one that was typed, else the one that was set, unless it is forgotten."""
        return self._sealed or ("" if self.clears_key else self.stored.sealed_key)

    @property
    def clears_key(self) -> bool:
        """Whether a key that was set is set no longer."""
        moved = origin_of(self.instance.base_url) != origin_of(self.stored.base_url)
        is_kept = not (moved or self.cleaned_data.get("forget_key"))
        return bool(self.stored.sealed_key) and not is_kept and not self.cleaned_data.get("key")

    def _check_endpoint(self, url: str, model: str, typed: str) -> None:
        if not url:
            if typed:
                self.add_error("key", gettext("A key belongs to an endpoint; type its address too."))
            if not model.isprintable():
                self.add_error("model", gettext(ConfigError.reasons["model_invalid"].sentence))
            return
        kept, origin = "" if self.cleaned_data.get("forget_key") else self.stored.sealed_key, origin_of(url)
        try:
            self.endpoint = configured(url, model, typed or open_key(kept, origin))
            self._sealed = seal(typed, origin) if typed and not self.is_trial else ""
        except ConfigError as error:
            self.add_error(_FIELD_OF.get(error.code, "base_url"), gettext(error.sentence))
        except ImproperlyConfigured:
            self.add_error("key", gettext("There is no place to keep what keys are encrypted under."))
