"""A tongue's written forms and the stems they belong to, by number and by name."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from codex.core.stems import stem_all
from codex.core.tokenise import COMPOUND, Ints
from codex.core.wordtable import Arrays, WordTable, table_in, table_of

#: A posting tells up to 15 written forms of its stem apart; rarer ones share the last bit.
FORM_BITS: Final = 16


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Forms stand stem by stem: those of stem `s` are the numbers from `first[s]` up to `first[s + 1]`."""

    forms: WordTable
    stems: WordTable
    stem_of: Ints
    first: Ints

    def written(self, word: str) -> tuple[int, int]:
        """The stem of a written form and the form's bit in postings; (-1, 0) when the archive does not hold it."""
        form = self.forms.find(word)
        if form < 0:
            return -1, 0
        stem = int(self.stem_of[form])
        return stem, min(form - int(self.first[stem]), FORM_BITS - 1)

    def forms_of(self, stem: int) -> list[str]:
        """The written forms of a stem."""
        return [self.forms[form] for form in range(int(self.first[stem]), int(self.first[stem + 1]))]

    def bits(self) -> NDArray[np.uint16]:
        """The bit of every form."""
        places = np.arange(len(self.stem_of), dtype=np.int32) - self.first[self.stem_of]
        bits: NDArray[np.uint16] = np.left_shift(1, np.minimum(places, FORM_BITS - 1)).astype(np.uint16)
        return bits

    def arrays(self) -> Arrays:
        """What `vocabulary_in` reads it from."""
        return self.forms.arrays("forms") | self.stems.arrays("stems") | {"stem_of": self.stem_of, "first": self.first}


def vocabulary_of(forms: Sequence[str], numbers: Ints, tongue: str) -> tuple[Vocabulary, Ints]:
    """The vocabulary, and the number that each of `forms` has in it; `numbers` are all their occurrences.

    Numbers follow the order in which words are met, and only of very many forms of one stem their frequency.
    """
    stems: defaultdict[str, int] = defaultdict()
    stems.default_factory = stems.__len__
    stem_of = np.array([stems[name] for name in _stems(forms, tongue)], dtype=np.int32)
    order = np.argsort(stem_of, kind="stable").astype(np.int32)
    sizes = np.bincount(stem_of, minlength=len(stems))
    first = np.concatenate(([0], np.cumsum(sizes))).astype(np.int32)
    for stem in np.flatnonzero(sizes > FORM_BITS).tolist():
        part = slice(int(first[stem]), int(first[stem + 1]))
        order[part] = _commonest_first(order[part], forms, numbers)
    renumbered = np.empty_like(order)
    renumbered[order] = np.arange(len(order), dtype=np.int32)
    table = table_of([forms[form] for form in order.tolist()])
    return Vocabulary(table, table_of(tuple(stems)), stem_of[order], first), renumbered


def vocabulary_in(arrays: Mapping[str, NDArray[Any]]) -> Vocabulary:
    """The vocabulary that was kept in arrays."""
    return Vocabulary(table_in(arrays, "forms"), table_in(arrays, "stems"), arrays["stem_of"], arrays["first"])


def _stems(forms: Sequence[str], tongue: str) -> list[str]:
    """The stem of each form; a closed-up compound is its own."""
    plain = iter(stem_all([form for form in forms if form[0] != COMPOUND], tongue))
    return [form if form[0] == COMPOUND else next(plain) for form in forms]


def _commonest_first(places: Ints, forms: Sequence[str], numbers: Ints) -> list[int]:
    counts = {place: int(np.count_nonzero(numbers == place)) for place in places.tolist()}
    return sorted(counts, key=lambda place: (-counts[place], forms[place]))
