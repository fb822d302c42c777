"""What can be said about each sentence of an answer without a model: facts that anyone can check, no score (GRD-07)."""

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from typing import Final, Literal

from grounded.core.citations import Cited, Draft
from grounded.core.contentwords import content_words
from grounded.core.markers import unmarked
from grounded.core.numbers import Number, list_numbers, numbers
from grounded.core.passages import Nearest, Passage, Placed, ReadPassage, group_by_sentence
from grounded.core.quotations import Quotable, Quotation, check_quotation
from grounded.core.quotemarks import Quoted, quoted_spans
from grounded.core.sentences import Sentence, sentences

Finding = Literal["uncited", "few_words", "number_missing", "quotation_absent", "quotation_elsewhere"]

#: What these facts cannot show, by code; a face says it in the reader's tongue.
LIMITS: Final = {
    "negation": "a “not” that was added or dropped",
    "roles": "two names that changed places",
    "context": "a true sentence used for a false end",
    "other_words": "a right statement in other words, or in another tongue, shares few words with its source",
}
#: Below this share of content words a cited sentence is worth a look; of those that are right few fall below it.
_LOW_SHARE: Final = 0.5
_FEW_WORDS: Final = 3


@dataclass(frozen=True, slots=True)
class Against:
    """A sentence against one source it cites: how many of its content words that holds, and the nearest sentence.

    Words can be compared within one tongue only; otherwise `held` is 0 and there is no nearest.
    """

    id: str
    comparable: bool
    held: int
    nearest: Nearest | None


@dataclass(frozen=True, slots=True)
class NumberFact:
    """A number of a cited sentence, and which of its sources hold one of the same value."""

    start: int
    end: int
    value: str
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SentenceFacts:
    """One sentence: where it stands, what it cites, and what of it stands there.

    `words` counts its distinct content words, `held` those that a cited source of its tongue holds; `shared` says where
    they stand in the answer.
    """

    start: int
    end: int
    cited: tuple[str, ...]
    words: int
    held: int
    shared: tuple[tuple[int, int], ...]
    against: tuple[Against, ...]
    numbers: tuple[NumberFact, ...]
    quotations: tuple[Quotation, ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What makes the sentence worth a look, by code; nothing here says that it is wrong."""
        found: dict[Finding, bool] = {
            "uncited": not self.cited,
            "few_words": self._is_short_of_words,
            "number_missing": any(not number.sources for number in self.numbers),
            "quotation_absent": any(one.verdict == "absent" for one in self.quotations),
            "quotation_elsewhere": any(one.source and one.source not in self.cited for one in self.quotations),
        }
        return tuple(code for code, holds in found.items() if holds)

    @property
    def _is_short_of_words(self) -> bool:
        comparable = bool(self.against) and all(one.comparable for one in self.against)
        return comparable and self.words >= _FEW_WORDS and self.held < _LOW_SHARE * self.words


def support_facts(answer: Cited | Draft, passages: Iterable[Passage], *, lang: str) -> tuple[SentenceFacts, ...]:
    """The facts about each sentence of an answer in the tongue `lang`; `passages` are all its sources as sent."""
    return _Check(answer, [ReadPassage(passage) for passage in passages], lang).facts()


class _Check:
    """One answer, cut up once."""

    def __init__(self, answer: Cited | Draft, sources: Sequence[ReadPassage], lang: str) -> None:
        self._sources = {source.id: source for source in sources}
        self._lang = lang
        self._text = unmarked(answer.answer, answer.markers)
        self._sentences = sentences(answer.answer, lang)
        self._markers = self._grouped(answer.markers)
        self._words = self._grouped(content_words(self._text, lang))
        numbering = list_numbers(self._text)
        self._numbers = self._grouped(one for one in numbers(self._text, lang) if one.start not in numbering)
        self._quoted = self._grouped(quoted_spans(self._text))

    def _grouped(self, items: Iterable[Placed]) -> list[list[Placed]]:
        return group_by_sentence(items, self._sentences)

    def facts(self) -> tuple[SentenceFacts, ...]:
        return tuple(self._facts(place, sentence) for place, sentence in enumerate(self._sentences))

    def _facts(self, place: int, sentence: Sentence) -> SentenceFacts:
        cited = tuple(dict.fromkeys(marker.id for marker in self._markers[place]))
        sources = [self._sources[one] for one in cited]
        stems = {word.stem for word in self._words[place]}
        held = frozenset[str]().union(*(source.stems for source in sources if source.lang == self._lang)) & stems
        return SentenceFacts(
            sentence.start,
            sentence.end,
            cited,
            words=len(stems),
            held=len(held),
            shared=tuple((word.start, word.end) for word in self._words[place] if word.stem in held),
            against=tuple(self._against(source, stems) for source in sources),
            numbers=tuple(_number_fact(number, sources) for number in self._numbers[place]) if cited else (),
            quotations=tuple(self._quotation(quoted, cited) for quoted in self._quoted[place]),
        )

    def _against(self, source: ReadPassage, stems: Set[str]) -> Against:
        if source.lang != self._lang:
            return Against(source.id, False, 0, None)
        return Against(source.id, True, len(stems & source.stems), source.nearest(stems))

    def _quotation(self, quoted: Quoted, cited: Sequence[str]) -> Quotation:
        groups: tuple[list[Quotable], list[Quotable]] = ([], [])
        for source in self._sources.values():
            groups[source.id not in cited].append(source.quotable)
        return check_quotation(self._text, quoted, groups)


def _number_fact(number: Number, sources: Iterable[ReadPassage]) -> NumberFact:
    holding = tuple(source.id for source in sources if number.value in source.values)
    return NumberFact(number.start, number.end, number.value, holding)
