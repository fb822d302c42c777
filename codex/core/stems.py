"""Words to stems: Snowball for English, German, Esperanto and Norwegian, simplemma's lemmas for Ukrainian (CDX-03)."""

import functools
import re
import threading
from collections.abc import Iterator
from typing import Final

import simplemma
import Stemmer

from codex.core.folds import fold

_SNOWBALL: Final = {"en": "english", "de": "german", "eo": "esperanto", "no": "norwegian"}
#: Where Ukrainian spelling may ask for an apostrophe that people leave out on the keyboard (обєкт, підїзд).
_GAP: Final = re.compile("(?<=[бвгджзклмнпрстфхцчшщ])(?=[яюєї])")
#: Endings of nouns and adjectives, for words that simplemma does not know; what they leave has four letters at least.
_ENDING: Final = re.compile(
    "(?<=[а-яєіїґ]{4})(?:ями|ами|ові|еві|єві|ого|ому|ими|ої|ою|ею|єю|ів|їв|ам|ям|ах|ях|ом|ем|єм|ий|[аяуюиіїеєоьй])$"
)
#: No Ukrainian word is longer; beyond it each lookup costs more and finds nothing.
_LONGEST: Final = 40
_local = threading.local()


def stem(word: str, tongue: str) -> str:
    """The stem of a written word, folded; what the archive and the query are compared by."""
    folded = fold(word, tongue)
    return _lemma(folded) if tongue == "uk" else _snowball(folded, tongue)


def _snowball(folded: str, tongue: str) -> str:
    found: str = _stemmer(tongue).stemWord(folded)
    return found or folded


def _stemmer(tongue: str) -> Stemmer.Stemmer:
    """One stemmer a thread: the C object keeps state while it works."""
    stemmers: dict[str, Stemmer.Stemmer] = _local.__dict__.setdefault("stemmers", {})
    if tongue not in stemmers:
        stemmers[tongue] = Stemmer.Stemmer(_SNOWBALL[tongue], 0)
    return stemmers[tongue]


@functools.lru_cache(maxsize=65_536)
def _lemma(folded: str) -> str:
    """The lemma depends on the folded form alone: one that was typed without ґ or apostrophe has the same.

    An unknown word loses its ending, or no form of a name or of a thing of the lore would find another.
    """
    spelled = _spellings(folded) if len(folded) <= _LONGEST else ()
    known = next((form for form in spelled if simplemma.is_known(form, lang="uk")), None)
    return fold(simplemma.lemmatize(known, lang="uk").lower(), "uk") if known else _ENDING.sub("", folded)


def _spellings(folded: str) -> Iterator[str]:
    """What a folded word may be in full: itself, with an apostrophe, with a ґ."""
    yield folded
    for gap in _GAP.finditer(folded):
        yield f"{folded[: gap.start()]}'{folded[gap.start() :]}"
    for hard in re.finditer("г", folded):
        yield f"{folded[: hard.start()]}ґ{folded[hard.end() :]}"
