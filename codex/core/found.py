"""What one attempt found in one tongue: the best first, and the rest only counted when somebody asks (CDX-03)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from codex.core import rows
from codex.core.impacts import SCALE, SMALL
from codex.core.lookup import Asked
from codex.core.nears import MOST_NEAR, Near
from codex.core.sums import NARROW, held, leading, shift_of, summed, sums_at, sums_of_all
from codex.core.tokenise import Ints
from codex.core.weighed import PAGE, SHIFT, Places, Weighed, best_of

if TYPE_CHECKING:
    from codex.core.partition import Partition

#: Added to the score above N = 16: more than 64 stems can ever sum to, so these titles come first (CDX-03).
EXACT_TITLE: Final = 1 << 29
FULL_TITLE: Final = 1 << 28
#: Near evidence for words that the archive lacks orders hits whose whole numbers are equal, and no others.
EVIDENCE: Final = SCALE // 4

Sums = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Matched:
    """A word of the query and the stems it was looked up as: one when exact, several when near."""

    word: str
    nears: tuple[Near, ...]

    @property
    def stem_ids(self) -> frozenset[int]:
        """The stems that count as this word."""
        return frozenset(near.stem_id for near in self.nears)


@dataclass(slots=True)
class Found:
    """The words that were found, and what they add; sums are made when the best are asked for.

    Not to be changed; that it cannot be would cost as much as adding up.
    """

    partition: "Partition"
    asked: Asked
    words: list[Weighed]
    #: Near words for words that the tongue lacks.
    evidence: Sequence[Weighed] = ()
    #: Near words stand for all words of the query.
    near: bool = False
    #: The number of the one collection that is asked for.
    only: int | None = None

    @property
    def total(self) -> int:
        """How many inscriptions were found; counted when it is asked for."""
        if self.only is None and len(self.words) < 2:
            return sum([word.count for word in self.words])
        return int(np.count_nonzero(self._held()))

    @property
    def is_any(self) -> bool:
        """Whether there are any: every word that is known stands in some inscription."""
        return bool(self.words) if self.only is None else self.total > 0

    def within(self, collection: str | None) -> "Found":
        """Only those of one collection; all when None."""
        if collection is None:
            return self
        return replace(self, only=self.partition.collection_number(collection))

    def collections(self) -> dict[str, int]:
        """How many of them each collection holds."""
        names = self.partition.names
        counts = np.bincount(self.partition.collection_of[self._held()], minlength=len(names))
        return {name: int(count) for name, count in zip(names, counts, strict=True) if name and count}

    @property
    def matched(self) -> tuple[Matched, ...]:
        """The words of the query with the stems that stood for them."""
        texts = [word.text for word in (self.asked.distinct[:MOST_NEAR] if self.near else self.asked.known)]
        found = (Matched(text, self.partition.stems_for(text, near=self.near)) for text in texts)
        return tuple(matched for matched in found if matched.nears)

    def best(self, most: int, *, merged: bool = False) -> Sequence[tuple[int, int]]:
        """The best as (score in fixed point, number): by score, an equal title where it adds none, written form, URL.

        `merged` with other tongues' only score and URL count (CDX-04).
        """
        if most <= 0 or not self.words:
            return []
        if self.partition.is_small and not merged and self.only is None and len(self.words) <= NARROW:
            return self._by_rows(most)
        shift = shift_of(self.words)
        evidence = sums_of_all(self.evidence, self.partition.size) if self.evidence else None
        docs, sums = self._titled(*self._candidates(most, evidence, shift, merged=merged), evidence, shift)
        if self.only is not None:
            kept = self.partition.collection_of[docs] == self.only
            docs, sums = docs[kept], sums[kept]
        if merged:
            sums = sums >> shift << shift
        # An inscription may come once for each word, and twice more for its title.
        return _ranked(best_of(docs, sums, most * (len(self.words) + 2)), most, rows.DOC_BITS + shift)

    def _by_rows(self, most: int) -> Sequence[tuple[int, int]]:
        """The best of a small archive."""
        words, partition = self.words, self.partition
        titled = self._by_title(SHIFT)
        if len(words) == 1 and most <= PAGE and not titled and not self.evidence:
            return words[0].best[:most]
        keys: rows.Keys = partition.base + words[0].keys
        for word in words[1:]:
            keys += word.keys
        if self.evidence:
            keys += self._row_of_evidence() * (keys > 0)
        for places, added in titled:
            rows.add(keys, places, added)
        least = max([word.floor for word in words]) if most <= PAGE else 0
        return rows.best(keys, most, least, SHIFT)

    def _row_of_evidence(self) -> rows.Keys:
        """What words that the tongue lacks say through their near forms, in whole rows."""
        keys = self.evidence[0].keys
        for word in self.evidence[1:]:
            keys = keys + word.keys
        added: rows.Keys = np.floor_divide(keys >> (rows.DOC_BITS + SHIFT), self._share) << (rows.DOC_BITS + SHIFT)
        return added

    def _held(self) -> NDArray[np.bool_]:
        found = held(self.words, self.partition.size)
        return found if self.only is None else found & (self.partition.collection_of == self.only)

    def _candidates(self, most: int, evidence: Ints | None, shift: int, *, merged: bool) -> tuple[Places, Sums]:
        """The inscriptions that may be among the best, whatever their titles add to them."""
        said = (int(evidence.max()) >> SHIFT) // self._share << shift if evidence is not None else 0
        if most <= PAGE and self.only is None:
            docs, sums = leading(self.words, self.partition.size, said + merged)
        else:
            docs, sums = summed(self.words, self.partition.size)
        return (docs, sums) if evidence is None else (docs, sums + (self._said_at(evidence, docs) << shift))

    def _titled(self, docs: Places, sums: Sums, evidence: Ints | None, shift: int) -> tuple[Places, Sums]:
        """The same, and once more, with what it adds, those whose title tells and that hold any of the words."""
        every, sums_of_every = [docs], [sums]
        for places, added in self._by_title(shift):
            own = sums_at(self.words, places)
            some = own > 0
            own += added
            if evidence is not None:
                own += self._said_at(evidence, places) << shift
            every.append(places[some])
            sums_of_every.append(own[some])
        return (docs, sums) if len(every) == 1 else (np.concatenate(every), np.concatenate(sums_of_every))

    def _by_title(self, shift: int) -> list[tuple[Places, NDArray[np.int64]]]:
        """Inscriptions whose titles tell, each once, and what that adds; up to N = 16 a title only orders equals."""
        partition = self.partition
        # No title that equals the query lacks one of its words.
        if partition.size > SMALL and (self.near or self.asked.missing):
            docs, shares = partition.titles.near(self.asked.title, self.asked.signature())
            return [(docs, (shares * FULL_TITLE).astype(np.int64) << shift)] if len(docs) else []
        equal = partition.titles.equal(self.asked.title)
        if partition.size <= SMALL:
            return _all_worth(equal, 1 << (shift - 1))
        found = _all_worth(equal, EXACT_TITLE << shift)
        if partition.blended:
            full = self._full_titles()
            found += _all_worth(full[~np.isin(full, equal)] if equal else full, FULL_TITLE << shift)
        return found

    def _full_titles(self) -> Places:
        """Titles that hold every word of the query."""
        return self.partition.full_titles([word.stem_id for word in self.asked.known])

    def _said_at(self, evidence: Ints, docs: Places) -> NDArray[np.int64]:
        """What words that the tongue lacks say through their near forms, among the hits of the others alone."""
        said: NDArray[np.int64] = (evidence[docs] >> SHIFT).astype(np.int64) // self._share
        return said

    @property
    def _share(self) -> int:
        """What near evidence is divided by: all words' at their most come to EVIDENCE; blended, half of it counts."""
        return 2 if self.partition.blended else 13 * SCALE // EVIDENCE * len(self.asked.missing)


def _all_worth(docs: Sequence[int] | Places, worth: int) -> list[tuple[Places, NDArray[np.int64]]]:
    if not len(docs):
        return []
    return [(np.asarray(docs, dtype=np.intp), np.full(len(docs), worth, dtype=np.int64))]


def _ranked(keys: rows.Keys, most: int, bits: int) -> list[tuple[int, int]]:
    """Of keys that go upwards the highest first; of an inscription that comes several times the highest counts."""
    best: dict[int, int] = {}
    for key in keys[::-1].tolist():
        doc = -key & rows.DOC_MASK
        if doc not in best:
            best[doc] = (key + doc) >> bits
            if len(best) == most:
                break
    return [(points, doc) for doc, points in best.items()]
