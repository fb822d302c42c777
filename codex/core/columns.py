"""Inscriptions as columns of texts and numbers, which can lie in a mapped file; each is made when it is asked for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, overload

import numpy as np
from numpy.typing import NDArray

from codex.core.catalogue import Catalogue
from codex.core.inscriptions import Inscription
from codex.core.texts import Texts, texts_of
from codex.core.tongues import TONGUES

_TEXTS: Final = ("title", "summary", "body", "url")


@dataclass(frozen=True, slots=True)
class Columns(Sequence[Inscription]):
    """What `Inscription` holds, one column a field; the collections' names stand apart, once each."""

    title: Texts
    summary: Texts
    body: Texts
    url: Texts
    names: Sequence[str]
    collection_of: NDArray[np.int32]
    tongue_of: NDArray[np.uint8]
    own_summary: NDArray[np.uint8]

    def __len__(self) -> int:
        """How many inscriptions there are."""
        return len(self.tongue_of)

    @overload
    def __getitem__(self, place: int) -> Inscription: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Inscription, ...]: ...

    def __getitem__(self, place: int | slice) -> Inscription | tuple[Inscription, ...]:
        """One inscription, or several."""
        if isinstance(place, slice):
            return tuple(self[one] for one in range(*place.indices(len(self))))
        if not -len(self) <= place < len(self):
            raise IndexError(place)
        return Row(self, place % len(self))

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The columns by name, as `columns_in` reads them."""
        found: dict[str, NDArray[Any]] = {}
        for name in _TEXTS:
            texts: Texts = getattr(self, name)
            found |= texts.arrays(name)
        found |= {"collection_of": self.collection_of, "tongue_of": self.tongue_of, "own_summary": self.own_summary}
        return found


class Row(Inscription):
    """An inscription whose texts are read from the columns when they are asked for; it equals one that holds them."""

    __slots__ = ("_columns", "_place")
    _columns: Columns
    _place: int

    def __init__(self, columns: Columns, place: int) -> None:
        object.__setattr__(self, "_columns", columns)
        object.__setattr__(self, "_place", place)

    @property
    def title(self) -> str:
        """The title."""
        return self._columns.title.at(self._place)

    @property
    def summary(self) -> str:
        """The summary, or the start of the body."""
        return self._columns.summary.at(self._place)

    @property
    def body(self) -> str:
        """The text."""
        return self._columns.body.at(self._place)

    @property
    def collection(self) -> str:
        """The collection; may be empty."""
        return self._columns.names[int(self._columns.collection_of[self._place])]

    @property
    def url(self) -> str:
        """The absolute address."""
        return self._columns.url.at(self._place)

    @property
    def lang(self) -> str:
        """The tongue."""
        return TONGUES[self._columns.tongue_of[self._place]]

    @property
    def own_summary(self) -> bool:
        """Whether the entry has a summary of its own."""
        return bool(self._columns.own_summary[self._place])

    def __eq__(self, other: object) -> bool:
        """Whether the other is an inscription that holds the same."""
        return isinstance(other, Inscription) and _values(self) == _values(other)

    def __hash__(self) -> int:
        """That of any inscription that holds the same."""
        return hash(_values(self))


def _values(one: Inscription) -> tuple[object, ...]:
    return tuple(getattr(one, field.name) for field in fields(Inscription))


def columns_of(catalogue: Catalogue) -> Columns:
    """The inscriptions of a catalogue, which has numbered their tongues and collections."""
    inscriptions = catalogue.inscriptions
    texts = {name: texts_of([getattr(one, name) for one in inscriptions]) for name in _TEXTS}
    own = np.array([one.own_summary for one in inscriptions], dtype=np.uint8)
    return Columns(
        **texts,
        names=catalogue.names,
        collection_of=catalogue.collection_of,
        tongue_of=catalogue.tongue_of,
        own_summary=own,
    )


def columns_in(arrays: Mapping[str, NDArray[Any]], names: Sequence[str]) -> Columns:
    """The columns that `arrays` gave, whose collections have these names."""
    texts = {name: Texts.within(arrays, name) for name in _TEXTS}
    return Columns(
        **texts,
        names=names,
        collection_of=arrays["collection_of"],
        tongue_of=arrays["tongue_of"],
        own_summary=arrays["own_summary"],
    )
