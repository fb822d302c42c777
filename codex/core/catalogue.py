"""Where inscriptions stand: how many each tongue and collection holds, their order on a shelf, and each by its link."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from codex.core.inscriptions import Inscription
from codex.core.siblings import codes, siblings
from codex.core.titles import Titles
from codex.core.tongues import TONGUES


@dataclass(frozen=True)
class Catalogue:
    """Arrays in parallel with the inscriptions: the number of each one's tongue, and of its collection in `names`."""

    inscriptions: Sequence[Inscription]
    tongue_of: NDArray[np.uint8]
    names: tuple[str, ...]
    collection_of: NDArray[np.int32]
    #: The places of all inscriptions by title, then link.
    order: NDArray[np.int32]
    #: Each tongue's titles where they were kept; else they are made at the first question.
    kept_titles: Mapping[str, Titles] | None = None

    @cached_property
    def tongues(self) -> Mapping[str, int]:
        """How many inscriptions each tongue holds, in the order of tongues; those that hold none are left out."""
        counts = np.bincount(self.tongue_of, minlength=len(TONGUES)).tolist()
        return {tongue: count for tongue, count in zip(TONGUES, counts, strict=True) if count}

    @cached_property
    def collections(self) -> Mapping[str, int]:
        """How many inscriptions each collection holds, most first; those in none are left out."""
        counts = np.bincount(self.collection_of, minlength=len(self.names)).tolist()
        found = [(name, count) for name, count in zip(self.names, counts, strict=True) if name]
        return dict(sorted(found, key=lambda pair: (-pair[1], pair[0])))

    @cached_property
    def by_url(self) -> Mapping[str, Inscription]:
        """Each inscription by its link; the links are read at the first question."""
        return _ByUrl(self.inscriptions)

    def shelf(self, *, tongue: str = "", collection: str = "") -> NDArray[np.int32]:
        """The places of one tongue's or collection's inscriptions, or of both's, in order; empty means all."""
        standing = np.ones(len(self.order), dtype=bool)
        if tongue:
            standing &= self.tongue_of[self.order] == _number(TONGUES, tongue)
        if collection:
            standing &= self.collection_of[self.order] == _number(self.names, collection)
        return self.order[standing]

    def neighbours(self, one: Inscription) -> tuple[Inscription | None, Inscription | None]:
        """What stands before and behind an inscription of this archive on the shelf of its tongue and collection."""
        shelf = self.shelf(tongue=one.lang, collection=one.collection)
        at = bisect_left(shelf, _key(one), key=lambda place: _key(self.inscriptions[int(place)]))
        before, behind = shelf[max(at - 1, 0) : at].tolist(), shelf[at + 1 : at + 2].tolist()
        return self._only(before), self._only(behind)

    def siblings(self, one: Inscription) -> tuple[Inscription, ...]:
        """The same inscription in other tongues, by their links."""
        return siblings(one, self.by_url, self._codes)

    @cached_property
    def _codes(self) -> frozenset[str]:
        return codes(self.by_url)

    @cached_property
    def titles(self) -> Mapping[str, Titles]:
        """Each tongue's titles, for what is being typed; those that hold none are left out."""
        if self.kept_titles is not None:
            return self.kept_titles
        groups: dict[str, list[str]] = {tongue: [] for tongue in TONGUES}
        for one in self.inscriptions:
            groups[one.lang].append(one.title)
        return {tongue: Titles.of(found, tongue) for tongue, found in groups.items() if found}

    def _only(self, places: Sequence[int]) -> Inscription | None:
        return self.inscriptions[places[0]] if places else None


class _ByUrl(Mapping[str, Inscription]):
    def __init__(self, inscriptions: Sequence[Inscription]) -> None:
        self._inscriptions = inscriptions

    @cached_property
    def _places(self) -> dict[str, int]:
        return {inscription.url: place for place, inscription in enumerate(self._inscriptions)}

    def __getitem__(self, url: str) -> Inscription:
        return self._inscriptions[self._places[url]]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._inscriptions)


def catalogue(inscriptions: Sequence[Inscription]) -> Catalogue:
    """Find out where each stands."""
    names = tuple(sorted({one.collection for one in inscriptions}))
    number = {name: place for place, name in enumerate(names)}
    tongues = {tongue: place for place, tongue in enumerate(TONGUES)}
    keys = [_key(one) for one in inscriptions]
    return Catalogue(
        inscriptions=inscriptions,
        tongue_of=np.array([tongues[one.lang] for one in inscriptions], dtype=np.uint8),
        names=names,
        collection_of=np.array([number[one.collection] for one in inscriptions], dtype=np.int32),
        order=np.array(sorted(range(len(keys)), key=keys.__getitem__), dtype=np.int32),
    )


def _key(one: Inscription) -> tuple[str, str]:
    """What a shelf is ordered by."""
    return one.title.casefold(), one.url


def _number(names: Sequence[str], name: str) -> Any:
    return names.index(name) if name in names else -1
