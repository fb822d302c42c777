"""An inscription's numbered paragraphs, and the run of them that fits a question best (GRD-02)."""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from codex.core.paragraphs import cuts
from grounded.core.contentwords import content_words

#: No content words, but what many a question is about.
_NUMBER: Final = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A piece of an inscription: its number from 1, where it stands, its bytes, and which of a question's words."""

    number: int
    start: int
    end: int
    size: int
    held: frozenset[str]

    @property
    def fits(self) -> int:
        """How many distinct stems it shares with the question."""
        return len(self.held)


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring paragraphs, by the numbers of the first and the last."""

    first: int
    last: int


def paragraphs(text: str, question: str, tongue: str) -> tuple[Paragraph, ...]:
    """Cut a text; `held` are the stems that a paragraph shares with the question."""
    stems = _stems(question, tongue)
    return tuple(
        Paragraph(number, start, end, len(text[start:end].encode()), _held(text[start:end], stems, tongue))
        for number, (start, end) in enumerate(cuts(text), 1)
    )


def best_run(pieces: Sequence[Paragraph], text: str, budget: int) -> Run:
    """The run within `budget` bytes that fits best, the earliest of equals; one paragraph at least.

    It fits best that holds most of the question's words, the rarer counting more, and then holds them most often.

    It begins with a paragraph that fits, since texts go on about their subject; only at the end of the text is the room
    that is left filled with what precedes. When nothing fits it is the beginning.
    """
    runs = [_run(pieces, text, first, budget) for first, piece in enumerate(pieces) if piece.fits]
    weights = _weights(pieces)
    best = max(runs, key=lambda run: _worth(pieces, run, weights)) if runs else _run(pieces, text, 0, budget)
    return _filled(pieces, text, best, budget)


def run_text(text: str, pieces: Sequence[Paragraph], run: Run) -> str:
    """The text of a run, what stands between its paragraphs included."""
    return text[pieces[run.first - 1].start : pieces[run.last - 1].end]


def _worth(pieces: Sequence[Paragraph], run: Run, weights: Mapping[str, int]) -> tuple[int, int, int]:
    held = [stem for piece in pieces[run.first - 1 : run.last] for stem in piece.held]
    return sum(weights[stem] for stem in {*held}), sum(weights[stem] for stem in held), -run.first


def _weights(pieces: Sequence[Paragraph]) -> dict[str, int]:
    """What each word of the question tells in this text, in hundredths: one that is everywhere tells little."""
    counts = Counter(stem for piece in pieces for stem in piece.held)
    return {stem: round(100 * math.log1p(len(pieces) / count)) for stem, count in counts.items()}


def _run(pieces: Sequence[Paragraph], text: str, first: int, budget: int) -> Run:
    """As many paragraphs from the place `first` on as the budget holds."""
    last, size = first + 1, pieces[first].size
    while last < len(pieces):
        size += len(text[pieces[last - 1].end : pieces[last].end].encode())
        if size > budget:
            break
        last += 1
    return Run(first + 1, last)


def _filled(pieces: Sequence[Paragraph], text: str, run: Run, budget: int) -> Run:
    first, size = run.first, len(run_text(text, pieces, run).encode())
    while first > 1:
        size += len(text[pieces[first - 2].start : pieces[first - 1].start].encode())
        if size > budget:
            break
        first -= 1
    return Run(first, run.last)


def _held(text: str, stems: frozenset[str], tongue: str) -> frozenset[str]:
    return stems & _stems(text, tongue) if stems else stems


def _stems(text: str, tongue: str) -> frozenset[str]:
    return frozenset({*(word.stem for word in content_words(text, tongue)), *_NUMBER.findall(text)})
