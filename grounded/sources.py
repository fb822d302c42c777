"""A source as it is kept with the consultation it was sent in: never renumbered, never looked up again (GRD-06)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from grounded.core.passages import Passage
from grounded.core.question import AiSource
from grounded.excerpts import Excerpt


@dataclass(frozen=True, slots=True, kw_only=True)
class SentSource:
    """One excerpt as the archive has it; `sent` is the copy that leaves. `first` to `last` of `of` paragraphs."""

    id: str
    title: str
    text: str
    url: str
    lang: str
    collection: str
    first: int
    last: int
    of: int

    @property
    def ours(self) -> AiSource:
        """As the request is made of it."""
        return AiSource(self.id, self.title, self.text, self.url)

    @property
    def sent(self) -> AiSource:
        """The copy that left: square brackets turned round."""
        return self.ours.as_sent()

    @property
    def passage(self) -> Passage:
        """What an answer's sentences are held against: the copy that left."""
        return Passage(self.id, self.sent.title, self.sent.text, self.lang)

    @property
    def is_whole(self) -> bool:
        """Whether nothing of the inscription's text was left out."""
        return (self.first, self.last) == (1, self.of)

    def as_dict(self) -> dict[str, Any]:
        """As it is stored and told."""
        return asdict(self)


def sent_source(excerpt: Excerpt) -> SentSource:
    """An excerpt as it is kept."""
    return SentSource(
        id=excerpt.source.id,
        title=excerpt.source.title,
        text=excerpt.source.text,
        url=excerpt.url,
        lang=excerpt.lang,
        collection=excerpt.collection,
        first=excerpt.first,
        last=excerpt.last,
        of=len(excerpt.paragraphs),
    )


def stored_source(kept: Mapping[str, Any]) -> SentSource:
    """A source out of the database."""
    return SentSource(**kept)
