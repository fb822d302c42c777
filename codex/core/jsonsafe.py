"""Bytes from outside to plain Python values, whatever the bytes (CDX-05).

Python's reader takes more than JSON (NaN, UTF-16) and fails in more ways than one (depth, digits); this is the
strict one, and it never keeps the text in an exception.
"""

import json
import math
import re
from typing import Final

from codex.core.errors import ArchiveError
from codex.core.nesting import nests_deeper

#: Stands where a number was too large for a float or had too many digits; an entry that holds it is dropped.
UNREADABLE: Final = object()
#: More digits than any date, count or identifier has.
MAX_DIGITS: Final = 400

#: Deeper than any index is; how deep Python itself reads depends on its release.
MAX_DEPTH: Final = 200

_UTF16_OR_32: Final = re.compile(rb"\xff\xfe|\xfe\xff|.?\x00", re.DOTALL)
_SCRIPT: Final = re.compile(
    r"\s*(?://|/\*|;|!?\(|!?(?:async\s+)?function\b|(?:var|let|const|export|import|class)\s"
    r"|[\"']use strict[\"']|[A-Za-z_$][\w$]*(?:\.[\w$]+|\[[^\]\n]{0,80}\])*(?:\s*=|\())"
)


def load(data: bytes) -> object:
    """Read JSON in UTF-8 (a BOM is accepted).

    Raises ArchiveError with archive_empty, _encoding, _markup, _javascript, _too_deep or _not_json.
    """
    text = _decoded(data)
    if text is None:
        raise ArchiveError("archive_encoding")
    value, problem = _parsed(data, text)
    if problem:
        raise ArchiveError(problem)
    return value


def whereabouts(data: bytes) -> str:
    """Where and why text stops being JSON, as `line 3, column 7: Invalid control character`; empty when not known."""
    text = _decoded(data)
    if nests_deeper(data, MAX_DEPTH):
        return ""
    try:
        json.loads("" if text is None else text, parse_int=_integer, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        return f"line {error.lineno}, column {error.colno}: {error.msg.removesuffix(' at')}"
    except ValueError as error:
        return str(error)
    return ""


def _decoded(data: bytes) -> str | None:
    # An exception would keep the bytes alive as long as someone remembers the failure; None does not.
    if _UTF16_OR_32.match(data):
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


def _parsed(data: bytes, text: str) -> tuple[object, str]:
    if nests_deeper(data, MAX_DEPTH):
        problem = _diagnosis(text)
        return None, "archive_too_deep" if problem == "archive_not_json" else problem
    try:
        return json.loads(text, parse_int=_integer, parse_float=_real, parse_constant=_refuse), ""
    except ValueError:
        return None, _diagnosis(text)


def _diagnosis(text: str) -> str:
    start = text.lstrip()[:400]
    if not start:
        return "archive_empty"
    if start.startswith("<"):
        return "archive_markup"
    return "archive_javascript" if _SCRIPT.match(start) else "archive_not_json"


def _integer(digits: str) -> object:
    return int(digits) if len(digits) <= MAX_DIGITS else UNREADABLE


def _real(digits: str) -> object:
    number = float(digits)
    return number if math.isfinite(number) else UNREADABLE


def _refuse(name: str) -> object:
    raise ValueError("NaN and Infinity are not JSON")
