"""Outside text made safe: whatever comes in, one line of plain text goes out (SEC-03, CDX-05).

The output is text, not HTML: each face escapes it for its own medium, once.
"""

import re
from typing import Final

from codex.core.characters import clean_characters
from codex.core.markup import strip_markup
from codex.core.references import decode_references
from codex.core.steering import break_steering, has_fence_or_role

#: One step can rebuild what another took away; honest text is settled after two rounds.
_ROUNDS: Final = 4
#: With a cap on the output, how much of the input is looked at: white space and markup must not use up the cap.
_RAW_SPARE, _RAW_FACTOR = 65_536, 16

#: Characters that no step changes by themselves: Latin and Cyrillic letters, composed, common punctuation and pictures.
_ORDINARY: Final = (
    r"\t\n\r -%'-;=-Z\\^-~\xa0-\xac\xae-\u02ff\u0400-\u0482\u048a-\u052f\u2000-\u200a\u2010-\u2027\u202f-\u205f"
    r"\u20a0-\u20bf\u2116\u2122\u2190-\u22ff\u2600-\u27bf\U0001f300-\U0001faff"
)
_UNUSUAL: Final = re.compile(rf"[^&<\[\]{_ORDINARY}]")
_SUSPECT: Final = re.compile(rf"[^{_ORDINARY}]")
_TRIGGERS: Final = str.maketrans(dict.fromkeys("<＜﹤&[［]］()`~:∶꞉︓﹕：", " "))


def sanitize_external_text(text: str | None, max_chars: int | None = None) -> str:
    """Make one line of plain text of at most `max_chars` characters out of text from outside.

    Idempotent and linear in the input; the result is NFC and can always be encoded as UTF-8. No controls, invisible
    or direction characters, markup, character references, Markdown addresses, chat tokens or role lines remain.
    None counts as empty; anything else that is no string raises TypeError.
    """
    if text is None:
        return ""
    if not isinstance(text, str):
        raise TypeError("external text must be a string")
    if max_chars is None:
        return _settle(text)
    max_chars = max(max_chars, 0)
    settled = _settle(text[: _RAW_SPARE + _RAW_FACTOR * max_chars])
    # A cut can strand a joiner inside an emoji; settling once more drops it.
    return settled if len(settled) <= max_chars else _settle(settled[:max_chars])[:max_chars]


def _settle(text: str) -> str:
    """Repeat the steps until they change nothing; text still moving then is rebuilding itself and loses its tools."""
    for _ in range(_ROUNDS):
        if _is_plain(text):
            return _one_line(text)
        cleaned = _clean_once(text)
        if cleaned == text:
            return cleaned
        text = cleaned
    return _clean_once(text.translate(_TRIGGERS))


def _is_plain(text: str) -> bool:
    """Whether no step but the joining of lines would change the text: three scans in C for the ordinary case."""
    return not (_SUSPECT.search(text) or has_fence_or_role(text))


def _clean_once(text: str) -> str:
    text = decode_references(text)
    if _UNUSUAL.search(text):
        text = clean_characters(text)
    return _one_line(break_steering(strip_markup(text)))


def _one_line(text: str) -> str:
    return " ".join(text.split())
