"""Ukrainian words and their lemmas as simplemma has them, in a file that all processes of a host map.

simplemma's own dictionary takes half a second and 100 MB in every process; the file, made from it once, some
milliseconds, and its pages are shared.
"""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Final, Protocol

import numpy as np

from codex.core import flatfile
from codex.core.folds import fold, fold_all
from codex.core.tokenise import Ints
from codex.core.wordtable import WordTable, table_in, table_of

__all__ = ["FILE", "Lemmas", "Library", "Mapped", "make", "mapped"]

#: The file's name in its folder.
FILE: Final = "ukrainian.lemmas"
#: Raised whenever the arrays come to mean something else.
_FORMAT: Final = 1


class Lemmas(Protocol):
    """Says what words come from."""

    def find(self, forms: Sequence[str]) -> list[str | None]:
        """The folded lemmas of forms in lower case; None for those that are unknown."""
        ...


class Library:
    """simplemma itself; it is imported and its dictionary read only when this is made."""

    def __init__(self) -> None:
        from simplemma import Lemmatizer
        from simplemma.strategies import DefaultDictionaryFactory, DefaultStrategy

        factory = DefaultDictionaryFactory()
        self._dictionary: Mapping[str, str] = factory.get_dictionary("uk")
        self._word = self._dictionary.get
        self._lemmatize = Lemmatizer(1, lemmatization_strategy=DefaultStrategy(dictionary_factory=factory)).lemmatize

    def find(self, forms: Sequence[str]) -> list[str | None]:
        """The folded lemmas of forms in lower case; None for those that are unknown."""
        return [self._found(form) for form in forms]

    def _found(self, form: str) -> str | None:
        # What simplemma asks of a word in lower case; asked directly it takes a third of the time.
        if self._word(form) is None and self._word(form.capitalize()) is None:
            return None
        return fold(self.lemma(form), "uk")

    def lemma(self, form: str) -> str:
        """The lemma of a known form, in lower case."""
        return str(self._lemmatize(form, "uk")).lower()

    def forms(self) -> Iterator[str]:
        """Every form in lower case that is known."""
        yield from dict.fromkeys(
            form for word in self._dictionary for form in (word.lower(),) if word in (form, form.capitalize())
        )


class Mapped:
    """The same from the file."""

    def __init__(self, forms: WordTable, lemmas: WordTable, lemma_of: Ints) -> None:
        self._forms, self._lemmas, self._lemma_of = forms, lemmas, lemma_of.data

    def find(self, forms: Sequence[str]) -> list[str | None]:
        """The folded lemmas of forms in lower case; None for those that are unknown."""
        numbers, lemmas, lemma_of = self._forms.find_all(forms), self._lemmas, self._lemma_of
        return [None if number < 0 else lemmas[lemma_of[number]] for number in numbers]


def make(folder: Path) -> None:
    """Write the file: some seconds of work (raises OSError)."""
    library = Library()
    forms = list(library.forms())
    numbers: dict[str, int] = {}
    lemmas = fold_all([library.lemma(form) for form in forms], "uk")
    lemma_of = np.array([numbers.setdefault(lemma, len(numbers)) for lemma in lemmas], dtype=np.int32)
    arrays = table_of(forms).arrays("forms") | table_of(list(numbers)).arrays("lemmas") | {"lemma_of": lemma_of}
    flatfile.write(folder / FILE, _content(), arrays, {})


def mapped(folder: Path) -> Mapped:
    """Map the file (raises FlatFileError when there is none of these versions)."""
    arrays = flatfile.read(folder / FILE, _content()).arrays
    return Mapped(table_in(arrays, "forms"), table_in(arrays, "lemmas"), arrays["lemma_of"])


def _content() -> str:
    return f"lemmas {_FORMAT}; simplemma {version('simplemma')}; Unicode {unicodedata.unidata_version}"
