"""Characters that may not reach a page, a terminal or a prompt: escapes, controls, invisibles, piled-up marks (SEC-03).

Own tables, not Unicode categories: every Python gives the same answer, and an emoji newer than the interpreter stays.
"""

import re
import unicodedata
from typing import Final

#: More combining marks than this on one letter are a flood; Vietnamese and pointed Hebrew need no more.
MAX_MARKS: Final = 4

#: ECMA-48: control strings with their terminator, control sequences, and the shorter escapes.
_ESCAPE: Final = re.compile(
    r"(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9b-\x9f]*(?:\x07|\x1b\\|\x9c)"
    r"|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"
    r"|\x1b[ -/]*[0-~]"
)
_ESCAPE_START: Final = re.compile(r"[\x1b\x90\x98\x9b\x9d-\x9f]")
_BREAK: Final = re.compile(r"[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
#: Glyphs that look like a space without being one.
_BLANK: Final = re.compile(r"[\x1f\u115f\u1160\u2800\u3164\uffa0]")
_DROPPED: Final = re.compile(
    "["
    r"\x00-\x08\x0e-\x1b\x7f-\x9f\xad"  # controls, soft hyphen
    r"\u034f\u061c\u17b4\u17b5\u180b-\u180f"  # grapheme joiner, Arabic mark, Khmer and Mongolian invisibles
    r"\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0e\ufeff"  # zero width, direction, variation
    r"\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2"  # signs that enclose what follows
    r"\ufdd0-\ufdef\ufff0-\ufffc\ufffe\uffff\ud800-\udfff"  # non-characters, annotation, halves of pairs
    r"\ue000-\uf8ff"  # private use: icon fonts, no shared meaning
    "]"
)
#: The same beyond U+FFFF, apart because `re` is slow on such sets: format controls, tags, private use, non-characters.
_DROPPED_HIGH: Final = re.compile(
    r"[\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U0010ffff"
    + "".join(f"\\U{plane:04x}fffe\\U{plane:04x}ffff" for plane in range(1, 14))
    + "]"
)
_HIGH: Final = re.compile(r"[\U00010000-\U0010ffff]")
_PICTURE: Final = (
    r"\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff"
    r"\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
)
#: U+FE0F that follows no picture, nor a digit inside a keycap.
_STRAY_SELECTOR: Final = re.compile(
    rf"(?<![{_PICTURE}])(?<![0-9#*])\ufe0f|(?<![{_PICTURE}])\ufe0f(?!\u20e3)",
)
#: U+200D that does not stand between two pictures.
_STRAY_JOINER: Final = re.compile(rf"(?<![{_PICTURE}\ufe0f])\u200d|\u200d(?![{_PICTURE}])")
#: Runs that may hold combining marks of any script: no mark is a word character for `re`.
_MARK_RUN: Final = re.compile(r"[^\w\s\x00-\u02ff]+")


def clean_characters(text: str) -> str:
    """Drop what is invisible or commands a terminal, turn every line separator into "\\n", bound marks, compose (NFC).

    Never NFKC: ½, ² and № keep their meaning.
    """
    if _ESCAPE_START.search(text):
        text = _ESCAPE.sub("", text)
    text = _DROPPED.sub("", _BLANK.sub(" ", _BREAK.sub("\n", text)))
    if _HIGH.search(text):
        text = _DROPPED_HIGH.sub("", text)
    # Bounded before NFC: its reordering of long runs of marks takes quadratic time.
    return unicodedata.normalize("NFC", _MARK_RUN.sub(_bound_marks, _without_stray_joiners(text)))


def _without_stray_joiners(text: str) -> str:
    if "\ufe0f" in text:
        text = _STRAY_SELECTOR.sub("", text)
    return _STRAY_JOINER.sub("", text) if "\u200d" in text else text


def _bound_marks(run: re.Match[str]) -> str:
    """Keep at most MAX_MARKS marks in a row, and none where there is no letter to carry them."""
    signs, start = run.group(), run.start()
    carried = start > 0 and not run.string[start - 1].isspace()
    if carried and len(signs) <= MAX_MARKS:
        return signs
    marks = 0 if carried else MAX_MARKS
    kept = []
    for sign in signs:
        marks = marks + 1 if unicodedata.category(sign)[0] == "M" else 0
        if marks <= MAX_MARKS:
            kept.append(sign)
    return "".join(kept)
