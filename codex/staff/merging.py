"""Two staff at one page: what the second did not touch takes the first's value, what both touched is told."""

import json
from collections.abc import Mapping
from typing import Any

from codex.core.options import Value, in_words
from codex.core.strictjson import loads

Values = Mapping[str, Any]


def noted(values: Values) -> str:
    """The values that a page is filled from, for its hidden field."""
    return json.dumps(dict(values), sort_keys=True)


def plain(value: Value) -> bool | int | str:
    """A value as JSON has it, and as a field is filled with it."""
    return value if isinstance(value, bool | int) else in_words(value)


def read_back(text: str) -> dict[str, Any]:
    """The same values from the field; none when it holds anything else."""
    try:
        found = loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def changed_meanwhile(before: Values, now: Values, sent: Values) -> list[str]:
    """The fields that others changed since the page was filled; without its values all that differ from `sent`."""
    if not before:
        return [name for name in now if name in sent and sent[name] != now[name]]
    return [name for name in now if before.get(name) != now[name] and sent.get(name) != now[name]]


def merged(data: Values, before: Values, now: Values, sent: Values) -> dict[str, Any]:
    """What the form shows next: the values in force for fields that were sent as they had been filled in."""
    shown = dict(data.items())
    for name, value in now.items():
        if name not in sent or name not in before or sent[name] != before[name]:
            continue
        shown.pop(name, None)
        if value is not False:
            shown[name] = "on" if value is True else str(value)
    return shown
