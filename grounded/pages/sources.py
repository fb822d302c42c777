"""The sources of an answer as they were sent, with what was cited of them, and where (GRD-06)."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from codex.core.tongues import NAMES, UI_CODES
from grounded.answer import Standing
from grounded.core.support import SentenceFacts
from grounded.pages.fields import passage
from grounded.pages.spoken import Part, Span, anchors_of, merged, parts
from grounded.sources import SentSource


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownSource:
    """A source; the sentence nearest to each that cites it is marked, `uses` lead back to those."""

    id: str
    title: str
    url: str
    lang: str
    tongue: str
    collection: str
    passage: str
    text: tuple[Part, ...]
    uses: tuple[str, ...]


def shown_sources(found: Standing) -> tuple[tuple[ShownSource, ...], tuple[ShownSource, ...]]:
    """Those that are cited, and the others."""
    nearest = _nearest(found.facts)
    uses: defaultdict[str, list[str]] = defaultdict(list)
    for marker, anchor in anchors_of(found.answer.markers if found.answer else ()).items():
        uses[marker.id].append(anchor)
    cited = tuple(_shown(source, nearest[source.id], uses[source.id]) for source in found.cited)
    return cited, tuple(_shown(source, [], []) for source in found.uncited)


def _nearest(facts: Sequence[SentenceFacts]) -> defaultdict[str, list[Span]]:
    spans: defaultdict[str, list[Span]] = defaultdict(list)
    for fact in facts:
        for against in fact.against:
            if against.nearest:
                spans[against.id].append(Span(against.nearest.start, against.nearest.end))
    return spans


def _shown(source: SentSource, nearest: Sequence[Span], uses: Sequence[str]) -> ShownSource:
    sent = source.sent
    return ShownSource(
        id=source.id,
        title=sent.title,
        url=source.url,
        lang=UI_CODES[source.lang],
        tongue=NAMES[source.lang],
        collection=source.collection,
        passage=passage(source.first, source.last, source.of),
        text=parts(sent.text, merged(nearest)),
        uses=tuple(uses),
    )
