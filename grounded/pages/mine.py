"""The pages of a caller's answers: the list, and what asks before something is deleted."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.text import Truncator
from django.utils.translation import gettext, ngettext

from codex.metering.today import Table, row_of, table_of
from codex.pages import wording
from codex.pages.pager import Pager, pager
from grounded.answer import Standing
from grounded.core.question import AiMode
from grounded.owned import Listed, Today
from grounded.standing import Brief
from grounded.states import ENDED

_LONGEST = 120


@dataclass(frozen=True, slots=True)
class Entry:
    """One answer: what was asked, how it stands, when, by which model, and until when it is kept."""

    id: str
    asked: str
    state: str
    label: str
    made: str
    model: str
    until: str
    #: Whether it has ended, and whether its owner wants it kept longer.
    ended: bool
    kept: bool


@dataclass(frozen=True, slots=True)
class MinePage:
    """The newest first; `told` is what was just done, `longer` what keeping an answer would mean."""

    heading: str
    entries: tuple[Entry, ...]
    count: str
    told: str
    longer: str
    kept: str
    today: Table
    pager: Pager | None


@dataclass(frozen=True, slots=True)
class DeletePage:
    """What is about to be deleted; `id` is empty for all of it."""

    heading: str
    id: str
    asked: str
    facts: str


def mine_page(found: Listed, today: Today, link: Callable[[int], str], *, deleted: str = "") -> MinePage:
    """Make the list; `link` is the address of one of its pages, `deleted` one or all, when that was just done."""
    return MinePage(
        heading=gettext("My answers"),
        entries=tuple(_entry(brief) for brief in found.answers),
        count=_count(found.total),
        told=_told(deleted),
        longer=_longer(found.longer_days),
        kept=_kept(found.keep_days),
        today=today_table(today),
        pager=pager(found.page, found.pages, link),
    )


def today_table(today: Today) -> Table:
    """Searches and answers."""
    return table_of(today.searches, row_of(gettext("Answers"), today.answers))


def delete_page(found: Standing) -> DeletePage:
    """Ask before one is deleted."""
    asked = shortened(found.question, found.mode)
    facts = f"{found.state.label}, {wording.minute(found.made_at)}"
    return DeletePage(gettext("Delete this answer?"), found.id, asked, facts)


def delete_all_page(total: int) -> DeletePage:
    """Ask before all are deleted."""
    return DeletePage(gettext("Delete all my answers?"), "", "", _count(total))


def shortened(question: str, mode: AiMode) -> str:
    """What was asked, for a line; without a question what the model was to do."""
    asked = Truncator(question.strip()).chars(_LONGEST)
    return asked or (gettext("Summary") if mode is AiMode.SUMMARY else gettext("Question"))


def _entry(brief: Brief) -> Entry:
    return Entry(
        id=brief.id,
        asked=shortened(brief.question, brief.mode),
        state=brief.state.value,
        label=str(brief.state.label),
        made=wording.minute(brief.made_at),
        model=brief.model,
        until=gettext("kept until %(day)s") % {"day": wording.day(brief.keep_until)},
        ended=brief.state in ENDED,
        kept=brief.is_kept,
    )


def _count(total: int) -> str:
    return ngettext("%(count)s answer", "%(count)s answers", total) % {"count": wording.number(total)}


def _told(deleted: str) -> str:
    if deleted == "all":
        return gettext("All your answers were deleted for good.")
    return gettext("It was deleted for good.") if deleted else ""


def _kept(days: int) -> str:
    sentence = ngettext("Answers are kept for %(days)d day.", "Answers are kept for %(days)d days.", days)
    return sentence % {"days": days}


def _longer(days: int) -> str:
    if not days:
        return ""
    sentence = ngettext(
        "One that you keep longer stays for %(days)d day.", "One that you keep longer stays for %(days)d days.", days
    )
    return sentence % {"days": days}
