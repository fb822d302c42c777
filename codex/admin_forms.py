"""The form of the settings page: bounds and addresses refused in words, and nobody's change overwritten unseen."""

import hashlib
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError

from codex.core.errors import GuardError
from codex.core.guard import guard_url
from codex.core.options import OPTIONS, CodexOptions, Option
from codex.core.weburl import read_url
from codex.models import CodexSettings, check_row

_CHANGED = (
    "Somebody else changed the settings while this page was open. Nothing is saved yet: what you typed is below. "
    "Save again to keep yours, or reload the page to begin with theirs."
)


def refusal_of(url: str) -> str:
    """Why this index URL may not be read, in words, or nothing; looks its host up, which may take seconds (SEC-01)."""
    try:
        guard_url(url, allowed_hosts=settings.CODEX_ALLOWED_HOSTS)
    except GuardError as error:
        return error.sentence
    return ""


def help_of(option: Option) -> str:
    """A setting's sentence, its name, default, unit and bounds."""
    return f"{option.help} ({'; '.join([option.name, *_limits(option), f'default {_shown(option.default)}'])})"


def _limits(option: Option) -> list[str]:
    if option.choices:
        return [" or ".join(option.choices)]
    return [f"{option.low:,} to {option.high:,} {option.unit}"] if option.unit else []


def _shown(value: bool | int | str) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:,}" if isinstance(value, int) else value or "empty"


class SettingsForm(forms.ModelForm):  # type: ignore[type-arg]
    """All settings, why they change, and which values the page was filled from."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)
    note = forms.CharField(max_length=200, required=False, label="Why", help_text="Kept in the history. (optional)")
    #: The guard's verdict on a new index URL, None when it was not asked; the admin asks before the database is locked.
    refusal: str | None = None

    class Meta:
        """Help from the table."""

        model = CodexSettings
        fields = [option.field for option in OPTIONS]
        help_texts = {option.field: help_of(option) for option in OPTIONS}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        #: What the database holds now; the instance is overwritten while the form is checked.
        self._stored: CodexOptions = self.instance.options
        self.initial["seen"] = _fingerprint(self._stored)
        for option in OPTIONS:
            if option.kind == "int" and option.field in self.fields:
                self.fields[option.field].widget.attrs.update(min=option.low, max=option.high)

    def clean_codex_index_url(self) -> str:
        """Refuse an address that may not be dialled; the one in force may stay, also a file set by command."""
        url: str = self.cleaned_data["codex_index_url"]
        if url != self._stored.codex_index_url and self.refusal != "":
            raise ValidationError(self.refusal or _CHANGED)
        return url

    def clean_codex_site_origin(self) -> str:
        """Refuse what is no web address; links lead there, nothing here dials it, so it may be private."""
        origin: str = self.cleaned_data["codex_site_origin"]
        if origin:
            _check_origin(origin)
        return origin

    def clean_persona_line(self) -> str:
        """Browsers send line ends as two characters; kept so, every save would be a change."""
        line: str = self.cleaned_data["persona_line"]
        return line.replace("\r\n", "\n")

    def clean(self) -> dict[str, Any]:
        """Refuse numbers out of bounds, and a page filled before somebody else's change."""
        cleaned = super().clean() or self.cleaned_data
        numbers = [option.field for option in OPTIONS if option.kind == "int" and option.field in cleaned]
        check_row(CodexSettings(**{field: cleaned[field] for field in numbers}))
        if cleaned.get("seen") != _fingerprint(self._stored):
            self._accept_next_time()
            raise ValidationError([_CHANGED, *self._differences(cleaned)])
        return cleaned

    def _differences(self, cleaned: dict[str, Any]) -> list[str]:
        pairs = [(option.name, getattr(self._stored, option.field), cleaned.get(option.field)) for option in OPTIONS]
        return [f"{name} is now {_shown(now)}." for name, now, sent in pairs if sent is not None and sent != now]

    def _accept_next_time(self) -> None:
        self.data = dict(self.data.items()) | {self.add_prefix("seen"): _fingerprint(self._stored)}


def _check_origin(origin: str) -> None:
    try:
        has_extra = read_url(origin).has_extra
    except GuardError as error:
        raise ValidationError(error.sentence) from None
    if has_extra:
        raise ValidationError(GuardError("url_query").sentence)


def _fingerprint(options: CodexOptions) -> str:
    # The values rather than a time: there need be no row, and a change that was undone is no conflict.
    return hashlib.sha256(repr(options).encode()).hexdigest()
