"""The list of a caller's answers."""

from dataclasses import dataclass

from django.utils.text import Truncator
from django.utils.translation import gettext

from codex import wording
from grounded.answer import Brief
from grounded.core.question import AiMode

_LONGEST = 120


@dataclass(frozen=True, slots=True)
class Entry:
    """One answer: what was asked, how it stands, when, and by which model."""

    id: str
    asked: str
    state: str
    label: str
    made: str
    model: str


@dataclass(frozen=True, slots=True)
class MinePage:
    """The newest first."""

    heading: str
    entries: tuple[Entry, ...]
    deleted: bool


def mine_page(found: tuple[Brief, ...], *, deleted: bool) -> MinePage:
    """Make the page."""
    return MinePage(gettext("My answers"), tuple(_entry(brief) for brief in found), deleted)


def _entry(brief: Brief) -> Entry:
    asked = Truncator(brief.question.strip()).chars(_LONGEST)
    without = gettext("Summary") if brief.mode is AiMode.SUMMARY else gettext("Question")
    made = wording.minute(brief.made_at)
    return Entry(brief.id, asked or without, brief.state.value, str(brief.state.label), made, brief.model)
