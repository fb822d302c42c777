"""The ledger: each sentence of an answer with the facts that were counted about it, without a model (GRD-07)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from codex.core.tongues import UI_CODES
from codex.pages import wording
from grounded.core.citations import Cited, Draft
from grounded.core.quotations import Quotation
from grounded.core.support import Against, NumberFact, SentenceFacts
from grounded.pages.spoken import Part, Span, parts
from grounded.sources import SentSource

Look = Literal["good", "soft", "poor"]

#: What the facts cannot show: the words of grounded.core.support.LIMITS, as the page says them.
LIMITS: Final = (
    _("a “not” that was added or dropped"),
    _("two names that changed places"),
    _("a true sentence used for a false end"),
    _("a right statement in other words, or in another tongue: it shares few words with its source"),
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One fact in words: how it looks, and the sentence of a source that it is about, if any."""

    label: str
    told: str
    look: Look = "soft"
    quoted: tuple[Part, ...] = ()
    lang: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence with its number, its words that a cited source holds marked, and the findings."""

    number: int
    said: tuple[Part, ...]
    flagged: bool
    findings: tuple[Finding, ...]


def ledger(answer: Cited | Draft, facts: Sequence[SentenceFacts], sources: Sequence[SentSource]) -> tuple[Line, ...]:
    """One line for each sentence; of a draft, which cites nothing at all, only for those that quote."""
    by_id = {source.id: source for source in sources}
    told = [
        Line(number, _said(answer.answer, fact), bool(fact.findings), tuple(_findings(answer.answer, fact, by_id)))
        for number, fact in enumerate(facts, 1)
        if answer.markers or _looked_up(fact)
    ]
    return tuple(told)


def _said(text: str, fact: SentenceFacts) -> tuple[Part, ...]:
    return parts(text, [Span(*place) for place in fact.shared], fact.start, fact.end)


def _findings(text: str, fact: SentenceFacts, sources: dict[str, SentSource]) -> Iterator[Finding]:
    if not fact.cited:
        yield Finding(gettext("Citation"), gettext("none"), "poor")
    yield from _words(fact, sources)
    yield from (_number(text, number, fact) for number in fact.numbers)
    yield from (_quotation(text, one, fact) for one in _looked_up(fact))
    yield from _nearest(fact, sources)


def _words(fact: SentenceFacts, sources: dict[str, SentSource]) -> Iterator[Finding]:
    comparable = [one for one in fact.against if one.comparable]
    if comparable and fact.words:
        told = {"held": fact.held, "words": fact.words, "sources": _names(one.id for one in comparable)}
        look: Look = "poor" if "few_words" in fact.findings else "good" if fact.held == fact.words else "soft"
        yield Finding(gettext("Content words"), gettext("%(held)d of %(words)d stand in %(sources)s") % told, look)
    for one in fact.against:
        if not one.comparable:
            tongue = wording.TONGUES[sources[one.id].lang]
            told = {"tongue": tongue}
            sentence = gettext("in %(tongue)s; only names in quotations and numbers can be compared") % told
            yield Finding(gettext("Source %(id)s") % {"id": one.id}, sentence)


def _number(text: str, number: NumberFact, fact: SentenceFacts) -> Finding:
    told = {"number": text[number.start : number.end], "sources": _names(number.sources or fact.cited)}
    if number.sources:
        return Finding(gettext("Number"), gettext("%(number)s stands in %(sources)s") % told, "good")
    return Finding(gettext("Number"), gettext("%(number)s is not in %(sources)s") % told, "poor")


def _looked_up(fact: SentenceFacts) -> list[Quotation]:
    return [one for one in fact.quotations if one.verdict != "short"]


def _quotation(text: str, one: Quotation, fact: SentenceFacts) -> Finding:
    told = {"source": _names([one.source])} if one.source else {}
    label = gettext("Quotation")
    if one.verdict == "absent":
        return Finding(
            label, gettext("%(quoted)s is in none of the sources") % {"quoted": text[one.start : one.end]}, "poor"
        )
    if one.verdict == "title":
        return Finding(label, gettext("the title of a source"), "good")
    if one.source not in fact.cited:
        return Finding(label, gettext("stands in %(source)s, which is not cited here") % told, "poor")
    if one.verdict == "verbatim":
        return Finding(label, gettext("word for word in %(source)s") % told, "good")
    return Finding(label, gettext("in %(source)s, but for capitals, spacing or kinds of signs") % told)


def _nearest(fact: SentenceFacts, sources: dict[str, SentSource]) -> Iterator[Finding]:
    best = max((one for one in fact.against if one.nearest), key=_shared, default=None)
    if best is not None and best.nearest is not None:
        source, place = sources[best.id], best.nearest
        quoted = parts(source.sent.text, [Span(*word) for word in place.shared], place.start, place.end)
        lang = UI_CODES[source.lang]
        yield Finding(gettext("Nearest sentence"), "", quoted=quoted, lang=lang, source=source.id)


def _shared(one: Against) -> int:
    return len(one.nearest.shared) if one.nearest else 0


def _names(ids: Iterator[str] | Sequence[str]) -> str:
    return ", ".join(ids)
