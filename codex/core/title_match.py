"""One tongue's titles as folded words: which equal a query, and how near the others come to it (CDX-03, CDX-04)."""

import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import OSA

from codex.core.folds import fold_all
from codex.core.signatures import Signatures, differing, signatures
from codex.core.texts import Texts, texts_of
from codex.core.tokenise import Ints
from codex.core.weighed import Places
from codex.core.words import words
from codex.core.wordtable import Arrays

Shares = NDArray[np.float64]

_NOWHERE: Final[tuple[Places, Shares]] = (np.zeros(0, dtype=np.intp), np.zeros(0))
#: Bytes of a title that are compared as one number.
_HEAD: Final = 8
#: So few titles are sooner looked at in turn than as an array.
_ONE_BY_ONE: Final = 40
_NAMES: Final = ("checks", "by_check", "heads", "by_head", "signatures", "by_length", "bounds")


def edits_allowed(letters: int) -> int:
    """How many letters may be wrong in a word of so many (CDX-04: one or two)."""
    return 0 if letters < 4 else 1 if letters < 8 else 2


def _likeness(one: int, other: int) -> float:
    return min(one, other) / max(one, other, 1)


def _unfinished(length: int, lengths: Ints) -> Shares:
    """How near titles of some lengths are to a query that they begin with."""
    shares: Shares = (1 + length / np.maximum(lengths, 1)) / 2
    return shares


@dataclass(frozen=True)
class Titles:
    """Titles by inscription, and the inscriptions in three orders: by the title's CRC32, by its bytes, by length.

    `checks`, the first bytes in `heads`, and `signatures` go with these orders; those of length `n` start at
    `bounds[n]`.
    """

    texts: Texts
    checks: NDArray[np.uint32]
    by_check: Ints
    heads: NDArray[np.uint64]
    by_head: Ints
    signatures: Signatures
    by_length: Ints
    bounds: NDArray[np.int64]

    def equal(self, title: str) -> list[int]:
        """The inscriptions that bear just this title, in ascending order."""
        encoded = title.encode("utf-8", "replace")
        check, found = zlib.crc32(encoded), []
        place = bisect_left(self._checks, check)
        while place < len(self._checks) and self._checks[place] == check:
            doc = int(self.by_check[place])
            found += [doc] if self.texts.bytes_at(doc) == encoded else []
            place += 1
        return found

    def near(self, title: str, signed: int) -> tuple[Places, Shares]:
        """The inscriptions whose titles begin with a query or are a few slips off, and how near they are.

        `signed` is the query's signature, spaces left out.
        """
        begun, slips = self._begun(title.encode("utf-8", "replace")), self._mistyped(title, signed)
        if not (len(begun) or slips):
            return _NOWHERE
        shares = _unfinished(len(title), self._lengths[begun])
        if not slips:
            return begun, shares
        docs, likeness = zip(*slips, strict=True)
        return np.concatenate((begun, np.array(docs, dtype=np.intp))), np.concatenate((shares, likeness))

    def _begun(self, encoded: bytes) -> Places:
        """Those that begin with just these bytes."""
        heads, least = self._heads, _head(encoded)
        most = least | (1 << 8 * (_HEAD - len(encoded))) - 1 if len(encoded) < _HEAD else least
        first = bisect_left(heads, least)
        if first == len(heads) or heads[first] > most:
            return _NOWHERE[0]
        end = bisect_right(heads, most, lo=first)
        if len(encoded) > _HEAD:
            cut = len(encoded)
            first = bisect_left(self.by_head, encoded, first, end, key=lambda doc: self._cut(doc, cut))
            end = bisect_right(self.by_head, encoded, first, end, key=lambda doc: self._cut(doc, cut))
        docs: Places = self.by_head[first:end].astype(np.intp)
        return docs

    def _cut(self, doc: int, length: int) -> bytes:
        return bytes(self.texts.bytes_at(doc)[:length])

    def _mistyped(self, title: str, signed: int) -> list[tuple[int, float]]:
        """Those that edits could make of the other, and do; a title that begins with the query is none of them."""
        edits, found = edits_allowed(len(title)), []
        for doc in self._plausible(len(title), signed, edits):
            other = self.texts.at(doc)
            if not other.startswith(title) and OSA.distance(title, other, score_cutoff=edits) <= edits:
                found.append((doc, _likeness(len(title), len(other)) / 2))
        return found

    def _plausible(self, length: int, signed: int, edits: int) -> list[int]:
        """Those whose letters are so few off that edits could make one of the other."""
        bounds = self._bounds
        if not edits or length - edits >= len(bounds):
            return []
        first, end = bounds[length - edits], bounds[min(length + edits + 1, len(bounds) - 1)]
        if end - first <= _ONE_BY_ONE:
            signs = self._signatures
            close = [place for place in range(first, end) if (signs[place] ^ signed).bit_count() <= 2 * edits]
            return [int(self.by_length[place]) for place in close]
        fitting = (differing(self.signatures[first:end], signed) <= 2 * edits).nonzero()[0]
        found: list[int] = self.by_length[first:end][fitting].tolist()
        return found

    @cached_property
    def _lengths(self) -> Ints:
        """The letters of each title."""
        lengths = np.zeros(len(self.texts), dtype=np.int32)
        lengths[self.by_length] = np.repeat(np.arange(len(self.bounds) - 1, dtype=np.int32), np.diff(self.bounds))
        return lengths

    @cached_property
    def _checks(self) -> memoryview:
        return self.checks.data

    @cached_property
    def _signatures(self) -> memoryview:
        return self.signatures.data

    @cached_property
    def _bounds(self) -> memoryview:
        return self.bounds.data

    @cached_property
    def _heads(self) -> memoryview:
        return self.heads.data

    def arrays(self) -> Arrays:
        """What `titles_in` reads them from."""
        return self.texts.arrays("titles") | {f"titles.{name}": getattr(self, name) for name in _NAMES}


def titles_of(titles: Sequence[str], tongue: str) -> Titles:
    """Titles as they stand in the archive, in the order of the inscriptions."""
    folded = fold_all([" ".join(words(title)) for title in titles], tongue)
    encoded = [title.encode("utf-8", "replace") for title in folded]
    checks = np.array([zlib.crc32(title) for title in encoded], dtype=np.uint32)
    heads = np.array([_head(title) for title in encoded], dtype=np.uint64)
    lengths = np.array([len(title) for title in folded], dtype=np.int64)
    by_check, by_length = (np.argsort(keys, kind="stable").astype(np.int32) for keys in (checks, lengths))
    by_head = np.array(sorted(range(len(encoded)), key=encoded.__getitem__), dtype=np.int32)
    bounds = np.searchsorted(lengths[by_length], np.arange(int(lengths.max(initial=0)) + 2)).astype(np.int64)
    signed = signatures([title.replace(" ", "") for title in folded])[by_length]
    return Titles(texts_of(encoded), checks[by_check], by_check, heads[by_head], by_head, signed, by_length, bounds)


def titles_in(arrays: Mapping[str, NDArray[Any]]) -> Titles:
    """The titles that were kept in arrays."""
    return Titles(Texts.within(arrays, "titles"), *(arrays[f"titles.{name}"] for name in _NAMES))


def _head(encoded: bytes) -> int:
    """The first bytes as a number that sorts like them."""
    return int.from_bytes(encoded[:_HEAD].ljust(_HEAD, b"\0"), "big")
