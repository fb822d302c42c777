"""Finds what is left in Latin letters on a Ukrainian page: most of it nobody translated, or nobody can."""

import re
from html.parser import HTMLParser
from typing import Final

_NAMED: Final = ("aria-label", "placeholder", "title")
_VOID: Final = frozenset({"meta", "link", "input", "br", "hr", "img", "use", "path", "rect", "wbr"})
#: What stands there is not for reading, or is named as in code.
_CODE: Final = frozenset({"code", "script", "style", "svg", "pre", "kbd", "textarea", "label", "option"})
_WORD: Final = re.compile(r"(?<![0-9A-Za-z])[A-Za-z]{2,}[A-Za-z' .-]*[A-Za-z](?![0-9A-Za-z])")


class _Reader(HTMLParser):
    """Collects words outside of elements that name another tongue."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._open: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._read(" ".join(given.get(name) or "" for name in _NAMED))
        if tag == "input" and given.get("type") in ("submit", "button"):
            self._read(given.get("value") or "")
        if tag not in _VOID:
            outer = self._open[-1][1] if self._open else ""
            self._open.append((tag, given.get("lang") or outer))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        tongue = self._open[-1][1] if self._open else ""
        if tongue in ("", "uk") and not _CODE & {tag for tag, _ in self._open}:
            self._read(data)

    def _read(self, text: str) -> None:
        self.words.extend(_WORD.findall(text))


def latin_words(page: str) -> set[str]:
    """Words and runs of words in Latin letters that somebody reads on the page."""
    reader = _Reader()
    reader.feed(page)
    return set(reader.words)
