"""Whether a reply holds the key that it was sent, as it stands or in a usual way of writing it (GRD-01)."""

import html
import re
import unicodedata
from base64 import b64encode
from collections.abc import Iterator
from typing import Final

from grounded.core.answer_text import sanitize_answer

#: Shorter keys are placeholders (`ollama`, `lm-studio`) that a reply may hold by right.
_TELLING: Final = 12
#: A key in pieces is found while they are as long as this, in whatever order.
_PIECE: Final = 6
#: Letters written as \u0073, and white space as \n, however often JSON was put into JSON.
_LETTER: Final = re.compile(r"\\u([0-9A-Fa-f]{4})")
_BLANK: Final = re.compile(r"\\[bfnrt]")
_BACKSLASHES: Final = re.compile(r"\\+")
_UNSEEN: Final = re.compile(r"[^!-\[\]-~]+")
_SIGNS: Final = re.compile(r"[^0-9A-Za-z]+")
#: %73, and %2573 where it was done twice.
_PERCENT: Final = re.compile(r"%(?:25)*([0-9A-Fa-f]{2})")
_NO_HEX: Final = re.compile(r"0x|[^0-9a-f]+")
#: Letters at the start of base64 that other bytes before the key have a share in, by how many those are.
_SHARED: Final = {0: 0, 1: 2, 2: 3}


def echoes(body: bytes, key: str | None) -> bool:
    """Whether a body of JSON holds most of the key: plain, escaped, in full-width letters, with anything between.

    Found too: backwards, in pieces of six letters, and in percent signs, entities, hexadecimal digits or base64,
    alone or within more. What is encrypted or packed in a way of the endpoint's own is not; no reader would see it.
    """
    told = _seen(key or "")
    if len(told) < _TELLING:
        return False
    text = _seen(body.decode(errors="replace"))
    unpacked = _PERCENT.sub(lambda code: chr(int(code.group(1), 16)), html.unescape(text))
    texts = _letters(text), _letters(unpacked)
    is_written = any(_holds(one, form) for one in texts for form in _forms(told))
    return is_written or _holds(_NO_HEX.sub("", text.lower()), told.encode().hex())


def _forms(key: str) -> Iterator[str]:
    """The letters and digits of each way to write a key in letters and digits."""
    yield _letters(key)
    yield _letters(key)[::-1]
    for before, shared in _SHARED.items():
        packed = b64encode(b"\0" * before + key.encode()).decode()
        # Of the last letter before the padding, bits belong to what follows.
        yield _letters(packed[shared:].rstrip("=")[: -1 if "=" in packed else None])


def _holds(text: str, form: str) -> bool:
    """Whether three quarters of a form stand in a text, in pieces of six."""
    size = min(_PIECE, len(form))
    found = [place for place in range(len(form) - size + 1) if form[place : place + size] in text]
    told = {place + step for place in found for step in range(size)}
    return bool(form) and 4 * len(told) >= 3 * len(form)


def _letters(text: str) -> str:
    return _SIGNS.sub("", text)


def _seen(text: str) -> str:
    """The characters of ASCII that a key may hold, as they are read; both sides lose the same."""
    once = _BLANK.sub("", _BACKSLASHES.sub(r"\\", text))
    letters = _LETTER.sub(lambda escape: chr(int(escape.group(1), 16)), once)
    return _UNSEEN.sub("", unicodedata.normalize("NFKC", sanitize_answer(letters)))
