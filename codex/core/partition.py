"""One tongue's part of the index: its inscriptions, their postings, and the two kinds of looking (CDX-03, CDX-04)."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from codex.core import rows
from codex.core.found import Found
from codex.core.inscriptions import Inscription
from codex.core.lexicon import Lexicon, lexicon_in, lexicon_of
from codex.core.lookup import Asked, Lookup, Word
from codex.core.near import NearWords
from codex.core.nears import FULL, MOST_NEAR, Near, Nears, nearly
from codex.core.postings import Postings, build, postings_in
from codex.core.title_match import Titles, titles_in, titles_of
from codex.core.tokenise import Ints
from codex.core.weighed import Places, Weighed
from codex.core.wordtable import Arrays

#: So many words are kept with what is near to them.
_KEPT: Final = 256


@dataclass(frozen=True, slots=True)
class _NearWord:
    """A word, and what is near to it and stands for it; nothing when nothing is near."""

    text: str
    nears: Nears
    weighed: Weighed | None


class Partition:
    """The inscriptions of one tongue, indexed: numbered in the order of their addresses."""

    def __init__(
        self,
        tongue: str,
        postings: Postings,
        titles: Titles,
        *,
        inscriptions: Sequence[Inscription],
        members: Ints,
        names: Sequence[str],
        collection_of: Ints,
        blended: bool,
        lexicon: Lexicon | None = None,
    ) -> None:
        self.tongue, self.postings, self.titles, self.blended = tongue, postings, titles, blended
        self.names, self.collection_of, self.members = names, collection_of, members
        self.size = postings.size
        #: Whole rows are added up, and what their sums begin with.
        self.is_small = self.size <= rows.MOST
        self.base = rows.base(self.size) if self.is_small else rows.NO_KEYS
        self.inscriptions, self.places = inscriptions, members.data
        self._lookup = Lookup(postings, tongue)
        self._nearby = _Nearby(postings, tongue, lexicon)
        self._near = functools.lru_cache(_KEPT)(self._nearby.word)

    @property
    def near_words(self) -> NearWords:
        """The words near matches are looked for in; made at the first near search of an index that was just built."""
        return self._nearby.words

    def inscription(self, doc: int) -> Inscription:
        """The inscription of a number."""
        return self.inscriptions[self.places[doc]]

    def collection_number(self, name: str) -> int:
        """The number of a collection; -1 when there is none of that name."""
        return self.names.index(name) if name in self.names else -1

    def holds(self, word: str) -> bool:
        """Whether any inscription holds a word in just this written form."""
        return self.postings.vocabulary.written(word)[0] >= 0

    def asked(self, written: Sequence[str]) -> Asked:
        """The words of a query as this tongue reads them."""
        return self._lookup.asked(written)

    def knows(self, written: Sequence[str]) -> bool:
        """Whether any inscription holds any word of a query."""
        return self._lookup.knows(written)

    def exact(self, asked: Asked) -> Found:
        """Inscriptions that hold at least one stem of the query, scored by CDX-03."""
        words = [word.weighed for word in asked.known if word.weighed]
        return Found(self, asked, words, self._nears(asked.missing) if words and asked.missing else ())

    def near(self, asked: Asked) -> Found:
        """Inscriptions that hold a word near to one of the query's first 8; a near title comes before the others."""
        return Found(self, asked, self._nears(asked.distinct), near=True)

    def stems_for(self, text: str, *, near: bool) -> tuple[Near, ...]:
        """The stems that stand for a word."""
        if near:
            return self._near(text).nears.each(self.near_words.lexicon)
        stem_id = self._lookup.word(text).stem_id
        return (Near(FULL, self.postings.vocabulary.stems[stem_id], stem_id, "stem"),)

    def full_titles(self, stem_ids: Sequence[int]) -> Places:
        """The inscriptions whose titles hold every one of some stems."""
        lists = sorted(map(self._lookup.titled, stem_ids), key=len)
        docs = lists[0]
        for others in lists[1:]:
            if not len(docs):
                break
            places = np.minimum(others.searchsorted(docs), len(others) - 1)
            docs = docs[others[places] == docs]
        return docs

    def forget(self) -> None:
        """Let go of what is kept of the words that were looked up."""
        self._near.cache_clear()
        self._lookup.forget()

    def arrays(self) -> Arrays:
        """What `partition_in` reads it from."""
        own = {"members": self.members, "collections": self.collection_of}
        return self.postings.arrays() | self.titles.arrays() | self.near_words.lexicon.arrays() | own

    def _nears(self, words: Sequence[Word]) -> list[Weighed]:
        found = [self._near(word.text).weighed for word in words[:MOST_NEAR]]
        return [weighed for weighed in found if weighed is not None]


class _Nearby:
    """Looks up near words; apart from the partition, so that what is kept of them does not keep it."""

    def __init__(self, postings: Postings, tongue: str, lexicon: Lexicon | None) -> None:
        self._postings, self._tongue, self._lexicon = postings, tongue, lexicon

    @cached_property
    def words(self) -> NearWords:
        vocabulary = self._postings.vocabulary
        lexicon = self._lexicon or lexicon_of(vocabulary.forms, vocabulary.stem_of, self._tongue)
        return NearWords(lexicon, self._tongue)

    def word(self, text: str) -> _NearWord:
        nears = self.words.near(text)
        if not len(nears):
            return _NearWord(text, nears, None)
        return _NearWord(text, nears, nearly(self._postings, self.words.lexicon, nears, text))


def partition_of(inscriptions: Sequence[Inscription], places: Sequence[int], tongue: str, *, ranking: str) -> Partition:
    """Index the inscriptions of one tongue, whose places these are."""
    members = sorted(places, key=lambda place: _address(inscriptions[place]))
    own = [inscriptions[place] for place in members]
    names = sorted({one.collection for one in own})
    numbers = {name: number for number, name in enumerate(names)}
    entries = ((one.title, one.summary if one.own_summary else "", one.body) for one in own)
    return Partition(
        tongue,
        build(entries, tongue, ranking=ranking),
        titles_of([one.title for one in own], tongue),
        inscriptions=inscriptions,
        members=np.array(members, dtype=np.int32),
        names=names,
        collection_of=np.array([numbers[one.collection] for one in own], dtype=np.int32),
        blended=ranking != "seed",
    )


def partition_in(
    arrays: Mapping[str, NDArray[Any]],
    tongue: str,
    *,
    inscriptions: Sequence[Inscription],
    names: Sequence[str],
    blended: bool,
) -> Partition:
    """The partition that was kept in arrays."""
    members = arrays["members"]
    postings = postings_in(arrays, len(members))
    vocabulary = postings.vocabulary
    return Partition(
        tongue,
        postings,
        titles_in(arrays),
        inscriptions=inscriptions,
        members=members,
        names=names,
        collection_of=arrays["collections"],
        blended=blended,
        lexicon=lexicon_in(arrays, vocabulary.forms, vocabulary.stem_of),
    )


def _address(one: Inscription) -> tuple[str, str, str, str]:
    return one.url, one.title, one.summary, one.body
