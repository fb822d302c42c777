"""Parameters of a search, read alike from a page's URL, the JSON face's and a body (API-02)."""

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final

from pydantic import BeforeValidator

#: Longer numbers are none that anybody counts to.
_NUMBER: Final = re.compile("[0-9]{1,20}")
_CONTROL: Final = re.compile("[\\x00-\\x1f\\x7f-\\x9f\\ud800-\\udfff]")
#: The framework's names for bounds, and ours.
_BOUNDS: Final = {"ge": "minimum", "le": "maximum", "min_length": "min_length", "max_length": "max_length"}


def whole(value: object) -> int:
    """A number in ASCII digits, or an integer of JSON; raises ValueError for all else (1.0, +1, ١, true)."""
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise ValueError("not a whole number")


Whole = Annotated[int, BeforeValidator(whole)]


def holds_controls(text: str) -> bool:
    """Whether a text holds control characters, line ends among them, or halves of characters."""
    return bool(_CONTROL.search(text))


def about(errors: Iterable[Mapping[str, Any]]) -> dict[str, object]:
    """Which parameter is wrong, by its name in our schemas, and the bound it breaks; never what the caller wrote.

    `errors` are those of the framework. The name of a parameter that is unknown here is the caller's own word, so
    only what it stands in is told, as `unknown_in`.
    """
    told = [_about(error) for error in errors]
    return next((one for one in told if "parameter" in one), told[0] if told else {})


def _about(error: Mapping[str, Any]) -> dict[str, object]:
    is_body = error["loc"][0] == "body"
    # A body's errors begin with the name of the view's argument.
    names = [part for part in error["loc"] if isinstance(part, str)][2 if is_body else 1 :]
    whole = [error["loc"][0], *names]
    if error["type"] == "extra_forbidden":
        return {"unknown_in": whole[-2]}
    broken = {_BOUNDS[name]: bound for name, bound in error.get("ctx", {}).items() if name in _BOUNDS}
    return {"parameter": whole[-1], **broken}
