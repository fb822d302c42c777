"""`manage.py codex config`: list, read, set and reset the settings, by the names that staff see."""

from codex.core.options import OPTIONS, Option, in_words
from codex.live import stored
from codex.management.settings_command import Done, Held, Settings, settings_command
from codex.staff.changing import change


def _read() -> dict[str, Held]:
    held = stored()
    values = {option: getattr(held, option.field) for option in OPTIONS}
    return {option.name: Held(in_words(value), value == option.default) for option, value in values.items()}


def _change(option: Option, value: str, note: str) -> Done:
    return Done(change(option, value, note=note))


CONFIG = settings_command(
    Settings(
        command="codex",
        options=OPTIONS,
        read=_read,
        change=_change,
        example="codex-timeout",
        values="true or false, a whole number, or text",
    ),
    "Lists, reads, sets and resets the settings.",
)
