"""The sources of an answer, read once for all that is looked up in them (GRD-07)."""

import bisect
import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from typing import Protocol, TypeVar

from grounded.core.contentwords import content_words
from grounded.core.numbers import numbers
from grounded.core.quotations import Quotable
from grounded.core.sentences import Sentence, sentences


class _HasStart(Protocol):
    @property
    def start(self) -> int: ...


Placed = TypeVar("Placed", bound=_HasStart)


@dataclass(frozen=True, slots=True)
class Passage:
    """A source as it was sent, and the tongue it is written in."""

    id: str
    title: str
    text: str
    lang: str


@dataclass(frozen=True, slots=True)
class Nearest:
    """The sentence of a source that shares most content words with one of the answer, and where those words stand."""

    start: int
    end: int
    shared: tuple[tuple[int, int], ...]


class ReadPassage:
    """A passage with its words, values and sentences; the title counts as part of what it holds."""

    def __init__(self, passage: Passage) -> None:
        self.id = passage.id
        self.lang = passage.lang
        words = list(content_words(passage.text, passage.lang))
        titled = content_words(passage.title, passage.lang)
        self.stems = frozenset(word.stem for word in itertools.chain(titled, words))
        self.values = frozenset(one.value for one in numbers(f"{passage.title}\n{passage.text}", passage.lang))
        self.quotable = Quotable(passage.id, passage.title, passage.text)
        self._sentences = sentences(passage.text, passage.lang)
        self._words_in = group_by_sentence(words, self._sentences)
        self._places: defaultdict[str, set[int]] = defaultdict(set)
        for place, held in enumerate(self._words_in):
            for word in held:
                self._places[word.stem].add(place)

    def nearest(self, stems: Set[str]) -> Nearest | None:
        """The sentence that holds most of these stems, the first of equals; None when none holds any."""
        shared = Counter(place for stem in stems & self._places.keys() for place in self._places[stem])
        if not shared:
            return None
        place = min(shared, key=lambda place: (-shared[place], place))
        sentence = self._sentences[place]
        words = (word for word in self._words_in[place] if word.stem in stems)
        return Nearest(sentence.start, sentence.end, tuple((word.start, word.end) for word in words))


def group_by_sentence(items: Iterable[Placed], within: Sequence[Sentence]) -> list[list[Placed]]:
    """What stands in each sentence, by where it starts; what stands before the first belongs to it."""
    starts = [sentence.start for sentence in within]
    groups: list[list[Placed]] = [[] for _ in within]
    for item in items:
        groups[max(0, bisect.bisect_right(starts, item.start) - 1)].append(item)
    return groups
