"""`manage.py grounded config`: list, read, set and reset the settings of answers; the key is never shown (ADM-01)."""

import sys
from typing import Final

from django.core.management.base import CommandError

from codex.management.settings_command import Done, Held, Settings, empty, settings_command
from grounded.changing import change
from grounded.keys import comes_from_environment, is_readable, masked, origin_of
from grounded.live import stored
from grounded.options import OPTIONS, GroundedOptions, Option, in_words

#: Stands for a line of standard input: whoever else is on the machine can read command lines.
_INPUT: Final = "-"


def _read() -> dict[str, Held]:
    held = stored()
    return {option.name: _held(held, option) for option in OPTIONS}


def _held(options: GroundedOptions, option: Option) -> Held:
    """Of the key only whether there is one, and the end of a long one."""
    if option.name == "key":
        return Held(_key(options), not options.sealed_key)
    value = getattr(options, option.field)
    return Held(in_words(value) or empty(option), value == option.default)


def _key(options: GroundedOptions) -> str:
    origin = origin_of(options.base_url)
    if comes_from_environment(origin):
        return "the operator's, from the environment"
    if not is_readable(options.sealed_key):
        return "set, but it cannot be decrypted any more"
    return masked(options.sealed_key, origin)


def _change(option: Option, value: str, note: str) -> Done:
    changed = change(option, value, note=note)
    gone = "The key belonged to another endpoint and is forgotten." if changed.key_is_gone else ""
    return Done(changed.changes, gone)


def _typed(option: Option, value: str) -> str:
    """What was typed; a key comes by standard input alone."""
    if value == _INPUT:
        return sys.stdin.readline().strip()
    if option.name == "key":
        raise CommandError("Give the key as a line of standard input, and - in its place: others can read commands.")
    return value


CONFIG = settings_command(
    Settings(
        command="grounded",
        options=OPTIONS,
        read=_read,
        change=_change,
        example="base-url",
        values="true or false, a number, none, text; - reads it as a line",
        typed=_typed,
    ),
    "Lists, reads, sets and resets the settings of answers.",
)
