"""A command that lists, reads, sets and resets settings by the names that staff see, whosever they are (ADM-01)."""

from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError

from codex.core.options import Option, in_words
from codex.management.subcommand import Arguments, Subcommand, Write
from codex.models import SettingChange
from codex.staff.words import limits_of

_LIST: Final = "list"


@dataclass(frozen=True, slots=True)
class Held:
    """A value as it can be typed again; `is_default` when it need not be."""

    words: str
    is_default: bool


@dataclass(frozen=True, slots=True)
class Done:
    """What a change came to; `besides` is one more line about it, or none."""

    changes: Sequence[SettingChange]
    besides: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """A table of settings: what is stored, by name, and how one is changed (raises ValidationError)."""

    command: str
    options: Sequence[Option]
    read: Callable[[], Mapping[str, Held]]
    change: Callable[[Option, str, str], Done]
    example: str
    values: str
    #: What was typed, for settings that are not typed as they are.
    typed: Callable[[Option, str], str] = lambda option, value: value


def settings_command(settings: Settings, help: str) -> Subcommand:
    """The verb `config` for a table."""
    return Subcommand(
        "config",
        help,
        lambda parser: _add_arguments(parser, settings),
        lambda arguments, write: _run(settings, arguments, write),
    )


def empty(option: Option) -> str:
    """How no value is typed."""
    return "none" if option.kind == "money" else ""


def _add_arguments(parser: ArgumentParser, settings: Settings) -> None:
    acts = parser.add_subparsers(dest="act", metavar="list|get|set|reset")
    acts.add_parser(_LIST, help="every setting, its default, and whether it was changed")
    for name, text in (
        ("get", "the value of one setting"),
        ("set", "change one setting"),
        ("reset", "give one setting its default back"),
    ):
        one = acts.add_parser(name, help=text)
        one.add_argument("name", metavar="NAME", help=f"the setting's name, such as {settings.example}")
        if name == "set":
            one.add_argument("value", metavar="VALUE", help=settings.values)
        if name != "get":
            one.add_argument("--note", default="", help="why; kept in the history")


def _run(settings: Settings, arguments: Arguments, write: Write) -> None:
    act = arguments["act"] or _LIST
    if act == _LIST:
        for line in _listed(settings):
            write(line)
        return
    option = _named(settings, arguments["name"])
    if act == "get":
        write(settings.read()[option.name].words)
        return
    value = settings.typed(option, arguments["value"]) if act == "set" else in_words(option.default)
    _change(settings, option, value, arguments["note"], write)


def _change(settings: Settings, option: Option, value: str, note: str, write: Write) -> None:
    try:
        done = settings.change(option, value, note)
    except ValidationError as refusal:
        raise CommandError(_refused(settings.options, option, refusal)) from None
    for one in done.changes:
        write(f"{one.name}: {_line(one.old)} → {_line(one.new)}")
    if done.besides:
        write(done.besides)
    if not done.changes:
        write(f"{option.name} was that already.")


def _refused(options: Sequence[Option], option: Option, refusal: ValidationError) -> str:
    """What is wrong, of which setting, and what it can be."""
    faults = {name: " ".join(error.messages) for name, error in _by_field(refusal).items()}
    if "note" in faults:
        return f"--note: {faults['note']}"
    if not faults:
        return " ".join(refusal.messages)
    name, words = next(iter(faults.items()))
    if words.startswith(option.name):
        return words
    found = next((one for one in options if one.field == name), option)
    limits = limits_of(found)
    return f"{found.name}: {words}" + (f" ({limits})" if limits and found is option else "")


def _by_field(refusal: ValidationError) -> dict[str, ValidationError]:
    if not hasattr(refusal, "error_dict"):
        return {}
    return {name: ValidationError(errors) for name, errors in refusal.error_dict.items()}


def _listed(settings: Settings) -> Iterator[str]:
    held, width = settings.read(), max(len(option.name) for option in settings.options)
    for option in settings.options:
        default = in_words(option.default) or empty(option)
        one = held[option.name]
        state = "default" if one.is_default else f"changed, default {_line(default)}"
        yield f"{option.name:{width}}  {_line(one.words)}  ({state})"


def _named(settings: Settings, name: str) -> Option:
    by_name = {option.name: option for option in settings.options}
    if name in by_name:
        return by_name[name]
    near = get_close_matches(name, by_name, n=3)
    all_of_them = f"`manage.py {settings.command} config` lists them all."
    hint = f"did you mean {' or '.join(near)}?" if near else all_of_them
    raise CommandError(f"There is no setting of that name; {hint}")


def _line(words: str) -> str:
    """On one line, whatever it holds; nothing is shown as such."""
    return " ".join(words.split()) or '""'
