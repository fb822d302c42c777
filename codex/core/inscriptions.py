"""What an archive is once it has been read: its inscriptions, and what was dropped and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

#: Why an entry is left out: a stable code and the sentence the doctor says (CDX-03, CDX-05).
REASONS: Final = {
    "not_an_object": "The entry is not an object with named fields.",
    "number_unreadable": "The entry holds a number that is too large to be read.",
    "text_broken": "The entry holds half a character (a lone surrogate).",
    "draft": "The entry is marked as a draft.",
    "title_missing": "The entry has no title.",
    "title_type": "The entry's title is not text.",
    "url_missing": "The entry has no link.",
    "url_undefined": "The entry's link is a word a template writes when it lacks a value (undefined, null).",
    "url_scheme": "The entry's link is not http or https.",
    "url_invalid": "The entry's link is not a proper address.",
    "url_foreign": "The entry's link leads to another host than the site's.",
    "duplicate": "An earlier entry has the same link.",
}


@dataclass(frozen=True, slots=True)
class Inscription:
    """One entry of the archive, safe to show: sanitised text and an absolute link on the site's host."""

    title: str
    summary: str
    body: str
    collection: str
    url: str
    lang: str
    #: False when the summary shown is the start of the body; such a summary scores nothing (CDX-03).
    own_summary: bool


@dataclass(frozen=True, slots=True)
class Dropped:
    """An entry that was left out: where it stands in the file, and a code of REASONS."""

    position: int | str
    reason: str
    #: What it is known by to whoever publishes it: its title or link, if it has one.
    label: str = field(default="", compare=False)

    @property
    def sentence(self) -> str:
        """The reason in words."""
        return REASONS[self.reason]


@dataclass(frozen=True, slots=True)
class Archive:
    """Everything one index file holds, in the file's order."""

    inscriptions: Sequence[Inscription]
    dropped: tuple[Dropped, ...]
    #: A code of shapes.SHAPES.
    shape: str
    #: Our field → the name it has in the file → how often.
    fields: Mapping[str, Mapping[str, int]]
    #: When the site says it made the index, in its own words; empty when it does not say.
    generated: str = ""
    #: Peculiarities of the raw text and how many entries have them (traits.py).
    traits: Mapping[str, int] = field(default_factory=dict)
    #: Origins that dropped links lead to, and how often.
    foreign: Mapping[str, int] = field(default_factory=dict)


class Unfit(Exception):  # noqa: N818 - not an error of ours: it only carries a reason from where it is found to the list
    """An entry cannot be used, for a reason of REASONS."""

    def __init__(self, reason: str, origin: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        #: Where its link leads, when that is the reason.
        self.origin = origin
