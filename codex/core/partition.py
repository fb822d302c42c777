"""One tongue's part of the index: its inscriptions, their postings, and the two kinds of looking (CDX-03, CDX-04)."""

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from codex.core.archive import Inscription
from codex.core.near import FULL, Lexicon, Near, title_nearness
from codex.core.postings import SCALE, SMALL, TITLE, Entry, Ints, Postings, build
from codex.core.query import Term, folded_title, terms

#: Added to the score above N = 16: more than 64 stems can ever sum to, so these titles come first (CDX-03).
EXACT_TITLE: Final = 1 << 29
FULL_TITLE: Final = 1 << 28
#: Near evidence for words that the archive lacks orders hits whose whole numbers are equal, and no others.
EVIDENCE: Final = SCALE // 4
#: Near words are looked for so many of the query's words, the first; each look-up walks the whole lexicon.
MOST_NEAR: Final = 8
#: Among so many of the best a near title is looked for.
_LOOKED_AT: Final = 200


@dataclass(frozen=True, slots=True)
class Matched:
    """A word of the query and the stems it was looked up as: one when exact, several when near."""

    word: str
    nears: tuple[Near, ...]

    @property
    def stem_ids(self) -> frozenset[int]:
        """The stems that count as this word."""
        return frozenset(near.stem_id for near in self.nears)


@dataclass(frozen=True, slots=True)
class Found:
    """What one attempt found in one tongue: inscription numbers with their scores in fixed point, in no order."""

    partition: "Partition"
    matched: tuple[Matched, ...]
    docs: NDArray[np.intp]
    scores: Ints
    title: str

    @property
    def total(self) -> int:
        """How many inscriptions were found."""
        return len(self.docs)

    def within(self, collection: str | None) -> "Found":
        """Only those of one collection; all when None."""
        if collection is None:
            return self
        kept = self.partition.collection_of[self.docs] == self.partition.collection_number(collection)
        return replace(self, docs=self.docs[kept], scores=self.scores[kept])

    def collections(self) -> dict[str, int]:
        """How many of them each collection holds."""
        names = self.partition.collections
        counts = np.bincount(self.partition.collection_of[self.docs], minlength=len(names))
        return {name: int(count) for name, count in zip(names, counts, strict=True) if name and count}

    def score_at(self, place: int) -> float:
        """The score as a number, from its fixed point."""
        return int(self.scores[place]) / SCALE

    def inscription_at(self, place: int) -> Inscription:
        """The inscription at a place of this value."""
        return self.partition.inscriptions[int(self.docs[place])]

    def best(self, most: int, *, merged: bool = False) -> list[int]:
        """The places of the best, in order: score, an equal title where it adds no score, written form, URL.

        `merged` with other tongues' only score and URL count (CDX-04).
        """
        places = _leading(self.scores, most)
        docs = self.docs[places]
        finer = () if merged else (-self._written()[docs], -self._equal_titles(docs))
        order = np.lexsort((self.partition.by_url[docs], *finer, -self.scores[places]))
        best: list[int] = places[order[:most]].tolist()
        return best

    def _equal_titles(self, docs: NDArray[np.intp]) -> Ints:
        """Up to N = 16, which titles equal the query; above, the score says so."""
        small = self.partition.size <= SMALL
        equal = [small and self.partition.titles[doc] == self.title for doc in docs.tolist()]
        return np.array(equal, dtype=np.int32)

    def _written(self) -> Ints:
        """How many of the query's words each inscription of the tongue holds as they were written."""
        counts = np.zeros(self.partition.size, dtype=np.int32)
        for matched in self.matched:
            counts[self.partition.writers(matched.word)] += 1
        return counts


