"""One tongue's inverted index: for each stem the inscriptions that hold it and the impact it has there (CDX-03).

Everything that a score needs but the query is known when the archive is read: N, document frequencies, lengths, λ. So
one whole number is stored per (stem, inscription), and the score of a query is a sum of arrays.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from codex.core.impacts import BODY, SUMMARY, TITLE, Held, impacts, mixing
from codex.core.tokenise import Ints, tokenise
from codex.core.vocabulary import Vocabulary, vocabulary_in, vocabulary_of
from codex.core.weighed import PAGE
from codex.core.wordtable import Arrays

#: Of shorter postings it is found when they are read.
_LONG: Final = 256
_NAMES: Final = ("starts", "docs", "impacts", "fields", "written", "floors")
#: A title, a summary that is not made from the body (else empty), and a body.
Entry = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Postings:
    """Arrays in parallel, grouped by stem: stem `s` owns the slice `starts[s]:starts[s + 1]`, sorted by inscription."""

    size: int
    vocabulary: Vocabulary
    starts: NDArray[np.int64]
    docs: Ints
    impacts: Ints
    fields: NDArray[np.uint8]
    #: Which of its written forms an inscription holds, as bits.
    written: NDArray[np.uint16]
    #: For each stem with a long list the impact that its best PAGE inscriptions have at least; else 0.
    floors: Ints

    def slice(self, stem_id: int) -> slice:
        """Where a stem's postings stand."""
        return slice(int(self.starts[stem_id]), int(self.starts[stem_id + 1]))

    def at(self, stem_id: int, doc: int) -> int:
        """The position of one (stem, inscription) pair; -1 when the inscription does not hold the stem."""
        part = self.slice(stem_id)
        position = part.start + int(np.searchsorted(self.docs[part], doc))
        return position if position < part.stop and self.docs[position] == doc else -1

    def writers(self, word: str) -> Ints:
        """The inscriptions that hold a word in just this written form, in ascending order."""
        stem_id, bit = self.vocabulary.written(word)
        part = self.slice(stem_id) if stem_id >= 0 else slice(0)
        holding = (self.written[part] >> bit) & 1
        found: Ints = self.docs[part][holding > 0]
        return found

    def floor(self, stem_id: int) -> int:
        """The impact that a stem's best PAGE inscriptions have at least; 0 when there are fewer."""
        part = self.slice(stem_id)
        if part.stop - part.start >= _LONG:
            return int(self.floors[stem_id])
        return _floor(self.impacts[part])

    def arrays(self) -> Arrays:
        """What `postings_in` reads them from."""
        return self.vocabulary.arrays() | {name: getattr(self, name) for name in _NAMES}


def build(entries: Iterable[Entry], tongue: str, *, ranking: str) -> Postings:
    """Index one tongue's inscriptions; `ranking` is the setting codex-ranking, seed or blended."""
    tokens = tokenise(text for entry in entries for text in entry)
    size = len(tokens.counts) // 3
    vocabulary, renumbered = vocabulary_of(tokens.forms, tokens.numbers, tongue)
    numbers = renumbered[tokens.numbers]
    held, written = _held(numbers, tokens.counts, vocabulary)
    worth = impacts(held, tokens.lengths, mixing(size, ranking))
    starts = np.concatenate(([0], np.cumsum(held.dfs)))
    return Postings(size, vocabulary, starts, held.docs, worth, held.fields, written, _floors(worth, starts))


def postings_in(arrays: Mapping[str, NDArray[Any]], size: int) -> Postings:
    """The postings of `size` inscriptions that were kept in arrays."""
    return Postings(size, vocabulary_in(arrays), *(arrays[name] for name in _NAMES))


def _held(numbers: Ints, counts: Ints, vocabulary: Vocabulary) -> tuple[Held, NDArray[np.uint16]]:
    """Occurrences brought together by (stem, inscription), and the written forms among them."""
    stems = vocabulary.stem_of[numbers]
    order = _by_stem(stems, len(vocabulary.stems))
    texts = np.repeat(np.arange(len(counts), dtype=np.int32), counts)[order]
    stems, docs = stems[order], texts // 3
    fields = np.array([TITLE, SUMMARY, BODY], dtype=np.uint8)[texts - 3 * docs]
    begins = np.ones(len(stems), dtype=bool)
    begins[1:] = (stems[1:] != stems[:-1]) | (docs[1:] != docs[:-1])
    first = np.flatnonzero(begins)
    dfs = np.bincount(stems[first], minlength=len(vocabulary.stems))
    frequency = _together(np.add, (fields == BODY).astype(np.int32), first)
    written = _together(np.bitwise_or, vocabulary.bits()[numbers[order]], first)
    return Held(docs[first], _together(np.bitwise_or, fields, first), frequency, dfs), written


def _by_stem(stems: Ints, count: int) -> NDArray[np.intp]:
    """The order of occurrences by stem, each stem's as they were: numbers of 16 bits are sorted in linear time."""
    order = np.argsort(stems.astype(np.uint16), kind="stable")
    if count > 1 << 16:
        order = order[np.argsort((stems[order] >> 16).astype(np.uint16), kind="stable")]
    return order


def _together(how: np.ufunc, values: NDArray[Any], first: NDArray[np.intp]) -> NDArray[Any]:
    joined: NDArray[Any] = how.reduceat(values, first) if len(first) else values
    return joined


def _floors(worth: Ints, starts: NDArray[np.int64]) -> Ints:
    floors = np.zeros(len(starts) - 1, dtype=np.int32)
    for stem in np.flatnonzero(np.diff(starts) >= _LONG).tolist():
        floors[stem] = _floor(worth[starts[stem] : starts[stem + 1]])
    return floors


def _floor(worth: Ints) -> int:
    return int(np.partition(worth, len(worth) - PAGE)[len(worth) - PAGE]) if len(worth) >= PAGE else 0
