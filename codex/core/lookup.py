"""The words of queries as one tongue's archive knows them; what was looked up lately is kept."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from codex.core.folds import fold, fold_all
from codex.core.impacts import TITLE
from codex.core.postings import Postings
from codex.core.query import MOST_STEMS
from codex.core.signatures import of_both, signature
from codex.core.stems import stem
from codex.core.stopwords import is_stopword
from codex.core.vocabulary import FORM_BITS
from codex.core.weighed import Places, Weighed, weighed

#: So many different words of queries are kept, with what they stand for in the archive.
_KEPT: Final = 1_024


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a query: how it is compared, and what it stands for; nothing when the archive lacks it."""

    text: str
    folded: str
    #: Of the folded word (signatures.py).
    signature: int
    is_stopword: bool
    #: -1 when no inscription holds it.
    stem_id: int
    #: What tells it from other words: its stem.
    key: int | str
    weighed: Weighed | None


@dataclass(slots=True)
class Asked:
    """A query: its distinct telling words, which of them are known, and all its words as a title."""

    distinct: list[Word]
    known: list[Word]
    missing: list[Word]
    #: All the query's words, folded.
    title: str
    words: list[Word]

    def signature(self) -> int:
        """That of the title without its spaces (signatures.py), from those of its words."""
        if not self.words:
            return signature(self.title.replace(" ", ""))
        found = 0
        for word in self.words:
            found = of_both(found, word.signature) if found else word.signature
        return found


class Lookup:
    """Looks words up in one tongue's postings."""

    def __init__(self, postings: Postings, tongue: str) -> None:
        self.tongue = tongue
        self.word = functools.lru_cache(_KEPT)(functools.partial(_word, postings, tongue))
        self.titled = functools.lru_cache(_KEPT)(functools.partial(_titled, postings))

    def forget(self) -> None:
        """Let go of what was looked up."""
        self.word.cache_clear()
        self.titled.cache_clear()

    def asked(self, written: Sequence[str]) -> Asked:
        """The words of a query as this tongue reads them."""
        if len(written) > MOST_STEMS:
            return self._asked_at_length(written)
        found = [*map(self.word, written)]
        telling = [word for word in found if not word.is_stopword] or found
        return _asked(telling, " ".join([word.folded for word in found]), found)

    def knows(self, written: Sequence[str]) -> bool:
        """Whether any of these words is known; stopwords among them may be wrongly said to be."""
        return any(self.word(text).stem_id >= 0 for text in written[:MOST_STEMS]) or len(written) > MOST_STEMS

    def _asked_at_length(self, written: Sequence[str]) -> Asked:
        """The same without looking up more words than count."""
        found: dict[int | str, Word] = {}
        for text in [text for text in written if not is_stopword(text, self.tongue)] or written:
            word = self.word(text)
            found.setdefault(word.key, word)
            if len(found) == MOST_STEMS:
                break
        title = " ".join(fold_all(written, self.tongue))
        return _asked(list(found.values()), title, [])


def _asked(telling: list[Word], title: str, written: list[Word]) -> Asked:
    if len(telling) > 1 and len({word.key for word in telling}) < len(telling):
        distinct: dict[int | str, Word] = {}
        for word in telling:
            distinct.setdefault(word.key, word)
        telling = list(distinct.values())
    known = [word for word in telling if word.weighed]
    missing = [word for word in telling if not word.weighed] if len(known) < len(telling) else []
    return Asked(telling, known, missing, title, written)


def _word(postings: Postings, tongue: str, text: str) -> Word:
    vocabulary = postings.vocabulary
    stem_id, bit = vocabulary.written(text)
    folded = fold(text, tongue)
    compared = (text, folded, signature(folded), is_stopword(text, tongue))
    if stem_id >= 0:
        return Word(*compared, stem_id, stem_id, _weighed(postings, stem_id, bit))
    name = stem(text, tongue)
    stem_id = vocabulary.stems.find(name)
    if stem_id < 0:
        return Word(*compared, -1, name, None)
    return Word(*compared, stem_id, stem_id, _weighed(postings, stem_id, FORM_BITS))


def _weighed(postings: Postings, stem_id: int, bit: int) -> Weighed:
    part = postings.slice(stem_id)
    written = (postings.written[part].astype(np.int32) >> bit) & 1
    docs, impacts = postings.docs[part], postings.impacts[part]
    return weighed(docs, impacts, written, size=postings.size, floor=postings.floor(stem_id))


def _titled(postings: Postings, stem_id: int) -> Places:
    """The inscriptions whose titles hold a stem, ascending."""
    part = postings.slice(stem_id)
    return postings.docs[part][(postings.fields[part] & TITLE) > 0].astype(np.intp)
