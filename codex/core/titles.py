"""Titles that go on as somebody begins to type, whatever marks and spellings are typed (PAGE-01)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from codex.core.folds import bare, fold_all
from codex.core.texts import Bytes, Texts, texts_of
from codex.core.tokenise import Ints
from codex.core.words import words

#: A title's first word stands behind the one, all its others behind the other.
_LINE: Final = "\n"
_WORD: Final = " "


class Titles:
    """One tongue's titles as a single text of folded words, which is looked through for what was typed.

    `lines` are the forms of all titles in UTF-8, a mark before each; `ends` says where each ends, `places` whose it is.
    """

    def __init__(self, titles: Texts, lines: Bytes, ends: NDArray[np.int64], places: Ints, tongue: str) -> None:
        self._titles, self._lines, self._ends, self._places, self._tongue = titles, lines, ends, places, tongue

    @classmethod
    def of(cls, titles: Iterable[str], tongue: str) -> Self:
        """Put titles in order and bring them to the form in which they are looked through."""
        distinct = sorted(set(titles), key=lambda title: (title.casefold(), title))
        lines = [(place, _LINE + form) for place, forms in enumerate(_forms(distinct, tongue)) for form in forms]
        text = texts_of([form for _, form in lines])
        places = np.array([place for place, _ in lines], dtype=np.int32)
        return cls(texts_of(distinct), text.data, text.starts[1:], places, tongue)

    @classmethod
    def within(cls, arrays: Mapping[str, NDArray[Any]], tongue: str) -> Self:
        """The titles that were kept in arrays."""
        return cls(Texts.within(arrays, "titles"), arrays["lines"], arrays["ends"], arrays["places"], tongue)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What `within` reads them from."""
        return self._titles.arrays("titles") | {"lines": self._lines, "ends": self._ends, "places": self._places}

    @cached_property
    def _text(self) -> bytes:
        """A copy: only bytes are looked through at the speed of C."""
        return self._lines.tobytes()

    def beginning(self, typed: str, most: int) -> tuple[str, ...]:
        """Titles that begin with what was typed, then those in which a later word does; in each by title."""
        found: dict[str, None] = {}
        for place in self._found(*_forms([typed], self._tongue)):
            found[self._titles.at(place)] = None
            if len(found) >= most:
                break
        return tuple(found)

    def _found(self, forms: Iterable[str]) -> Iterator[int]:
        for mark in (_LINE, _WORD):
            for form in forms:
                yield from self._holding((mark + form).encode("utf-8", "replace"))

    def _holding(self, key: bytes) -> Iterator[int]:
        position = self._text.find(key)
        while position >= 0:
            line = int(np.searchsorted(self._ends, position, side="right"))
            yield int(self._places[line])
            # One line is one title: what else it holds adds nothing.
            position = self._text.find(key, int(self._ends[line]))


def _forms(texts: Sequence[str], tongue: str) -> list[list[str]]:
    """Of each text its folded words, and as a keyboard without marks has them when that differs."""
    written = [" ".join(words(text)) for text in texts]
    plain = bare(_LINE.join(written)).split(_LINE)
    # Of no texts at all the second has one, which is empty.
    pairs = zip(fold_all(written, tongue), plain, strict=False)
    return [sorted(form for form in {*pair} if form) for pair in pairs]
