"""An answer without a model: the sentences of the picked sources that fit the question best, each cited."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from grounded.core.citations import Cited
from grounded.core.contentwords import content_words
from grounded.core.markers import Vocabulary, mark
from grounded.core.sentences import sentences
from grounded.sources import SentSource

#: Sentences in all, of one source, and the characters of one.
MOST: Final = 6
_MOST_OF_ONE: Final = 3
_LONGEST: Final = 1_000


@dataclass(frozen=True, slots=True)
class _Found:
    source: int
    place: int
    text: str
    fits: int


def extract(sources: Sequence[SentSource], question: str) -> Cited:
    """The best sentences in the order of their sources; the first of each source when none fits the question.

    The same sources and question always give the same extract. A sentence of more than 1,000 characters ends in dots.
    """
    found = [one for number, source in enumerate(sources) for one in _sentences(number, source, question)]
    fitting = _best([one for one in found if one.fits])
    chosen = fitting or [one for one in found if one.place == 0]
    text = "\n\n".join(f"{one.text} [{sources[one.source].id}]" for one in chosen)
    marked = mark(text, Vocabulary(source.id for source in sources))
    return Cited(marked.text, marked.ids, marked.markers, (), (), "")


def _sentences(number: int, source: SentSource, question: str) -> Iterator[_Found]:
    text, wanted = source.sent.text, _stems(question, source.lang)
    for place, sentence in enumerate(sentences(text, source.lang)):
        words = text[sentence.start : sentence.end]
        yield _Found(number, place, _shortened(words), len(wanted & _stems(words, source.lang)))


def _best(found: Sequence[_Found]) -> list[_Found]:
    best: list[_Found] = []
    for one in sorted(found, key=lambda one: (-one.fits, one.source, one.place)):
        if len(best) < MOST and sum(other.source == one.source for other in best) < _MOST_OF_ONE:
            best.append(one)
    return sorted(best, key=lambda one: (one.source, one.place))


def _stems(text: str, tongue: str) -> frozenset[str]:
    return frozenset(word.stem for word in content_words(text, tongue))


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST].rpartition(' ')[0]} …"
