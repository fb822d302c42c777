"""An answer cut into pieces: paragraphs of text, links to sources, and sentences to look at (GRD-06, GRD-07)."""

import bisect
import itertools
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from grounded.core.citations import Cited, Draft, Marker
from grounded.core.support import SentenceFacts

_BREAK: Final = re.compile(r"\n\s*\n")


@dataclass(frozen=True, slots=True)
class Piece:
    """Text, or with `cites` a link to a source of that title; `anchor` is where the source leads back to."""

    text: str
    cites: str = ""
    title: str = ""
    anchor: str = ""
    look: bool = False


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a text, in characters."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a text, marked or not."""

    text: str
    marked: bool


def spoken(
    answer: Cited | Draft, facts: Sequence[SentenceFacts], titles: Mapping[str, str]
) -> tuple[tuple[Piece, ...], ...]:
    """The paragraphs of an answer; a sentence with a finding is one to look at, but in a draft all would be."""
    links = [
        (marker, Piece(marker.id, marker.id, titles[marker.id], anchor))
        for marker, anchor in anchors_of(answer.markers).items()
    ]
    looked = [Span(fact.start, fact.end) for fact in facts if fact.findings and answer.markers]
    return tuple(tuple(_pieces(answer.answer, paragraph, links, looked)) for paragraph in _paragraphs(answer.answer))


def anchors_of(markers: Sequence[Marker]) -> dict[Marker, str]:
    """A name for each use of a source: s1-1, s1-2."""
    seen: Counter[str] = Counter()
    named = {}
    for marker in markers:
        seen[marker.id] += 1
        named[marker] = f"cite-{marker.id}-{seen[marker.id]}"
    return named


def parts(text: str, spans: Sequence[Span], start: int = 0, end: int | None = None) -> tuple[Part, ...]:
    """A stretch of a text, with what lies in the spans marked; spans are in order and apart."""
    end = len(text) if end is None else end
    found: list[Part] = []
    place = start
    first = max(0, bisect.bisect_right(spans, start, key=lambda span: span.start) - 1)
    for span in itertools.takewhile(lambda span: span.start < end, spans[first:]):
        if span.end > place:
            last = min(span.end, end)
            found += [Part(text[place : span.start], False), Part(text[max(place, span.start) : last], True)]
            place = last
    return tuple(part for part in [*found, Part(text[place:end], False)] if part.text)


def merged(spans: Sequence[Span]) -> list[Span]:
    """Spans in order, overlapping ones as one."""
    joined: list[Span] = []
    for span in sorted(spans, key=lambda one: (one.start, one.end)):
        if joined and span.start <= joined[-1].end:
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, span.end))
        else:
            joined.append(span)
    return joined


def _paragraphs(text: str) -> Iterator[Span]:
    start = 0
    for found in _BREAK.finditer(text):
        yield Span(start, found.start())
        start = found.end()
    yield Span(start, len(text))


def _pieces(
    text: str, paragraph: Span, links: Sequence[tuple[Marker, Piece]], looked: Sequence[Span]
) -> Iterator[Piece]:
    place = paragraph.start
    first = bisect.bisect_left(links, place, key=lambda link: link[0].start)
    for marker, link in itertools.takewhile(lambda link: link[0].start < paragraph.end, links[first:]):
        yield from _words(text, Span(place, marker.start), looked)
        yield link
        place = marker.end
    yield from _words(text, Span(place, paragraph.end), looked)


def _words(text: str, span: Span, looked: Sequence[Span]) -> Iterator[Piece]:
    """A stretch without markers, the sentences to look at apart; blanks at their ends are not underlined."""
    for part in parts(text, looked, span.start, span.end):
        words = part.text.strip() if part.marked else part.text
        before, _, after = part.text.partition(words) if words else (part.text, "", "")
        yield from (Piece(piece) for piece in [before] if piece)
        yield from (Piece(piece, look=part.marked and _is_worded(piece)) for piece in [words] if piece)
        yield from (Piece(piece) for piece in [after] if piece)


def _is_worded(text: str) -> bool:
    return any(char.isalnum() for char in text)
