"""JSON as the standard has it: no NaN, no duplicate keys, no number or nesting that breaks the reader (GRD-04).

Python's own exceptions keep the whole text; nothing of it leaves this module but the value.
"""

import json
import re
from collections.abc import Iterator
from typing import Final

from codex.core.nesting import nests_deeper

#: Returned in place of a value when the text is no JSON.
INVALID: Final = object()
#: Longer numbers mean nothing here, and Python refuses some thousands of digits.
_DIGITS: Final = 400
#: Deeper nesting means nothing here either.
_DEPTH: Final = 100
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def load_json(text: str, *, strict: bool = True) -> object:
    """The value of a JSON text, or INVALID; without `strict` strings may hold raw control characters."""
    if nests_deeper(text, _DEPTH):
        return INVALID
    try:
        value: object = json.loads(
            text, strict=strict, object_pairs_hook=_object, parse_constant=_refuse, parse_int=_int, parse_float=_float
        )
    except ValueError:
        return INVALID
    return value


def holds_surrogate(value: object) -> bool:
    """Whether any string of a value holds half a pair, which nothing can store or send."""
    return any(isinstance(item, str) and _SURROGATE.search(item) for item in _walk(value))


def _walk(value: object) -> Iterator[object]:
    """Every value inside a value, names of members included."""
    pending = [value]
    while pending:
        item = pending.pop()
        yield item
        pending += [*item, *item.values()] if isinstance(item, dict) else item if isinstance(item, list) else ()


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("duplicate keys")
    return found


def _refuse(name: str) -> object:
    raise ValueError("no JSON")


def _int(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise ValueError("too many digits")
    return int(digits)


def _float(digits: str) -> float:
    return float(digits[:_DIGITS])
