"""The archive as an index: which inscriptions answer a query, in which order, and why (CDX-03, CDX-04)."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from numpy.typing import NDArray

from codex.core.found import Found
from codex.core.heap import give_back
from codex.core.hits import Hit
from codex.core.inscriptions import Inscription
from codex.core.lookup import Asked
from codex.core.partition import Partition, partition_in, partition_of
from codex.core.tongues import TONGUES, requested
from codex.core.words import words
from codex.core.wordtable import Arrays

#: So many inscriptions take much more memory while they are read than afterwards.
_MANY: Final = 500
Match = Literal["exact", "near", "none"]
Attempt = Callable[[Partition, Asked], Found]


@dataclass(slots=True)
class Hits:
    """One page of hits, best first, and how they were found."""

    page: tuple[Hit, ...]
    #: The tongue whose inscriptions answered; "all" when the search fell back to all tongues.
    lang_used: str
    fallback: bool
    match: Match
    #: What was found in each tongue that was searched, and of that what was asked for.
    found: Sequence[Found] = ()
    kept: Sequence[Found] = ()

    @property
    def total(self) -> int:
        """How many hits there are on all pages; counted when it is asked for."""
        return sum([found.total for found in self.kept])

    def __iter__(self) -> Iterator[Hit]:
        return iter(self.page)

    def __len__(self) -> int:
        return len(self.page)

    def __getitem__(self, place: int) -> Hit:
        return self.page[place]

    def nearest(self) -> list[tuple[str, tuple[str, ...]]]:
        """For each word of the query that was matched by near ones: those, as the archive writes them, best first."""
        words: dict[str, dict[str, None]] = {}
        for found in self.found:
            for matched in found.matched:
                forms = (near.form for near in matched.nears if near.rule != "stem")
                words.setdefault(matched.word, {}).update(dict.fromkeys(forms))
        return [(word, tuple(forms)) for word, forms in words.items() if forms]

    def collections(self) -> list[tuple[str, int]]:
        """How many hits each collection holds, whatever the filter; most first."""
        counts: Counter[str] = Counter()
        for found in self.found:
            counts.update(found.collections())
        return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


class _Window(NamedTuple):
    """What part of the hits is asked for."""

    offset: int
    limit: int
    collection: str | None


class Index:
    """All inscriptions, one partition a tongue; immutable, so any number of threads may search at once."""

    def __init__(self, inscriptions: Sequence[Inscription], *, ranking: str = "seed") -> None:
        self.ranking = ranking
        groups: dict[str, list[int]] = {tongue: [] for tongue in TONGUES}
        for place, inscription in enumerate(inscriptions):
            groups[inscription.lang].append(place)
        self.partitions = {
            tongue: partition_of(inscriptions, group, tongue, ranking=ranking)
            for tongue, group in groups.items()
            if group
        }
        if len(inscriptions) > _MANY:
            give_back()

    def arrays(self) -> Arrays:
        """All that was made of the inscriptions, as `index_in` reads it."""
        return {
            f"{tongue}.{name}": array
            for tongue, partition in self.partitions.items()
            for name, array in partition.arrays().items()
        }

    def names(self) -> dict[str, list[str]]:
        """The collections of each tongue that has inscriptions."""
        return {tongue: list(partition.names) for tongue, partition in self.partitions.items()}

    def search(
        self, query: str, lang: str = "en", limit: int = 10, *, offset: int = 0, collection: str | None = None
    ) -> Hits:
        """Answer with the first attempt that finds any: exact, then near, each in the tongue, then in all (CDX-04)."""
        tongue, written = requested(lang), words(query)
        own = self.partitions.get(tongue)
        asked = own.asked(written) if own else None
        if own and asked and asked.known and collection is None and offset == 0 and limit > 0:
            # What nearly every search comes to, with nothing between.
            found = own.exact(asked)
            page = _hits(found, found.best(limit))
            return Hits(tuple(page), tongue, False, "exact", (found,), (found,))
        window = _Window(max(offset, 0), max(limit, 0), collection)
        return self._attempted(tongue, written, {tongue: asked} if asked else {}, window)

    def _attempted(self, tongue: str, written: Sequence[str], asked: dict[str, Asked], window: _Window) -> Hits:
        for match, attempt in _ATTEMPTS:
            for fallback in (False, True):
                searched = self._searched(tongue, fallback)
                if match == "exact" and fallback and not any(part.knows(written) for part in searched):
                    continue
                found = [attempt(part, _read(part, written, asked)) for part in searched]
                kept = found if window.collection is None else [one.within(window.collection) for one in found]
                if any(one.is_any for one in kept):
                    return Hits(_page(kept, window), "all" if fallback else tongue, fallback, match, found, kept)
        return Hits((), tongue, False, "none")

    def totals(self, query: str, match: Match) -> list[tuple[str, int]]:
        """How many hits a query has in each tongue, under one kind of match."""
        attempt, parts, written = dict(_ATTEMPTS).get(match), self.partitions, words(query)
        counts = {name: attempt(part, part.asked(written)).total for name, part in parts.items()} if attempt else {}
        return [(tongue, counts.get(tongue, 0)) for tongue in TONGUES]

    def _searched(self, tongue: str, fallback: bool) -> list[Partition]:
        if fallback:
            return list(self.partitions.values())
        return [self.partitions[tongue]] if tongue in self.partitions else []


def index_in(
    arrays: Mapping[str, NDArray[Any]],
    inscriptions: Sequence[Inscription],
    names: Mapping[str, Sequence[str]],
    *,
    ranking: str,
) -> Index:
    """The index of these inscriptions that was kept in arrays."""
    index = Index((), ranking=ranking)
    for tongue, own in names.items():
        part = {name.removeprefix(f"{tongue}."): arrays[name] for name in arrays if name.startswith(f"{tongue}.")}
        blended = ranking != "seed"
        index.partitions[tongue] = partition_in(part, tongue, inscriptions=inscriptions, names=own, blended=blended)
    return index


#: What `Hit(…)` does, in half the time.
_hit: Final[Callable[[type[Hit], tuple[Inscription, int, Found, int]], Hit]] = tuple.__new__
_ATTEMPTS: Final[tuple[tuple[Match, Attempt], ...]] = (("exact", Partition.exact), ("near", Partition.near))


def _read(part: Partition, written: Sequence[str], asked: dict[str, Asked]) -> Asked:
    """The query as a tongue reads it, once a search."""
    if part.tongue not in asked:
        asked[part.tongue] = part.asked(written)
    return asked[part.tongue]


def _page(found: Sequence[Found], window: _Window) -> tuple[Hit, ...]:
    """The hits at offset … offset + limit; across tongues merged by score, then URL."""
    first, end = window.offset, window.offset + window.limit
    if len(found) == 1:
        return tuple(_hits(found[0], found[0].best(end)[first:]))
    merged = [hit for one in found for hit in _hits(one, one.best(end, merged=True))]
    merged.sort(key=lambda hit: (-hit.points, hit.url))
    return tuple(merged[first:end])


def _hits(found: Found, best: Sequence[tuple[int, int]]) -> list[Hit]:
    partition = found.partition
    inscriptions, members, hit = partition.inscriptions, partition.places, _hit
    return [hit(Hit, (inscriptions[members[doc]], points, found, doc)) for points, doc in best]
