"""One tongue's inverted index: for each stem the inscriptions that hold it and the impact it has there (CDX-03).

Everything that a score needs but the query is known when the archive is read: N, document frequencies, lengths, λ. So
one whole number is stored per (stem, inscription), and the score of a query is a sum of arrays.
"""

import itertools
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from codex.core.stems import stem
from codex.core.words import words_and_compounds

Ints = NDArray[np.int32]

#: The one fixed point of scores: 2¹⁸ steps to a unit, rounded once, when the impact is stored.
SCALE: Final = 1 << 18
#: Up to this many inscriptions in a tongue the seed's integers decide in both rankings (CDX-03).
SMALL: Final = 16
TITLE, SUMMARY, BODY = 1, 2, 4
#: A posting tells up to 15 written forms of its stem apart; rarer ones share the last bit.
FORM_BITS: Final = 16
#: Begins the name of a closed-up compound, which no typed word can equal: only near matches look it up.
COMPOUND: Final = "\x00"


@dataclass(frozen=True, slots=True)
class Entry:
    """The three texts of an inscription that are searched; a summary made from the body is empty here."""

    title: str
    summary: str
    body: str


@dataclass(frozen=True, slots=True)
class Postings:
    """Arrays in parallel, grouped by stem: stem `s` owns the slice `starts[s]:starts[s + 1]`, sorted by inscription."""

    size: int
    stems: dict[str, int]
    #: Written form to (stem, bit in `written`).
    forms: dict[str, tuple[int, int]]
    starts: NDArray[np.int64]
    docs: Ints
    impacts: Ints
    fields: NDArray[np.uint8]
    written: NDArray[np.uint16]

    def slice(self, stem_id: int) -> slice:
        """Where a stem's postings stand."""
        return slice(int(self.starts[stem_id]), int(self.starts[stem_id + 1]))

    def at(self, stem_id: int, doc: int) -> int:
        """The position of one (stem, inscription) pair; -1 when the inscription does not hold the stem."""
        part = self.slice(stem_id)
        position = part.start + int(np.searchsorted(self.docs[part], doc))
        return position if position < part.stop and self.docs[position] == doc else -1


@dataclass(frozen=True, slots=True)
class _Field:
    """One field of all inscriptions: form numbers end to end, how many each has, and how many of those are words."""

    numbers: Ints
    counts: Ints
    lengths: Ints

    def keys(self, of_form: NDArray[np.int64]) -> NDArray[np.int64]:
        """One packed (stem, inscription) number for each form."""
        docs = np.repeat(np.arange(len(self.counts), dtype=np.int64), self.counts)
        return of_form[self.numbers] * max(len(self.counts), 1) + docs


def build(entries: Sequence[Entry], tongue: str, *, ranking: str) -> Postings:
    """Index one tongue's inscriptions; `ranking` is the setting codex-ranking, seed or blended."""
    seen: dict[str, int] = {}
    fields = [_read(texts, seen) for texts in _columns(entries)]
    forms, stems = _vocabulary(_how_often(seen, fields), tongue)
    of_form = np.array([forms[form][0] for form in seen], dtype=np.int64)
    stem_keys = [field.keys(of_form) for field in fields]
    keys = np.unique(np.concatenate(stem_keys))
    starts = np.searchsorted(keys, np.arange(len(stems) + 1, dtype=np.int64) * max(len(entries), 1))
    held, frequency = _presence(keys, stem_keys)
    docs = (keys % max(len(entries), 1)).astype(np.int32)
    impacts = _impacts(fields, docs, np.diff(starts), held, frequency, mixing(len(entries), ranking))
    bits = np.array([1 << forms[form][1] for form in seen], dtype=np.uint16)
    written = _written(keys, fields, stem_keys, bits)
    return Postings(len(entries), stems, forms, starts, docs, impacts, held, written)


def mixing(size: int, ranking: str) -> float:
    """λ: the share of R against the seed's integers for a tongue of `size` inscriptions (CDX-03)."""
    return 0.001 if ranking == "seed" else max(0.001, 1 - (SMALL / max(size, 1)) ** 2)


def _columns(entries: Sequence[Entry]) -> Iterable[list[str]]:
    yield [entry.title for entry in entries]
    yield [entry.summary for entry in entries]
    yield [entry.body for entry in entries]


