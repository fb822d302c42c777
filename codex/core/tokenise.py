"""Texts as the numbers of their words: every different piece is read once, whatever the length of the archive."""

from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from codex.core.runs import runs
from codex.core.words import normal, pieces, words_and_compounds

Ints = NDArray[np.int32]

#: Begins the name of a closed-up compound, which no typed word can equal: only near matches look it up.
COMPOUND: Final = "\x00"


@dataclass(frozen=True, slots=True)
class Tokens:
    """All words of all texts, end to end, as numbers of `forms`; how many each text has, compounds and all."""

    forms: tuple[str, ...]
    numbers: Ints
    counts: Ints
    #: How many words each text has: compounds add no length.
    lengths: Ints


def tokenise(texts: Iterable[str]) -> Tokens:
    """Read texts as words."""
    seen: defaultdict[bytes, int] = defaultdict()
    # A piece that is new gets the next number: no step of Python for each.
    seen.default_factory = seen.__len__
    numbers, counts = array("i"), array("i")
    for text in texts:
        found = pieces(text)
        counts.append(len(found))
        numbers.extend(map(seen.__getitem__, found))
    return _spelled_out(list(seen), np.array(numbers, dtype=np.int32), np.array(counts, dtype=np.int32))


def _spelled_out(found: Sequence[bytes], numbers: Ints, counts: Ints) -> Tokens:
    """Put for each piece the words that it holds."""
    names, flat, sizes = _read(found)
    plain = np.array([name[0] != COMPOUND for name in names], dtype=bool)
    spelled = _expanded(flat, sizes, numbers)
    ends = np.cumsum(sizes[numbers])
    bounds = _sums(ends, np.cumsum(counts))
    return Tokens(names, spelled, _each(bounds), _each(_sums(np.cumsum(plain[spelled]), bounds)))


def _read(found: Sequence[bytes]) -> tuple[tuple[str, ...], Ints, NDArray[np.int64]]:
    """The words of all pieces, the numbers of each piece's words end to end, and how many it has."""
    spelled = b"\n".join(found).decode().split("\n") if found else []
    forms: defaultdict[str, int] = defaultdict()
    forms.default_factory = forms.__len__
    lowered = _lowered(spelled)
    others = [place for place, word in enumerate(lowered) if not word.isalnum()]
    read = [_words_of(spelled[place]) for place in others]
    sizes = np.ones(len(spelled), dtype=np.int64)
    sizes[others] = [len(held) for held in read]
    flat = np.zeros(int(sizes.sum()), dtype=np.int32)
    single = np.ones(len(spelled), dtype=bool)
    single[others] = False
    singles = np.repeat(single, sizes)
    flat[singles] = [forms[word] for word in lowered if word.isalnum()]
    flat[~singles] = [forms[word] for held in read for word in held]
    return tuple(forms), flat, sizes


def _lowered(spelled: Sequence[str]) -> list[str]:
    """All pieces of letters and digits alone in lower case, at once; a mark that is no word for each of the others."""
    return normal("\n".join([piece if piece.isalnum() else "_" for piece in spelled])).split("\n") if spelled else []


def _words_of(piece: str) -> list[str]:
    """The words of a piece that is not just one, and its compounds closed up."""
    plain, compounds = words_and_compounds(piece)
    return plain + [COMPOUND + compound for compound in compounds]


def _expanded(flat: Ints, sizes: NDArray[np.int64], numbers: Ints) -> Ints:
    """For each number its slice of `flat`, end to end."""
    if len(flat) == len(sizes) and bool(np.all(sizes == 1)):
        return flat[numbers]
    starts = np.cumsum(sizes) - sizes
    return flat[runs(starts[numbers], sizes[numbers])]


def _sums(sums: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray[np.int64]:
    """The running sum at each of some ends."""
    return np.concatenate(([0], sums))[ends]


def _each(ends: NDArray[np.int64]) -> Ints:
    return np.diff(ends, prepend=0).astype(np.int32)
