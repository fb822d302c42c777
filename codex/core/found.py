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
from codex.core.weighed import NARROW, PAGE, SHIFT, Places, Weighed, best_of, held, leading, shift_of, summed, sums_at

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
            return sum([len(word.docs) for word in self.words])
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
        more = self.near or self.asked.missing
        docs, sums = self._with_near(shift) if more else self._plain(shift, most, merged=merged)
        if self.only is not None:
            kept = self.partition.collection_of[docs] == self.only
            docs, sums = docs[kept], sums[kept]
        if merged:
            sums = sums >> shift << shift
        # An inscription may come once for each word, and twice more for its title.
        return _ranked(best_of(docs, sums, most * (len(self.words) + 2)), most, rows.DOC_BITS + shift)

    def _by_rows(self, most: int) -> Sequence[tuple[int, int]]:
        """The best of a small archive."""
        words, partition, more = self.words, self.partition, self.near or self.asked.missing
        added = self._by_title(SHIFT) if more else self._by_equal_title()
        if len(words) == 1 and most <= PAGE and not added and not self.evidence:
            return words[0].best[:most]
        keys: rows.Keys = partition.base + words[0].keys
        for word in words[1:]:
            keys += word.keys
        if self.evidence:
            keys += self._row_of_evidence() * (keys > 0)
        if added:
            rows.add(keys, added)
        least = max([word.floor for word in words]) if most <= PAGE else 0
        return rows.best(keys, most, least, SHIFT)

    def _by_equal_title(self) -> dict[int, int]:
        """What titles add when all words are known: equal ones, and, blended, those that hold every word."""
        equal, partition = self.partition.titles.equal(self.asked.title), self.partition
        if partition.size <= SMALL:
            return dict.fromkeys(equal, 1 << (SHIFT - 1))
        full = dict.fromkeys(self._full_titles().tolist(), FULL_TITLE << SHIFT) if partition.blended else {}
        return full | dict.fromkeys(equal, EXACT_TITLE << SHIFT) if full or equal else full

    def _row_of_evidence(self) -> rows.Keys:
        """What words that the tongue lacks say through their near forms, in whole rows."""
        keys = self.evidence[0].keys
        for word in self.evidence[1:]:
            keys = keys + word.keys
        least = 2 if self.partition.blended else 13 * SCALE // EVIDENCE * len(self.asked.missing)
        added: rows.Keys = np.floor_divide(keys >> (rows.DOC_BITS + SHIFT), least) << (rows.DOC_BITS + SHIFT)
        return added

    def _held(self) -> NDArray[np.bool_]:
        found = held(self.words, self.partition.size)
        return found if self.only is None else found & (self.partition.collection_of == self.only)

    def _plain(self, shift: int, most: int, *, merged: bool) -> tuple[Places, Sums]:
        """The inscriptions that may be among the best, and once more, with what it adds, those whose title tells."""
        size = self.partition.size
        brief = most <= PAGE and self.only is None
        docs, sums = leading(self.words, size, merged=merged) if brief else summed(self.words, size)
        first = self.partition.titles.equal(self.asked.title)
        full = self._full_titles() if self.partition.blended and size > SMALL else ()
        if not (len(first) or len(full)):
            return docs, sums
        added = [self._titled(first, EXACT_TITLE, shift), self._titled(full, FULL_TITLE, shift)]
        every, sums_of_all = zip((docs, sums), *added, strict=True)
        return np.concatenate(every), np.concatenate(sums_of_all)

    def _full_titles(self) -> Places:
        return self.partition.full_titles([word.stem_id for word in self.asked.known])

    def _titled(self, docs: Sequence[int] | Places, worth: int, shift: int) -> tuple[Places, NDArray[np.int64]]:
        """Of these inscriptions the ones that hold any of the words; up to N = 16 a title only orders equals."""
        places = np.array(docs, dtype=np.intp)
        sums = sums_at(self.words, places)
        places, sums = places[sums > 0], sums[sums > 0]
        return places, sums + ((worth << shift) if self.partition.size > SMALL else 1 << (shift - 1))

    def _with_near(self, shift: int) -> tuple[Places, Sums]:
        """All that was found, with what near words and near titles add."""
        docs, found = summed(self.words, self.partition.size)
        sums: NDArray[np.int64] = found.astype(np.int64)
        if self.evidence:
            sums += self._evidence(docs) << shift
        if added := self._by_title(shift):
            bonus = np.zeros(self.partition.size, dtype=np.int64)
            bonus[list(added)] = list(added.values())
            sums += bonus[docs]
        return docs, sums

    def _by_title(self, shift: int) -> dict[int, int]:
        """What titles that equal the query or come near to it add; up to N = 16 they only order equals."""
        titles, title = self.partition.titles, self.asked.title
        if self.partition.size <= SMALL:
            return dict.fromkeys(titles.equal(title), 1 << (shift - 1))
        exact = {} if self.near else dict.fromkeys(titles.equal(title), EXACT_TITLE << shift)
        nearness = titles.near(title, self.asked.signature())
        if not (exact or nearness):
            return exact
        near = {doc: int(share * FULL_TITLE) << shift for doc, share in nearness}
        return {doc: exact.get(doc, 0) + near.get(doc, 0) for doc in exact.keys() | near.keys()}

    def _evidence(self, docs: Places) -> NDArray[np.int64]:
        """What words that the tongue lacks say through their near forms, among the hits of the others alone."""
        sums = np.zeros(self.partition.size, dtype=np.int32)
        for word in self.evidence:
            sums[word.docs] += word.worth
        evidence = (sums[docs] >> SHIFT).astype(np.float64)
        missing = len(self.asked.missing)
        added = evidence / 2 if self.partition.blended else EVIDENCE * evidence / (13 * SCALE * missing)
        return added.astype(np.int64)


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
