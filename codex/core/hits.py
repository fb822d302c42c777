"""A hit as a face shows it: its texts with the words marked, a snippet round the densest place, and why it is there."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, NamedTuple

from codex.core.found import Found, Matched
from codex.core.impacts import BODY, SCALE, SUMMARY, TITLE
from codex.core.inscriptions import Inscription
from codex.core.nears import Rule
from codex.core.stems import stem
from codex.core.tokenise import COMPOUND
from codex.core.words import compound_spans, spans

FieldName = Literal["title", "summary", "text"]
_FIELDS: Final[tuple[tuple[int, FieldName, int], ...]] = (
    (TITLE, "title", 8),
    (SUMMARY, "summary", 3),
    (BODY, "text", 1),
)
#: A snippet's length in characters, and how far its ends may move to a word's edge.
SNIPPET: Final = 220
_LEAD: Final = 60


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of plain text, marked when it is a word that was looked for; escaping is the face's."""

    text: str
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Why:
    """Why a word of the query counts for a hit: the rule, the fields that hold it, the seed's points (8 + 3 + 1)."""

    word: str
    rule: Rule
    fields: tuple[FieldName, ...]
    points: int


@dataclass(frozen=True)
class Marker:
    """Marks one inscription's texts with the words of one query."""

    found: Found
    doc: int

    def parts(self, text: str) -> tuple[Part, ...]:
        """The whole text in pieces, the words looked for marked."""
        return _cut(text, self._marks(text), 0, len(text))

    def snippet(self, text: str, otherwise: str) -> tuple[Part, ...]:
        """A window of the text round the place that holds most different words.

        `otherwise` is the text to show when the first holds none of them; from its beginning when it has none either.
        """
        marks = self._marks(text)
        if not marks:
            text, marks = otherwise, self._marks(otherwise)
        start, end = _window(text, _densest(marks))
        before = (Part("… "),) if start else ()
        after = (Part(" …"),) if end < len(text) else ()
        return (*before, *_cut(text, marks, start, end), *after)

    def why(self) -> tuple[Why, ...]:
        """One line for each word of the query that this inscription holds."""
        found = (self._why(matched) for matched in self._matched)
        return tuple(why for why in found if why)

    @cached_property
    def _matched(self) -> tuple[Matched, ...]:
        return self.found.matched

    @cached_property
    def _forms(self) -> dict[str, int]:
        """Every written form that stands for a word of the query, and which word."""
        vocabulary = self.found.partition.postings.vocabulary
        stems = {stem_id: number for number, matched in enumerate(self._matched) for stem_id in matched.stem_ids}
        return {form: number for stem_id, number in stems.items() for form in vocabulary.forms_of(stem_id)}

    def _why(self, matched: Matched) -> Why | None:
        postings = self.found.partition.postings
        for near in matched.nears:
            position = postings.at(near.stem_id, self.doc)
            if position >= 0:
                held = [one for one in _FIELDS if int(postings.fields[position]) & one[0]]
                fields, points = tuple(name for _, name, _ in held), sum(worth for *_, worth in held)
                return Why(matched.word, self._rule(matched, near.rule), fields, points)
        return None

    def _rule(self, matched: Matched, rule: Rule) -> Rule:
        written = rule == "stem" and self.doc in self.found.partition.postings.writers(matched.word)
        return "written" if written else rule

    def _marks(self, text: str) -> list[tuple[int, int, int]]:
        """The words to mark as (start, end, which word of the query)."""
        marks, found = self._forms, list(self._spans(text))
        marked = [(start, end, marks[word]) for start, end, word in found if word in marks]
        # Only a word that the summary's end cuts off may be in no list of forms.
        cut = [(start, end, self._which(word)) for start, end, word in found[-1:] if word not in marks]
        return marked + [mark for mark in cut if mark[2] >= 0]

    def _spans(self, text: str) -> Iterable[tuple[int, int, str]]:
        """The words of a text, and its hyphenated ones closed up, in case the query was found by one of them."""
        names = [(start, end, COMPOUND + word) for start, end, word in compound_spans(text)]
        return sorted((*names, *spans(text)), key=lambda span: (span[0], -span[1])) if names else spans(text)

    def _which(self, word: str) -> int:
        """The word of the query that an unknown form stands for; -1 when none."""
        partition = self.found.partition
        if partition.holds(word):
            return -1
        stem_id = partition.postings.vocabulary.stems.find(stem(word, partition.tongue))
        return next((n for n, matched in enumerate(self._matched) if stem_id in matched.stem_ids), -1)


class Hit(NamedTuple):
    """One inscription that answers a query; what few faces show is made when it is asked for."""

    inscription: Inscription
    #: The score in fixed point.
    points: int
    found: Found
    #: The inscription's number in its tongue.
    doc: int

    @property
    def score(self) -> float:
        """The score as a number."""
        return self.points / SCALE

    @property
    def marker(self) -> Marker:
        """What marks this inscription's texts."""
        return Marker(self.found, self.doc)

    @property
    def title(self) -> str:
        """The title, plain text."""
        return self.inscription.title

    @property
    def summary(self) -> str:
        """The summary, or the start of the body when the entry has none; plain text."""
        return self.inscription.summary

    @property
    def collection(self) -> str:
        """The collection, plain text; may be empty."""
        return self.inscription.collection

    @property
    def url(self) -> str:
        """The absolute address of the full inscription."""
        return self.inscription.url

    @property
    def lang(self) -> str:
        """The inscription's tongue, as the archive codes it."""
        return self.inscription.lang

    @property
    def title_parts(self) -> tuple[Part, ...]:
        """The title with the words looked for marked."""
        return self.marker.parts(self.title)

    @property
    def snippet_parts(self) -> tuple[Part, ...]:
        """Where the words stand in the body; the summary when the body holds none of them."""
        return self.marker.snippet(self.inscription.body, self.summary)

    @property
    def why(self) -> tuple[Why, ...]:
        """Which words count, and for how much."""
        return self.marker.why()


def _densest(marks: Sequence[tuple[int, int, int]]) -> int:
    """Where the window that holds most different words, then most words, begins."""
    best, place, first = (0, 0), 0, 0
    for last, (_, end, _) in enumerate(marks):
        while first < last and end - marks[first][0] > SNIPPET - _LEAD:
            first += 1
        held = [which for *_, which in marks[first : last + 1]]
        if (len(set(held)), len(held)) > best:
            best, place = (len(set(held)), len(held)), marks[first][0]
    return place


def _window(text: str, place: int) -> tuple[int, int]:
    """A window that begins a little before the place and is cut between words."""
    start = max(0, min(place - _LEAD, len(text) - SNIPPET))
    if start:
        space = text.find(" ", start, place)
        start = space + 1 if space >= 0 else start
    end = min(len(text), start + SNIPPET)
    if end < len(text):
        space = text.rfind(" ", max(start, place), end)
        end = space if space > start else end
    return start, end


def _cut(text: str, marks: Sequence[tuple[int, int, int]], start: int, end: int) -> tuple[Part, ...]:
    parts: list[Part] = []
    for first, last, _ in marks:
        if start <= first < end:
            parts += [Part(text[start:first]), Part(text[first : min(last, end)], marked=True)]
            start = min(last, end)
    parts.append(Part(text[start:end]))
    return tuple(part for part in parts if part.text)
