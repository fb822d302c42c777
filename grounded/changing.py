"""Settings of answers changed by command: the same form, bounds and history as on the staff's page (ADM-01)."""

from dataclasses import dataclass
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction

from codex.models import SettingChange
from codex.staff.changing import switch
from grounded.live import locked_row, store
from grounded.options import OPTIONS, GroundedOptions, Option, in_words
from grounded.settings_form import SettingsForm, fingerprint

_NONE: Final = "none"


@dataclass(frozen=True, slots=True)
class Changed:
    """What was changed, and whether a key was forgotten because the endpoint is another."""

    changes: list[SettingChange]
    key_is_gone: bool


def change(option: Option, value: str, *, note: str = "") -> Changed:
    """Set one setting to what was typed; raises ValidationError, and changes nothing, when it may not be that."""
    typed = _typed(option, value)
    with transaction.atomic():
        row = locked_row()
        form = SettingsForm(_as_sent(row.options, option, typed, note), instance=row)
        if not form.is_valid():
            raise ValidationError(dict(form.errors.as_data()))
        row.sealed_key = form.sealed_key()
        return Changed(store(row, note=form.cleaned_data["note"]), form.clears_key and option.name != "key")


def _as_sent(options: GroundedOptions, changed: Option, value: str, note: str) -> dict[str, str]:
    """What a browser would send; an empty key forgets the one that is set."""
    sent = {one.field: _sent(options, one) for one in OPTIONS if one.name != "key"} | {changed.field: value}
    forgets = {"forget_key": "on"} if changed.name == "key" and not value else {}
    ticked = {field: one for field, one in sent.items() if one or not _is_switch(field)}
    return ticked | forgets | {"seen": fingerprint(options), "note": note}


def _sent(options: GroundedOptions, option: Option) -> str:
    value = getattr(options, option.field)
    return ("on" if value else "") if isinstance(value, bool) else in_words(value)


def _is_switch(field: str) -> bool:
    return any(option.field == field and option.kind == "bool" for option in OPTIONS)


def _typed(option: Option, value: str) -> str:
    """What was typed as a field of the form has it."""
    if option.kind == "money":
        return "" if value.strip().lower() == _NONE else value
    if option.kind == "bool":
        return "on" if switch(option, value) else ""
    return value
