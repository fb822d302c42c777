"""JSON that has one meaning: no key twice, no NaN, no depth or digits without end."""

import json
from typing import Any, Final

from codex.core.nesting import nests_deeper

#: Deeper nesting means nothing here.
_DEPTH: Final = 200


def loads(text: str | bytes) -> object:
    """Read JSON text, or bytes in UTF-8; raises ValueError, which holds nothing of the text, for anything else."""
    try:
        if nests_deeper(text, _DEPTH):
            _refuse("depth")
        return json.loads(_decoded(text), object_pairs_hook=_unique, parse_constant=_refuse)
    except ValueError:
        # Python's own error would keep the whole text alive.
        raise ValueError("no strict JSON") from None


def _decoded(text: str | bytes) -> str:
    # Given bytes, Python's reader would take UTF-16 and UTF-32 too.
    return text if isinstance(text, str) else text.decode("utf-8")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) < len(pairs):
        raise ValueError("a key stands there twice")
    return read


def _refuse(what: str) -> object:
    raise ValueError(f"refused: {what}")
