"""Settings changed by command: the same form, the same bounds, the same history as on the staff's page."""

from collections.abc import Mapping
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction

from codex.core.options import OPTIONS, CodexOptions, Option, Value
from codex.live import locked_row, store, stored
from codex.models import SettingChange
from codex.staff.settings_form import SettingsForm, fingerprint, verdict_on

_SWITCH: Final[Mapping[str, bool]] = dict.fromkeys(("true", "on", "yes", "1"), True) | dict.fromkeys(
    ("false", "off", "no", "0"), False
)


def change(option: Option, value: str, *, note: str = "") -> list[SettingChange]:
    """Set one setting to what was typed; raises ValidationError, and changes nothing, when it may not be that."""
    typed = switch(option, value) if option.kind == "bool" else value
    verdict = verdict_on(value.strip(), stored().codex_index_url) if option.name == "codex-index-url" else None
    with transaction.atomic():
        row = locked_row()
        form = SettingsForm(_as_sent(row.options, option, typed, note), instance=row)
        form.refusal = verdict
        if not form.is_valid():
            raise ValidationError(dict(form.errors.as_data()))
        return store(row, note=form.cleaned_data["note"])


def _as_sent(options: CodexOptions, changed: Option, value: Value, note: str) -> dict[str, str]:
    """What a browser would send."""
    values = {option.field: getattr(options, option.field) for option in OPTIONS} | {changed.field: value}
    sent = {field: "on" if one is True else str(one) for field, one in values.items() if one is not False}
    return sent | {"seen": fingerprint(options), "note": note}


def switch(option: Option, value: str) -> bool:
    """What was typed for a switch; raises ValidationError."""
    try:
        return _SWITCH[value.strip().lower()]
    except KeyError:
        raise ValidationError(f"{option.name} is true or false.") from None
