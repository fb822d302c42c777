"""The shelves: what the archive holds, without a search."""

from dataclasses import dataclass
from math import ceil

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from codex.core.archive import Inscription
from codex.core.errors import CodexError
from codex.core.tongues import NAMES, UI_CODES
from codex.live import options
from codex.pages import wording
from codex.pages.facets import Facet, collection_facets, tongue_facets
from codex.pages.links import read_link, search_link
from codex.pages.pager import Pager, pager
from codex.shelf import shelf
from codex.store.edition import Edition

PER_PAGE = 20
#: So many collections stand on every page that has shelves; all of them have pages of their own.
COLLECTIONS_SHOWN = 24
COLLECTIONS_PER_PAGE = 96


@dataclass(frozen=True, slots=True)
class Shelves:
    """What there is, by collection and by tongue, with counts; `more` counts the collections that are left out."""

    collections: tuple[Facet, ...]
    tongues: tuple[Facet, ...]
    more: int


@dataclass(frozen=True, slots=True)
class CollectionsPage:
    """A page of all collections, the fullest first."""

    heading: str
    collections: tuple[Facet, ...]
    pager: Pager | None
    pages: int


@dataclass(frozen=True, slots=True)
class ShelfPage:
    """The inscriptions of one collection, one tongue, or both; a page of them by title."""

    heading: str
    #: Each with its tongue's code and name, and the address of its page here.
    entries: tuple[tuple[Inscription, str, str, str], ...]
    first: int
    pager: Pager | None
    pages: int


def edition() -> Edition | None:
    """The edition that the shelves are filled from; None while the archive cannot be read."""
    try:
        return shelf.current(options())
    except CodexError:
        return None


def shelves(edition: Edition) -> Shelves:
    """The shelves of an edition: its fullest collections, and the tongues in their order."""
    collections = _collections(edition)
    return Shelves(
        collections[:COLLECTIONS_SHOWN],
        tongue_facets(edition.tongues.items(), lambda tongue: search_link(lang=tongue)),
        len(collections[COLLECTIONS_SHOWN:]),
    )


def collections_page(edition: Edition, *, page: int) -> CollectionsPage:
    """One page of all collections; `pages` is at least 1."""
    collections = _collections(edition)
    first = (page - 1) * COLLECTIONS_PER_PAGE
    pages = max(1, ceil(len(collections) / COLLECTIONS_PER_PAGE))
    count = {"count": wording.number(len(collections))}
    return CollectionsPage(
        heading=ngettext("%(count)s collection", "%(count)s collections", len(collections)) % count,
        collections=collections[first : first + COLLECTIONS_PER_PAGE],
        pager=pager(page, pages, lambda number: reverse("codex:collections") + (f"?page={number}" * (number > 1))),
        pages=pages,
    )


def _collections(edition: Edition) -> tuple[Facet, ...]:
    return collection_facets(edition.collections.items(), lambda name: search_link(collection=name))


def shelf_page(edition: Edition, *, lang: str, collection: str, page: int) -> ShelfPage:
    """One page of a shelf; `lang` or `collection` empty: all of them. `pages` is at least 1."""
    found = edition.catalogue.shelf(tongue=lang, collection=collection)
    first = (page - 1) * PER_PAGE
    pages = max(1, ceil(len(found) / PER_PAGE))
    entries = (edition.archive.inscriptions[place] for place in found[first : first + PER_PAGE].tolist())
    return ShelfPage(
        heading=_heading(lang, collection, len(found)),
        entries=tuple((one, UI_CODES[one.lang], NAMES[one.lang], read_link(one.url)) for one in entries),
        first=first + 1,
        pager=pager(page, pages, lambda number: search_link(lang=lang, collection=collection, page=number)),
        pages=pages,
    )


def _heading(lang: str, collection: str, count: int) -> str:
    named = [wording.echoed(collection)] if collection else []
    tongue = str(wording.TONGUES[lang]) if lang else ""
    named += [tongue if collection else capfirst(tongue)] if tongue else []
    told = {"shelf": ", ".join(named), "inscriptions": wording.inscriptions(count)}
    return gettext("%(shelf)s: %(inscriptions)s") % told