class Partition:
    """The inscriptions of one tongue, indexed."""

    def __init__(self, inscriptions: Sequence[Inscription], tongue: str, *, ranking: str) -> None:
        self.tongue = tongue
        self.blended = ranking != "seed"
        self.inscriptions = tuple(inscriptions)
        self.size = len(self.inscriptions)
        self.postings: Postings = build([_entry(one) for one in self.inscriptions], tongue, ranking=ranking)
        self.titles = [folded_title(one.title, tongue) for one in self.inscriptions]
        self._titled = _places(self.titles)
        self.by_url = _ranks([(one.url, one.title, one.summary, one.body) for one in self.inscriptions])
        self.collections = sorted({one.collection for one in self.inscriptions})
        numbers = {name: number for number, name in enumerate(self.collections)}
        self.collection_of = np.array([numbers[one.collection] for one in self.inscriptions], dtype=np.intp)

    @functools.cached_property
    def lexicon(self) -> Lexicon:
        """The words near matches are looked for in; made at the first near search."""
        return Lexicon(self.postings.forms, self.tongue)

    def collection_number(self, name: str) -> int:
        """The number of a collection; -1 when there is none of that name here."""
        return self.collections.index(name) if name in self.collections else -1

    def writers(self, word: str) -> Ints:
        """The inscriptions that hold a word in just this written form, in ascending order."""
        stem_id, bit = self.postings.forms.get(word, (-1, 0))
        part = self.postings.slice(stem_id) if stem_id >= 0 else slice(0)
        holding = (self.postings.written[part] >> bit) & 1
        found: Ints = self.postings.docs[part][holding > 0]
        return found

    def exact(self, *, query: str) -> Found:
        """Inscriptions that hold at least one stem of the query, scored by CDX-03."""
        asked = terms(query, self.tongue)
        known = [self._known(term) for term in asked if term.stem in self.postings.stems]
        scores = self._sum(known)
        title = folded_title(query, self.tongue)
        self._add_titles(scores, known if len(known) == len(asked) else [], title)
        if known and len(known) < len(asked):
            self._add_evidence(scores, [term for term in asked if term.stem not in self.postings.stems], title)
        return self._found(scores, known, title)

    def near(self, *, query: str) -> Found:
        """Inscriptions that hold a word near to one of the query's first 8; a near title comes before the others."""
        asked = terms(query, self.tongue)
        nears = self._nears(asked)
        scores = self._sum(nears)
        title = folded_title(query, self.tongue)
        if self.size > SMALL:
            self._add_near_titles(scores, title)
        return self._found(scores, nears, title)

    def _known(self, term: Term) -> Matched:
        return Matched(term.word, (Near(FULL, term.stem, self.postings.stems[term.stem], "stem"),))

    def _nears(self, asked: Sequence[Term]) -> list[Matched]:
        found = [Matched(term.word, tuple(self.lexicon.near(term.word))) for term in asked[:MOST_NEAR]]
        return [matched for matched in found if matched.nears]

    def _sum(self, matched: Iterable[Matched]) -> Ints:
        """Add up the impacts; of several near words for one word only the best counts in each inscription."""
        scores = np.zeros(self.size, dtype=np.int32)
        for one in matched:
            if len(one.nears) == 1 and one.nears[0].weight == FULL:
                part = self.postings.slice(one.nears[0].stem_id)
                scores[self.postings.docs[part]] += self.postings.impacts[part]
            else:
                scores += self._best_of(one.nears)
        return scores

    def _best_of(self, nears: Iterable[Near]) -> Ints:
        best = np.zeros(self.size, dtype=np.int32)
        for near in nears:
            part = self.postings.slice(near.stem_id)
            docs = self.postings.docs[part]
            weighed = self.postings.impacts[part].astype(np.int64) * near.weight // FULL
            best[docs] = np.maximum(best[docs], np.maximum(weighed, 1).astype(np.int32))
        return best

    def _add_titles(self, scores: Ints, known: Sequence[Matched], title: str) -> None:
        """Above N = 16: an equal title first; blended: then titles that hold every word of the query."""
        if self.size <= SMALL:
            return
        if self.blended and known:
            scores[self._full_titles(known)] += FULL_TITLE
        equal = [doc for doc in self._titled.get(title, ()) if scores[doc]]
        scores[equal] = scores[equal] % FULL_TITLE + EXACT_TITLE

    def _full_titles(self, known: Sequence[Matched]) -> NDArray[np.intp]:
        counts = np.zeros(self.size, dtype=np.int32)
        for matched in known:
            part = self.postings.slice(matched.nears[0].stem_id)
            counts[self.postings.docs[part]] += (self.postings.fields[part] & TITLE) > 0
        return np.flatnonzero(counts == len(known))

    def _add_evidence(self, scores: Ints, missing: Sequence[Term], title: str) -> None:
        """Let words that the tongue lacks speak through their near forms, among the hits of the others alone."""
        evidence = self._sum(self._nears(missing)).astype(np.float64)
        added = evidence / 2 if self.blended else EVIDENCE * evidence / (13 * SCALE * len(missing))
        hits = scores > 0
        scores[hits] += added[hits].astype(np.int32)
        if self.size > SMALL:
            self._add_near_titles(scores, title)

    def _add_near_titles(self, scores: Ints, title: str) -> None:
        """Of the best-scored inscriptions, put first those whose title is nearest to the whole query."""
        leading = _leading(scores, _LOOKED_AT)
        docs = leading[scores[leading] > 0]
        nearness = {name: title_nearness(title, name) for name in {self.titles[doc] for doc in docs.tolist()}}
        added = [int(nearness[self.titles[doc]] * FULL_TITLE) for doc in docs.tolist()]
        scores[docs] += np.array(added, dtype=np.int32)

    def _found(self, scores: Ints, matched: Sequence[Matched], title: str) -> Found:
        docs = np.flatnonzero(scores)
        return Found(self, tuple(matched), docs, scores[docs], title)


def _entry(inscription: Inscription) -> Entry:
    return Entry(inscription.title, inscription.summary if inscription.own_summary else "", inscription.body)


def _places(titles: Sequence[str]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for doc, title in enumerate(titles):
        places.setdefault(title, []).append(doc)
    return places


def _ranks(keys: Sequence[tuple[str, ...]]) -> NDArray[np.intp]:
    """The place that each key has when they are sorted."""
    ranks = np.zeros(len(keys), dtype=np.intp)
    ranks[sorted(range(len(keys)), key=keys.__getitem__)] = np.arange(len(keys))
    return ranks


def _leading(scores: Ints, most: int) -> NDArray[np.intp]:
    """The places of the highest scores, and of all that equal the last of them."""
    if not 0 < most < len(scores):
        return np.arange(len(scores) if most > 0 else 0)
    least = np.partition(scores, len(scores) - most)[len(scores) - most]
    return np.flatnonzero(scores >= max(int(least), 1))