def _read(texts: Iterable[str], seen: dict[str, int]) -> _Field:
    numbers, counts, lengths = array("i"), array("i"), array("i")
    for text in texts:
        plain, compounds = words_and_compounds(text)
        lengths.append(len(plain))
        plain += [COMPOUND + compound for compound in compounds]
        numbers.extend([seen.setdefault(word, len(seen)) for word in plain])
        counts.append(len(plain))
    return _Field(*(np.array(column, dtype=np.int32) for column in (numbers, counts, lengths)))


def _how_often(seen: Iterable[str], fields: Sequence[_Field]) -> Mapping[str, int]:
    counts = np.bincount(np.concatenate([field.numbers for field in fields]))
    return dict(zip(seen, counts.tolist(), strict=True))


def _vocabulary(counts: Mapping[str, int], tongue: str) -> tuple[dict[str, tuple[int, int]], dict[str, int]]:
    """Forms to (stem, bit) and stems to numbers; sorted, so that nothing depends on the order of the input."""
    stemmed = ((form if form[0] == COMPOUND else stem(form, tongue), form) for form in counts)
    by_stem = sorted((name, -counts[form], form) for name, form in stemmed)
    stems: dict[str, int] = {}
    forms: dict[str, tuple[int, int]] = {}
    for name, group in itertools.groupby(by_stem, key=lambda pair: pair[0]):
        number = stems.setdefault(name, len(stems))
        forms |= {form: (number, min(bit, FORM_BITS - 1)) for bit, (*_, form) in enumerate(group)}
    return forms, stems


def _presence(
    keys: NDArray[np.int64], stem_keys: Sequence[NDArray[np.int64]]
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Which fields hold the stem, as bits, and how often the body does."""
    held = np.zeros(len(keys), dtype=np.uint8)
    frequency = np.zeros(len(keys), dtype=np.float64)
    for bit, field_keys in zip((TITLE, SUMMARY, BODY), stem_keys, strict=True):
        found, counts = np.unique(field_keys, return_counts=True)
        positions = np.searchsorted(keys, found)
        held[positions] |= bit
        if bit == BODY:
            frequency[positions] = counts
    return held, frequency


def _impacts(
    fields: Sequence[_Field],
    docs: Ints,
    dfs: NDArray[np.int64],
    held: NDArray[np.uint8],
    frequency: NDArray[np.float64],
    share: float,
) -> Ints:
    """`(1−λ)·(8T+3S+B) + λ·R` for every posting, in fixed point; never 0, so that a hit is always a hit."""
    title, summary, body = ((held & bit) > 0 for bit in (TITLE, SUMMARY, BODY))
    seed = 8 * title + 3 * summary + 1 * body
    shares = [_length_share(field)[docs] for field in fields[:2]]
    x = frequency / (0.25 + 0.75 * _relative_length(fields[2])[docs])
    v = 8 * title * (1 - 0.45 * shares[0]) + 3 * summary * (1 - 0.45 * shares[1]) + x / (x + 10)
    rarity = np.repeat(_rarity(dfs, len(fields[0].lengths)), dfs)
    impacts = (1 - share) * seed + share * (rarity * 8.1 * v / (v + 0.1))
    scaled: Ints = np.maximum(np.rint(impacts * SCALE), 1).astype(np.int32)
    return scaled


def _length_share(field: _Field) -> NDArray[np.float64]:
    """`l / (l + average)` for each inscription."""
    lengths = field.lengths.astype(np.float64)
    average = lengths.mean() if len(lengths) else 0.0
    share: NDArray[np.float64] = lengths / np.maximum(lengths + average, 1e-9)
    return share


def _relative_length(field: _Field) -> NDArray[np.float64]:
    lengths = field.lengths.astype(np.float64)
    average = lengths.mean() if len(lengths) else 0.0
    relative: NDArray[np.float64] = lengths / max(average, 1e-9)
    return relative


def _rarity(dfs: NDArray[np.int64], size: int) -> NDArray[np.float64]:
    """ρ: inverse document frequency relative to that of a word held by one inscription."""
    idf = np.log(1 + (size - dfs + 0.5) / (dfs + 0.5))
    rarity: NDArray[np.float64] = idf / np.log(1 + (size - 0.5) / 1.5)
    return rarity


def _written(
    keys: NDArray[np.int64],
    fields: Sequence[_Field],
    stem_keys: Sequence[NDArray[np.int64]],
    bits: NDArray[np.uint16],
) -> NDArray[np.uint16]:
    """The bits of the written forms that each inscription holds of each stem, whatever the field."""
    written = np.zeros(len(keys), dtype=np.uint16)
    for field, field_keys in zip(fields, stem_keys, strict=True):
        np.bitwise_or.at(written, np.searchsorted(keys, field_keys), bits[field.numbers])
    return written
