"""An inscription's text cut into paragraphs, the same everywhere they are numbered.

An inscription is one line of plain text, so its paragraphs are cut here: always at the same places, at ends of
sentences where there are some. Nothing is lost between them.
"""

import re
from collections.abc import Iterator
from typing import Final

#: Characters of a paragraph at most, and at least when a sentence is to end it.
LONGEST: Final = 600
_SHORTEST: Final = 200
_SENTENCE_END: Final = re.compile(r"[.!?…][\"'”’“»«›‹)\]]*\s")


def cuts(text: str) -> Iterator[tuple[int, int]]:
    """Where each paragraph begins and ends."""
    start = 0
    while start < len(text):
        end = _end(text, start)
        if kept := text[start:end].rstrip():
            yield start, start + len(kept)
        start = end + len(text[end : end + LONGEST]) - len(text[end : end + LONGEST].lstrip())


def _end(text: str, start: int) -> int:
    if len(text) - start <= LONGEST:
        return len(text)
    window = text[start : start + LONGEST]
    ends = [found.end() for found in _SENTENCE_END.finditer(window, _SHORTEST)]
    blank = window.rfind(" ")
    return start + (ends[-1] if ends else blank if blank > 0 else LONGEST)
