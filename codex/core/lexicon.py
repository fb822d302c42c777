"""A tongue's written forms in order, as near words are looked for among them; arrays that can lie in a mapped file."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from codex.core.folds import bare, fold_all
from codex.core.signatures import Signatures, signatures
from codex.core.texts import Texts, texts_of
from codex.core.tokenise import COMPOUND, Ints
from codex.core.wordtable import Arrays, WordTable


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Every form under its keys: without any mark, folded and not, so that ä is near to both ae and a.

    `keys` are sorted; `form_of` and `lengths` go with them. `by_length` are their places, the shortest first;
    `signatures` go with these, and those of length `n` begin at `bounds[n]`.
    """

    forms: WordTable
    stem_of: Ints
    keys: Texts
    form_of: Ints
    lengths: NDArray[np.uint16]
    by_length: Ints
    signatures: Signatures
    bounds: NDArray[np.int64]

    def form(self, place: int) -> str:
        """The written form at a place of `keys`."""
        return self.forms[int(self.form_of[place])].lstrip(COMPOUND)

    def of_lengths(self, shortest: int, longest: int) -> tuple[slice, NDArray[np.int64]]:
        """Where in `by_length` the keys of some lengths stand, and how many each length has."""
        last = len(self.bounds) - 1
        bounds = self.bounds[np.minimum(np.arange(shortest, longest + 2), last)]
        return slice(int(bounds[0]), int(bounds[-1])), np.diff(bounds)

    def arrays(self) -> Arrays:
        """What `lexicon_in` reads it from."""
        names = ("form_of", "lengths", "by_length", "signatures", "bounds")
        return self.keys.arrays("keys") | {f"keys.{name}": getattr(self, name) for name in names}


def lexicon_of(forms: WordTable, stem_of: Ints, tongue: str) -> Lexicon:
    """Put forms in order."""
    written = [form.lstrip(COMPOUND) for form in forms.texts]
    keys, form_of = _keys(written, tongue)
    lengths = np.array([min(len(key), 0xFFFF) for key in keys], dtype=np.uint16)
    by_length = np.argsort(lengths, kind="stable").astype(np.int32)
    longest = int(lengths.max(initial=0))
    bounds = np.searchsorted(lengths[by_length], np.arange(longest + 2)).astype(np.int64)
    signed = signatures(keys)[by_length]
    return Lexicon(forms, stem_of, texts_of(keys), form_of, lengths, by_length, signed, bounds)


def lexicon_in(arrays: Mapping[str, NDArray[Any]], forms: WordTable, stem_of: Ints) -> Lexicon:
    """The lexicon that was kept in arrays."""
    names = ("form_of", "lengths", "by_length", "signatures", "bounds")
    return Lexicon(forms, stem_of, Texts.within(arrays, "keys"), *(arrays[f"keys.{name}"] for name in names))


def _keys(written: list[str], tongue: str) -> tuple[list[str], Ints]:
    """The keys in order, and the number of each one's form."""
    if not written:
        return [], np.zeros(0, dtype=np.int32)
    folded = bare("\n".join(fold_all(written, tongue))).split("\n")
    plain = bare("\n".join(written).casefold()).split("\n")
    pairs = [*zip(folded, range(len(written)), strict=True)]
    pairs += [(other, form) for form, (key, other) in enumerate(zip(folded, plain, strict=True)) if key != other]
    pairs.sort()
    return [key for key, _ in pairs], np.array([form for _, form in pairs], dtype=np.int32)
