"""A long text in pages, cut between words, the same cuts every time."""

from typing import Final

#: Characters of one page: a thousand tokens or so of English.
PAGE_CHARS: Final = 4_000


def portions(text: str) -> list[str]:
    """The pages of a text, each at most PAGE_CHARS characters; one, empty, when there is no text."""
    found, start = [], 0
    while len(text) - start > PAGE_CHARS:
        end = _cut(text, start)
        found.append(text[start:end].rstrip(" "))
        start = end
    return [*found, text[start:]]


def _cut(text: str, start: int) -> int:
    space = text.rfind(" ", start, start + PAGE_CHARS)
    # A page without any space, or with its only one in front, is cut where it is full.
    return space + 1 if space > start else start + PAGE_CHARS
