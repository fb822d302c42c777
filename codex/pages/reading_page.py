"""What the page of one inscription shows, made ready: its paragraphs, where it stands, and its other tongues."""

from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import ceil
from urllib.parse import urlsplit

from django.utils.translation import gettext

from codex.core.inscriptions import Inscription
from codex.core.paragraphs import cuts
from codex.core.tongues import NAMES, TONGUES, UI_CODES
from codex.pages import wording
from codex.pages.links import read_link, search_link
from codex.pages.pager import Pager, pager
from codex.store.edition import Edition

#: Paragraphs of one page: some 18,000 characters at most.
PER_PAGE = 30


@dataclass(frozen=True, slots=True)
class Way:
    """A link to the page of another inscription; `lang` is a code of pages."""

    title: str
    href: str
    lang: str
    tongue: str


@dataclass(frozen=True, slots=True)
class ReadingPage:
    """One page of an inscription."""

    heading: str
    title: str
    url: str
    host: str
    lang: str
    collection: str
    #: The shelves that it stands on.
    tongue_shelf: str
    collection_shelf: str
    tongue: str
    standfirst: str
    paragraphs: tuple[tuple[int, str], ...]
    copied: str
    others: tuple[Way, ...]
    lacking: str
    before: Way | None
    behind: Way | None
    pager: Pager | None
    pages: int


def reading_page(one: Inscription, edition: Edition, *, page: int = 1, at: int = 0) -> ReadingPage:
    """Make a page of an inscription of this edition, or the one that holds the character `at`; there is always one."""
    text = one.body or one.summary
    found = tuple(cuts(text))
    pages = max(1, ceil(len(found) / PER_PAGE))
    page = _page_at(found, at) if at else page
    before, behind = edition.catalogue.neighbours(one)
    others = edition.catalogue.siblings(one)
    return ReadingPage(
        heading=_heading(one.title, page),
        title=one.title,
        url=one.url,
        host=urlsplit(one.url).netloc,
        lang=UI_CODES[one.lang],
        collection=one.collection,
        tongue_shelf=search_link(lang=one.lang),
        collection_shelf=search_link(collection=one.collection),
        tongue=NAMES[one.lang],
        standfirst=_standfirst(one) if page == 1 else "",
        paragraphs=tuple(_paragraphs(text, found, page)),
        copied=_copied(edition),
        others=tuple(map(_way, others)),
        lacking=_lacking({one.lang, *(other.lang for other in others)}, edition),
        before=_way(before) if before else None,
        behind=_way(behind) if behind else None,
        pager=pager(page, pages, lambda number: read_link(one.url, page=number)),
        pages=pages,
    )


def _standfirst(one: Inscription) -> str:
    """The summary, unless it is only how the text begins, cut."""
    told = one.own_summary and one.body and not one.body.startswith(one.summary.rstrip(" .…"))
    return one.summary if told else ""


def _page_at(found: Sequence[tuple[int, int]], at: int) -> int:
    place = bisect(found, at, key=lambda cut: cut[0])
    return max(place - 1, 0) // PER_PAGE + 1


def _heading(title: str, page: int) -> str:
    return title if page == 1 else gettext("%(found)s, page %(page)d") % {"found": title, "page": page}


def _paragraphs(text: str, found: Sequence[tuple[int, int]], page: int) -> Iterator[tuple[int, str]]:
    first = (page - 1) * PER_PAGE
    for number, (start, end) in islice(enumerate(found, 1), first, first + PER_PAGE):
        yield number, text[start:end]


def _copied(edition: Edition) -> str:
    if edition.source == "sample":
        return ""  # there is no other
    told = {"read": wording.minute(edition.fetched_at)}
    return gettext("The copy on this page was read on %(read)s. If the two differ, the other is right.") % told


def _way(one: Inscription) -> Way:
    return Way(one.title, read_link(one.url), UI_CODES[one.lang], NAMES[one.lang])


def _lacking(there: set[str], edition: Edition) -> str:
    """The archive's tongues that hold no such inscription, in one sentence; empty when there are none."""
    missing = [str(wording.TONGUES[tongue]) for tongue in TONGUES if tongue in edition.tongues and tongue not in there]
    return gettext("Not found in: %(tongues)s.") % {"tongues": ", ".join(missing)} if missing else ""
