"""`manage.py grounded config`: list, read, set and reset the settings of answers; the key is never shown (ADM-01)."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Final

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError

from codex.management.subcommand import Arguments, Subcommand, Write
from grounded.changing import change
from grounded.keys import comes_from_environment, is_readable, masked, origin_of
from grounded.live import in_words, stored
from grounded.options import OPTIONS, GroundedOptions, Option
from grounded.settings_form import limits_of

_BY_NAME: Final = {option.name: option for option in OPTIONS}
_LIST: Final = "list"
#: Stands for a line of standard input: whoever else is on the machine can read command lines.
_INPUT: Final = "-"


def _add_arguments(parser: ArgumentParser) -> None:
    acts = parser.add_subparsers(dest="act", metavar="list|get|set|reset")
    acts.add_parser(_LIST, help="every setting, its default, and whether it was changed")
    for name, text in (
        ("get", "the value of one setting"),
        ("set", "change one setting"),
        ("reset", "give one setting its default back"),
    ):
        one = acts.add_parser(name, help=text)
        one.add_argument("name", metavar="NAME", help="the setting's name, such as base-url")
        if name == "set":
            one.add_argument("value", metavar="VALUE", help="true or false, a number, none, text; - reads it as a line")
        if name != "get":
            one.add_argument("--note", default="", help="why; kept in the history")


def _run(arguments: Arguments, write: Write) -> None:
    act = arguments["act"] or _LIST
    if act == _LIST:
        for line in _listed():
            write(line)
        return
    option = _named(arguments["name"])
    if act == "get":
        write(_words(stored(), option))
        return
    value = _given(option, arguments["value"]) if act == "set" else in_words(option.default)
    _change(option, value, arguments["note"], write)


def _change(option: Option, value: str, note: str, write: Write) -> None:
    try:
        changed = change(option, value, note=note)
    except ValidationError as refusal:
        raise CommandError(_refused(option, refusal)) from None
    for one in changed.changes:
        write(f"{one.name}: {_line(one.old)} → {_line(one.new)}")
    if changed.key_is_gone:
        write("The key belonged to another endpoint and is forgotten.")
    if not changed.changes:
        write(f"{option.name} was that already.")


def _given(option: Option, value: str) -> str:
    """What was typed; a key comes by standard input alone."""
    if value == _INPUT:
        return sys.stdin.readline().strip()
    if option.name == "key":
        raise CommandError("Give the key as a line of standard input, and - in its place: others can read commands.")
    return value


def _refused(option: Option, refusal: ValidationError) -> str:
    """What is wrong, of which setting, and what it can be."""
    faults = {name: " ".join(error.messages) for name, error in _by_field(refusal).items()}
    if "note" in faults:
        return f"--note: {faults['note']}"
    if not faults:
        return " ".join(refusal.messages)
    name, words = next(iter(faults.items()))
    found = next((one for one in OPTIONS if one.field == name), option)
    limits = limits_of(found)
    return f"{found.name}: {words}" + (f" ({limits})" if limits and found is option else "")


def _by_field(refusal: ValidationError) -> dict[str, ValidationError]:
    if not hasattr(refusal, "error_dict"):
        return {}
    return {name: ValidationError(errors) for name, errors in refusal.error_dict.items()}


def _listed() -> Iterator[str]:
    options, width = stored(), max(map(len, _BY_NAME))
    for option in OPTIONS:
        value = _words(options, option)
        default = in_words(option.default)
        is_default = not options.sealed_key if option.name == "key" else value == (default or _empty(option))
        state = "default" if is_default else f"changed, default {default or _empty(option) or _line('')}"
        yield f"{option.name:{width}}  {_line(value)}  ({state})"


def _words(options: GroundedOptions, option: Option) -> str:
    """A value as it can be typed again; of the key only whether there is one, and the end of a long one."""
    if option.name == "key":
        return _key(options)
    return in_words(getattr(options, option.field)) or _empty(option)


def _key(options: GroundedOptions) -> str:
    origin = origin_of(options.base_url)
    if comes_from_environment(origin):
        return "the operator's, from the environment"
    if not is_readable(options.sealed_key):
        return "set, but it cannot be decrypted any more"
    return masked(options.sealed_key, origin)


def _empty(option: Option) -> str:
    return "none" if option.kind == "money" else ""


def _named(name: str) -> Option:
    if name in _BY_NAME:
        return _BY_NAME[name]
    near = get_close_matches(name, _BY_NAME, n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else "`manage.py grounded config` lists them all."
    raise CommandError(f"There is no setting of that name; {hint}")


def _line(words: str) -> str:
    return " ".join(words.split()) or '""'


CONFIG = Subcommand("config", "Lists, reads, sets and resets the settings of answers.", _add_arguments, _run)
