"""Titles that go on as somebody begins to type, whatever marks and spellings are typed (PAGE-01)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import numpy as np

from codex.core.folds import bare, fold_all
from codex.core.words import words

#: A title's first word stands behind the one, all its others behind the other.
_LINE: Final = "\n"
_WORD: Final = " "


class Titles:
    """One tongue's titles as a single text of folded words, which is looked through for what was typed."""

    def __init__(self, titles: Iterable[str], tongue: str) -> None:
        self._tongue = tongue
        self._titles = sorted(set(titles), key=lambda title: (title.casefold(), title))
        lines = [(place, form) for place, forms in enumerate(self._forms(self._titles)) for form in forms]
        lengths = [len(form) + 1 for _, form in lines]
        self._text = "".join(_LINE + form for _, form in lines)
        self._ends = np.cumsum(np.array(lengths, dtype=np.int64))
        self._places = [place for place, _ in lines]

    def beginning(self, typed: str, most: int) -> tuple[str, ...]:
        """Titles that begin with what was typed, then those in which a later word does; in each by title."""
        found: dict[str, None] = {}
        for place in self._found(*self._forms([typed])):
            found[self._titles[place]] = None
            if len(found) >= most:
                break
        return tuple(found)

    def _found(self, forms: Iterable[str]) -> Iterator[int]:
        for mark in (_LINE, _WORD):
            for form in forms:
                yield from self._holding(mark + form)

    def _holding(self, key: str) -> Iterator[int]:
        position = self._text.find(key)
        while position >= 0:
            line = int(np.searchsorted(self._ends, position, side="right"))
            yield self._places[line]
            # One line is one title: what else it holds adds nothing.
            position = self._text.find(key, int(self._ends[line]))

    def _forms(self, texts: Sequence[str]) -> list[list[str]]:
        """Of each text its folded words, and as a keyboard without marks has them when that differs."""
        written = [" ".join(words(text)) for text in texts]
        plain = bare(_LINE.join(written)).split(_LINE)
        # Of no texts at all the second has one, which is empty.
        pairs = zip(fold_all(written, self._tongue), plain, strict=False)
        return [sorted(form for form in {*pair} if form) for pair in pairs]
