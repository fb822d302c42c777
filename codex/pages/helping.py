"""What a search that found nothing offers instead."""

from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext

from codex.pages import wording
from codex.pages.extras import Carried
from codex.pages.facets import Facet
from codex.pages.links import search_link
from codex.pages.searching import heading
from codex.results import Help, Results

_NO_HELP = Help(spellings=(), fewer=(), tongues=(), collections=())


@dataclass(frozen=True, slots=True)
class NothingPage:
    """Ways on: all collections, the archive's own spellings, fewer words; the shelves stand below them."""

    heading: str
    looked: str
    unfiltered: str
    spellings: tuple[Facet, ...]
    fewer: tuple[Facet, ...]


def nothing_page(results: Results, carried: Carried = ()) -> NothingPage:
    """Make the page of a search that found nothing; its links keep the tongue and leave the collection."""
    offered = results.help or _NO_HELP
    again = partial(search_link, lang=results.lang, carried=carried)
    return NothingPage(
        heading=heading(results),
        looked=_looked(results),
        unfiltered=again(results.query) if results.collection else "",
        spellings=tuple(Facet(query, 0, again(query)) for query in offered.spellings),
        fewer=tuple(Facet(word, count, again(word)) for word, count in offered.fewer),
    )


def _looked(results: Results) -> str:
    told = {
        "inscriptions": wording.inscriptions(results.edition.inscriptions),
        "collection": wording.echoed(results.collection),
    }
    if results.collection:
        return gettext("Looked for in %(collection)s, in all tongues, with up to two letters changed.") % told
    return gettext("Looked for in %(inscriptions)s, in all tongues, with up to two letters changed.") % told
