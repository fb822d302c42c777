"""Words to stems: Snowball for English, German, Esperanto and Norwegian, simplemma's lemmas for Ukrainian (CDX-03)."""

import functools
import re
import threading
from typing import Final

import simplemma
import Stemmer

from codex.core.folds import fold

_SNOWBALL: Final = {"en": "english", "de": "german", "eo": "esperanto", "no": "norwegian"}
#: Where Ukrainian spelling asks for an apostrophe that people leave out on the keyboard (обєкт).
_GAP: Final = re.compile("(?<=[бпвмфр])(?=[яюєї])")
_local = threading.local()


def stem(word: str, tongue: str) -> str:
    """The stem of a written word, folded; what the archive and the query are compared by."""
    return _lemma(word) if tongue == "uk" else _snowball(word, tongue)


def _snowball(word: str, tongue: str) -> str:
    folded = fold(word, tongue)
    found: str = _stemmer(tongue).stemWord(folded)
    return found or folded


def _stemmer(tongue: str) -> Stemmer.Stemmer:
    """One stemmer a thread: the C object keeps state while it works."""
    stemmers: dict[str, Stemmer.Stemmer] = _local.__dict__.setdefault("stemmers", {})
    if tongue not in stemmers:
        stemmers[tongue] = Stemmer.Stemmer(_SNOWBALL[tongue], 0)
    return stemmers[tongue]


@functools.lru_cache(maxsize=65_536)
def _lemma(word: str) -> str:
    folded = fold(word, "uk")
    spelled = _GAP.sub("'", word, count=1) if "'" not in word else word
    known = next((form for form in (word, spelled) if simplemma.is_known(form, lang="uk")), None)
    return fold(simplemma.lemmatize(known, lang="uk").lower(), "uk") if known else folded
