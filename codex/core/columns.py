"""Inscriptions as columns of texts and numbers, which can lie in a mapped file; each is made when it is asked for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
        place = range(len(self))[place]
        return Inscription(
            self.title.at(place),
            self.summary.at(place),
            self.body.at(place),
            self.names[self.collection_of[place]],
            self.url.at(place),
            TONGUES[self.tongue_of[place]],
            own_summary=bool(self.own_summary[place]),
        )

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The columns by name, as `columns_in` reads them."""
        found: dict[str, NDArray[Any]] = {}
        for name in _TEXTS:
            texts: Texts = getattr(self, name)
            found |= texts.arrays(name)
        found |= {"collection_of": self.collection_of, "tongue_of": self.tongue_of, "own_summary": self.own_summary}
        return found


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
