"""A model's call of a tool as it came, checked before anything is counted, searched or read (CDX-01).

Models send broken JSON, made-up tools and made-up arguments; each is a value here, never an exception.
"""

from dataclasses import dataclass
from typing import Any, Final

from codex.core.errors import ToolError
from codex.core.read_tool import PAGE, READ, URL
from codex.core.strictjson import loads
from codex.core.tool import LANG, LIMIT, NAME, PARAMETERS, QUERY, Parameter

#: Characters of arguments that are read at all; a query that is too long is told as that, as on every other face.
MOST_CHARS: Final = 65_536


@dataclass(frozen=True, slots=True)
class SearchCall:
    """What a valid call asks for."""

    query: str
    lang: str
    limit: int


@dataclass(frozen=True, slots=True)
class ReadCall:
    """Which page of which inscription a valid call asks for."""

    url: str
    page: int


def read_call(call: object) -> SearchCall | ToolError:
    """Read a decoded tool call: `{"function": {"name", "arguments"}}`, or the inner object alone.

    Whatever else stands beside those (id, type, index) is the provider's business.
    """
    inner = call.get("function", call) if isinstance(call, dict) else None
    if not isinstance(inner, dict) or not isinstance(inner.get("name"), str) or "arguments" not in inner:
        return ToolError("call_invalid")
    return read_arguments(inner["name"], inner["arguments"])


def read_arguments(name: str, arguments: object) -> SearchCall | ToolError:
    """Check a tool's name and its arguments, which are JSON text or an object that was already decoded."""
    if name != NAME:
        return ToolError("tool_unknown")
    if isinstance(arguments, str):
        if len(arguments) > MOST_CHARS:
            return ToolError("arguments_too_large")
        try:
            arguments = loads(arguments)
        except ValueError:
            return ToolError("arguments_not_json")
    return _checked(arguments)


def read_reading(arguments: object) -> ReadCall | ToolError:
    """Check the decoded arguments of codex_read."""
    values = _values(arguments, READ.parameters)
    return ReadCall(values[URL.name], values[PAGE.name]) if values else ToolError("reading_invalid")


def _checked(arguments: object) -> SearchCall | ToolError:
    values = _values(arguments, PARAMETERS)
    if not values:
        return ToolError("arguments_invalid")
    return SearchCall(values[QUERY.name], values[LANG.name], values[LIMIT.name])


def _values(arguments: object, parameters: tuple[Parameter, ...]) -> dict[str, Any]:
    """The value of each parameter; empty when something is wrong."""
    known = {one.name: one for one in parameters}
    if not isinstance(arguments, dict) or not arguments.keys() <= known.keys():
        return {}
    values = {name: _value(one, arguments.get(name)) for name, one in known.items()}
    return {} if None in values.values() else values


def _value(one: Parameter, value: object) -> object:
    """The value, or the default for null; None when it may not be."""
    if value is None:
        return one.default
    if one.kind == "string":
        # Any text: an unknown tongue is read as English (CDX-04), an empty query has an error of its own.
        return value if isinstance(value, str) else None
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if one.low <= value <= one.high else None
