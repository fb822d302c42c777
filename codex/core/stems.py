"""Words to stems: Snowball for English, German, Esperanto and Norwegian, simplemma's lemmas for Ukrainian (CDX-03)."""

import contextlib
import functools
import re
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import Stemmer

from codex.core import lemmas
from codex.core.flatfile import FlatFileError
from codex.core.folds import fold, fold_all

_SNOWBALL: Final = {"en": "english", "de": "german", "eo": "esperanto", "no": "norwegian"}
#: Where Ukrainian spelling may ask for an apostrophe that people leave out on the keyboard (обєкт, підїзд).
_GAP: Final = re.compile("(?<=[бвгджзклмнпрстфхцчшщ])(?=[яюєї])")
#: Endings of nouns and adjectives, for words that simplemma does not know; what they leave has four letters at least.
_ENDING: Final = re.compile(
    "(?<=[а-яєіїґ]{4})(?:ями|ами|ові|еві|єві|ого|ому|ими|ої|ою|ею|єю|ів|їв|ам|ям|ах|ях|ом|ем|єм|ий|[аяуюиіїеєоьй])$",
    re.MULTILINE,
)
#: No Ukrainian word is longer; beyond it each lookup costs more and finds nothing.
_LONGEST: Final = 40
#: So many different words stand in archives of thousands of inscriptions.
_MANY: Final = 10_000
_local = threading.local()


@dataclass(slots=True)
class _Kept:
    """Where Ukrainian lemmas lie in a file, and whether it is made when it is not there."""

    folder: Path | None = None
    is_made: bool = False


_kept: Final = _Kept()


def keep_lemmas(folder: Path | None, *, make: bool = False) -> None:
    """Map Ukrainian lemmas from a file in a folder, if it is there; `make` it when it is not, which takes seconds."""
    if (_kept.folder, _kept.is_made) != (folder, make):
        _kept.folder, _kept.is_made = folder, make
        _ukrainian.cache_clear()


def stem(word: str, tongue: str) -> str:
    """The stem of a written word, folded; what the archive and the query are compared by."""
    folded = fold(word, tongue)
    return _remembered(folded) if tongue == "uk" else _snowball(folded, tongue)


def stem_all(words: Sequence[str], tongue: str) -> list[str]:
    """The stems of many words, in their order."""
    folded = fold_all(words, tongue)
    if tongue == "uk":
        return _reader(len(words)).lemmas(folded)
    return [found or one for found, one in zip(_stemmer(tongue).stemWords(folded), folded, strict=True)]


def _snowball(folded: str, tongue: str) -> str:
    found: str = _stemmer(tongue).stemWord(folded)
    return found or folded


def _stemmer(tongue: str) -> Stemmer.Stemmer:
    """One stemmer a thread: the C object keeps state while it works."""
    stemmers: dict[str, Stemmer.Stemmer] = _local.__dict__.setdefault("stemmers", {})
    if tongue not in stemmers:
        stemmers[tongue] = Stemmer.Stemmer(_SNOWBALL[tongue], 0)
    return stemmers[tongue]


class _Ukrainian:
    """Lemmas of folded words."""

    def __init__(self) -> None:
        self._find = _source().find

    def lemmas(self, folded: Sequence[str]) -> list[str]:
        """A lemma depends on the folded form alone: one that was typed without ґ or apostrophe has the same.

        An unknown word loses its ending, or no form of a name or of a thing of the lore would find another.
        """
        short = [(place, word) for place, word in enumerate(folded) if len(word) <= _LONGEST]
        known = self._first_known(short)
        others = ((place, form) for place, word in short if place not in known for form in _in_full(word))
        known |= self._first_known(list(others))
        unknown = [place for place in range(len(folded)) if place not in known]
        known |= zip(unknown, _without_endings([folded[place] for place in unknown]), strict=True)
        return [known[place] for place in range(len(folded))]

    def _first_known(self, forms: Sequence[tuple[int, str]]) -> dict[int, str]:
        """For each place the lemma of the first of its forms that has one."""
        found = zip(forms, self._find([form for _, form in forms]), strict=True)
        known: dict[int, str] = {}
        for (place, _), lemma in found:
            if lemma is not None:
                known.setdefault(place, lemma)
        return known


def _in_full(folded: str) -> Iterator[str]:
    """What a folded word may be in full: with an apostrophe, with a ґ."""
    for gap in _GAP.finditer(folded):
        yield f"{folded[: gap.start()]}'{folded[gap.start() :]}"
    for hard in re.finditer("г", folded) if "г" in folded else ():
        yield f"{folded[: hard.start()]}ґ{folded[hard.end() :]}"


def _without_endings(words: Sequence[str]) -> list[str]:
    """Words that hold no line's end, cut all at once."""
    return _ENDING.sub("", "\n".join(words)).split("\n") if words else []


def _source() -> lemmas.Lemmas:
    if _kept.folder:
        with contextlib.suppress(FlatFileError):
            return lemmas.mapped(_kept.folder)
        if _kept.is_made:
            with contextlib.suppress(FlatFileError, OSError):
                lemmas.make(_kept.folder)
                return lemmas.mapped(_kept.folder)
    return lemmas.Library()


_ukrainian = functools.lru_cache(maxsize=1)(_Ukrainian)


def _reader(words: int) -> _Ukrainian:
    """What reads so many words: for a large archive one that goes when they are read, unless it is there already."""
    return _Ukrainian() if words > _MANY and not _ukrainian.cache_info().currsize else _ukrainian()


@functools.lru_cache(maxsize=2_048)
def _remembered(folded: str) -> str:
    """The lemma of a word that comes in queries; an archive's different words are each looked up once."""
    return _ukrainian().lemmas([folded])[0]
