"""JSON as the standard has it: no NaN, no duplicate keys, no number or nesting that breaks the reader (GRD-04).

Python's own exceptions keep the whole text; nothing of it leaves this module but the value.
"""

import json
import re
from typing import Final

#: Returned in place of a value when the text is no JSON.
INVALID: Final = object()
#: Longer numbers mean nothing here, and Python refuses some thousands of digits.
_DIGITS: Final = 400
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def load_json(text: str, *, strict: bool = True) -> object:
    """The value of a JSON text, or INVALID; without `strict` strings may hold raw control characters."""
    try:
        return json.loads(
            text, strict=strict, object_pairs_hook=_object, parse_constant=_refuse, parse_int=_int, parse_float=_float
        )
    except (ValueError, RecursionError):
        return INVALID


def holds_surrogate(value: object) -> bool:
    """Whether any string of a value holds half a pair, which nothing can store or send."""
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, str) and _SURROGATE.search(item):
            return True
        if isinstance(item, dict):
            pending += [*item, *item.values()]
        elif isinstance(item, list):
            pending += item
    return False


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
