"""The archive as an index: which inscriptions answer a query, in which order, and why (CDX-03, CDX-04)."""

import functools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from codex.core.archive import Inscription
from codex.core.hits import Hit, Marker
from codex.core.partition import Found, Partition
from codex.core.tongues import TONGUES, requested

Match = Literal["exact", "near", "none"]
Attempt = Callable[[Partition], Found]


@dataclass(frozen=True, slots=True)
class Hits:
    """One page of hits, best first, and how they were found."""

    page: tuple[Hit, ...]
    #: The tongue whose inscriptions answered; "all" when the search fell back to all tongues.
    lang_used: str
    fallback: bool
    match: Match
    total: int
    found: tuple[Found, ...] = ()

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


class Index:
    """All inscriptions, one partition a tongue; immutable, so any number of threads may search at once."""

    def __init__(self, inscriptions: Sequence[Inscription], *, ranking: str = "seed") -> None:
        groups: dict[str, list[Inscription]] = {tongue: [] for tongue in TONGUES}
        for inscription in inscriptions:
            groups[inscription.lang].append(inscription)
        self.partitions = {
            tongue: Partition(group, tongue, ranking=ranking) for tongue, group in groups.items() if group
        }

    def search(
        self, query: str, lang: str = "en", limit: int = 10, *, offset: int = 0, collection: str | None = None
    ) -> Hits:
        """Answer with the first attempt that finds any: exact, then near, each in the tongue, then in all (CDX-04)."""
        tongue = requested(lang)
        for match, attempt in self._attempts(query):
            for fallback in (False, True):
                found = [attempt(part) for part in self._searched(tongue, fallback=fallback)]
                kept = [one.within(collection) for one in found]
                if any(one.total for one in kept):
                    page = _page(kept, offset, limit)
                    used = "all" if fallback else tongue
                    return Hits(page, used, fallback, match, sum(one.total for one in kept), tuple(found))
        return Hits((), tongue, False, "none", 0)

    def totals(self, query: str, match: Match) -> list[tuple[str, int]]:
        """How many hits a query has in each tongue, under one kind of match."""
        attempt = dict(self._attempts(query)).get(match)
        parts = self.partitions
        return [(tongue, attempt(parts[tongue]).total if attempt and tongue in parts else 0) for tongue in TONGUES]

    def _attempts(self, query: str) -> tuple[tuple[Match, Attempt], ...]:
        return (
            ("exact", functools.partial(Partition.exact, query=query)),
            ("near", functools.partial(Partition.near, query=query)),
        )

    def _searched(self, tongue: str, *, fallback: bool) -> list[Partition]:
        if fallback:
            return list(self.partitions.values())
        return [self.partitions[tongue]] if tongue in self.partitions else []


def _page(found: Sequence[Found], offset: int, limit: int) -> tuple[Hit, ...]:
    """The hits at offset … offset + limit; across tongues merged by score, then URL."""
    offset, limit = max(offset, 0), max(limit, 0)
    merged = len(found) > 1
    best = [(one, place) for one in found for place in one.best(offset + limit, merged=merged)]
    if merged:
        best.sort(key=lambda pair: (-pair[0].score_at(pair[1]), pair[0].inscription_at(pair[1]).url))
    return tuple(_hit(one, place) for one, place in best[offset : offset + limit])


def _hit(found: Found, place: int) -> Hit:
    marker = Marker(found.partition, found.matched, int(found.docs[place]))
    return Hit(found.inscription_at(place), found.score_at(place), marker)
