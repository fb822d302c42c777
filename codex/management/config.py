"""`manage.py codex config`: list, read, set and reset the settings, by the names that staff see."""

from argparse import ArgumentParser
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Final

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError

from codex.core.options import OPTIONS, Option
from codex.live import stored
from codex.management.subcommand import Arguments, Subcommand, Write
from codex.staff.changing import Value, change
from codex.staff.settings_form import limits_of

_BY_NAME: Final = {option.name: option for option in OPTIONS}
_LIST: Final = "list"


def _add_arguments(parser: ArgumentParser) -> None:
    acts = parser.add_subparsers(dest="act", metavar="list|get|set|reset")
    acts.add_parser(_LIST, help="every setting, its default, and whether it was changed")
    one = acts.add_parser("get", help="the value of one setting")
    _add_name(one)
    one = acts.add_parser("set", help="change one setting")
    _add_name(one)
    one.add_argument("value", metavar="VALUE", help="true or false, a whole number, or text")
    _add_note(one)
    one = acts.add_parser("reset", help="give one setting its default back")
    _add_name(one)
    _add_note(one)


def _add_name(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="the setting's name, such as codex-timeout")


def _add_note(parser: ArgumentParser) -> None:
    parser.add_argument("--note", default="", help="why; kept in the history")


def _run(arguments: Arguments, write: Write) -> None:
    act = arguments["act"] or _LIST
    if act == _LIST:
        for line in _listed():
            write(line)
        return
    option = _named(arguments["name"])
    if act == "get":
        write(_words(getattr(stored(), option.field)))
        return
    value = arguments["value"] if act == "set" else _words(option.default)
    _change(option, value, arguments["note"], write)


def _change(option: Option, value: str, note: str, write: Write) -> None:
    try:
        changes = change(option, value, note=note)
    except ValidationError as refusal:
        raise CommandError(_refused(option, refusal)) from None
    for one in changes:
        write(f"{one.name}: {_line(one.old)} → {_line(one.new)}")
    if not changes:
        write(f"{option.name} was that already.")


def _refused(option: Option, refusal: ValidationError) -> str:
    """What is wrong, of which setting, and what it can be."""
    words = " ".join(refusal.messages)
    if "note" in getattr(refusal, "error_dict", {}):
        return f"--note: {words}"
    if option.name in words:
        return words
    limits = limits_of(option)
    return f"{option.name}: {words}" + (f" ({limits})" if limits else "")


def _listed() -> Iterator[str]:
    options, width = stored(), max(map(len, _BY_NAME))
    for option in OPTIONS:
        value = getattr(options, option.field)
        state = "default" if value == option.default else f"changed, default {_line(_words(option.default))}"
        yield f"{option.name:{width}}  {_line(_words(value))}  ({state})"


def _named(name: str) -> Option:
    if name in _BY_NAME:
        return _BY_NAME[name]
    near = get_close_matches(name, _BY_NAME, n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else "`manage.py codex config` lists them all."
    raise CommandError(f"There is no setting of that name; {hint}")


def _words(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _line(words: str) -> str:
    """On one line, whatever it holds; nothing is shown as such."""
    return " ".join(words.split()) or '""'


CONFIG = Subcommand("config", "Lists, reads, sets and resets the settings.", _add_arguments, _run)
