"""Whether a reply holds the key that it was sent, however it is written, as long as a reader would see it (GRD-01)."""

import re
import unicodedata
from typing import Final

from grounded.core.answer_text import sanitize_answer

#: Shorter keys are placeholders (`ollama`, `lm-studio`) that a reply may hold by right.
_TELLING: Final = 12
#: Letters written as \u0073, and white space as \n, however often JSON was put into JSON.
_LETTER: Final = re.compile(r"\\u([0-9A-Fa-f]{4})")
_BLANK: Final = re.compile(r"\\[bfnrt]")
_BACKSLASHES: Final = re.compile(r"\\+")
_UNSEEN: Final = re.compile(r"[^!-\[\]-~]+")


def echoes(body: bytes, key: str | None) -> bool:
    """Whether a body of JSON holds the key: plain, escaped, in full-width letters, or with blanks or unseen between.

    A key that is encrypted or packed in a way of the endpoint's own is not found; no reader would see it either.
    """
    told = _seen(key or "")
    return len(told) >= _TELLING and told in _seen(body.decode(errors="replace"))


def _seen(text: str) -> str:
    """The characters of ASCII that a key may hold, as they are read; both sides lose the same."""
    once = _BLANK.sub("", _BACKSLASHES.sub(r"\\", text))
    letters = _LETTER.sub(lambda escape: chr(int(escape.group(1), 16)), once)
    return _UNSEEN.sub("", unicodedata.normalize("NFKC", sanitize_answer(letters)))
