"""What the templates of a search show, made ready: sentences and addresses, so that templates only lay out."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext, ngettext

from codex.core.hits import Hit, Part
from codex.core.tongues import NAMES, UI_CODES
from codex.pages import wording
from codex.pages.extras import Carried
from codex.pages.facets import Facet, collection_facets, tongue_facets
from codex.pages.fragments import to_words
from codex.pages.links import json_link, read_link, search_link
from codex.pages.pager import Pager, pager
from codex.pages.why import Reason, reasons
from codex.results import Results

#: So many collections stand beside the results; the others wait behind one more click.
COLLECTIONS_SHOWN = 12
#: And so many there; an archive may have thousands, which have pages of their own.
COLLECTIONS_FOLDED = 60
SPELLINGS_SHOWN = 3
#: So many characters of a text are mostly read on its first page.
FIRST_PAGE = 6_000


@dataclass(frozen=True, slots=True)
class ShownHit:
    """One hit as it is laid out; `number` counts through all pages."""

    number: int
    title: tuple[Part, ...]
    snippet: tuple[Part, ...]
    url: str
    #: The same at the words that were found, and the page here that shows the text.
    there: str
    here: str
    collection: str
    lang: str
    tongue: str
    why: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class ResultsPage:
    """One page of results."""

    heading: str
    notices: tuple[str, ...]
    #: At most one other query, each word of which stands in the archive.
    spellings: tuple[Facet, ...]
    hits: tuple[ShownHit, ...]
    first: int
    tally: str
    tongues: tuple[Facet, ...]
    everything: Facet
    collections: tuple[Facet, ...]
    more_collections: tuple[Facet, ...]
    #: How many collections are not listed.
    unlisted: int
    pager: Pager | None
    json: str
    carried: Carried

    @property
    def elsewhere(self) -> tuple[str, ...]:
        """What is carried along and stands for none of its hits."""
        here = {hit.url for hit in self.hits}
        return tuple(value for _, value in self.carried if value not in here)


def results_page(results: Results, carried: Carried = ()) -> ResultsPage:
    """Make a page of a search that found something; its links take `carried` along."""
    first = (results.page - 1) * results.per_page + 1
    link = partial(_link, results, carried=carried)
    collections = collection_facets(results.collections, lambda name: link(collection=name), results.collection)
    return ResultsPage(
        heading=heading(results),
        notices=tuple(_notices(results)),
        spellings=tuple(_spelled(results, carried)),
        hits=tuple(_shown(hit, number) for number, hit in enumerate(results.hits, first)),
        first=first,
        tally=_tally(results, first),
        tongues=_tongues(results, link),
        everything=_everything(results, link),
        collections=collections[:COLLECTIONS_SHOWN],
        more_collections=_folded(collections),
        unlisted=len(collections) - len(collections[:COLLECTIONS_SHOWN]) - len(_folded(collections)),
        pager=pager(results.page, results.pages, lambda page: link(collection=results.collection, page=page)),
        json=json_link(_link(results, collection=results.collection, page=results.page)),
        carried=carried,
    )


def _folded(collections: tuple[Facet, ...]) -> tuple[Facet, ...]:
    """What waits behind a click: the fullest, and the one that the search is narrowed to, wherever it stands."""
    further = collections[COLLECTIONS_SHOWN:]
    return further[:COLLECTIONS_FOLDED] + tuple(one for one in further[COLLECTIONS_FOLDED:] if one.current)


def heading(results: Results) -> str:
    """The count and the query; title and heading of the page are the same words."""
    told = {"count": wording.number(results.total), "query": wording.echoed(results.query)}
    if not results.total:
        return gettext("Nothing found for “%(query)s”") % told
    found = ngettext("%(count)s result for “%(query)s”", "%(count)s results for “%(query)s”", results.total) % told
    return found if results.page == 1 else gettext("%(found)s, page %(page)d") % {"found": found, "page": results.page}


def _link(results: Results, *, lang: str = "", collection: str = "", page: int = 1, carried: Carried = ()) -> str:
    lang = lang or results.lang
    return search_link(results.query, lang=lang, collection=collection, page=page, carried=carried)


def _notices(results: Results) -> Iterator[str]:
    if results.fallback:
        yield gettext("Nothing in %(tongue)s; showing all tongues.") % {"tongue": wording.TONGUES[results.lang]}
    if results.match == "near":
        told = {"words": ", ".join(_spellings(results))}
        yield gettext("No inscription holds these words as written; showing the nearest spellings: %(words)s.") % told

    if results.lacking:
        words = ", ".join(wording.quoted(word) for word in results.lacking[:SPELLINGS_SHOWN])
        told = {"tongue": str(wording.TONGUES[results.lang]), "words": words}
        yield gettext("No inscription in %(tongue)s holds %(words)s; these hold the other words.") % told


def _spelled(results: Results, carried: Carried) -> Iterator[Facet]:
    if found := results.corrected:
        yield Facet(found, 0, search_link(found, lang=results.lang, collection=results.collection, carried=carried))


def _spellings(results: Results) -> list[str]:
    """The archive's words that were taken for those of the query, the best of each."""
    return [form for _, forms in results.nearest for form in forms[:SPELLINGS_SHOWN]]


def _tongues(results: Results, link: Callable[..., str]) -> tuple[Facet, ...]:
    current = "" if results.fallback else results.lang
    # The counts are those of all collections, so the links leave the collection as well.
    tongues = tongue_facets(results.tongues, lambda tongue: link(lang=tongue), current)
    if not results.fallback:
        return tongues
    total = sum(count for _, count in results.tongues)
    return (Facet(gettext("All tongues"), total, link(), current=True), *tongues)


def _everything(results: Results, link: Callable[..., str]) -> Facet:
    # Not the sum of the collections: an inscription may be in none.
    total = sum(count for tongue, count in results.tongues if results.fallback or tongue == results.lang)
    return Facet(gettext("All collections"), total, link(), current=not results.collection)


def _tally(results: Results, first: int) -> str:
    told = {"first": wording.number(first), "last": wording.number(first + len(results.hits) - 1)}
    return gettext("Results %(first)s to %(last)s of %(total)s.") % {**told, "total": wording.number(results.total)}


def _shown(hit: Hit, number: int) -> ShownHit:
    title, snippet = hit.title_parts, hit.snippet_parts
    return ShownHit(
        number=number,
        title=title,
        snippet=snippet,
        url=hit.url,
        there=to_words(hit.url, snippet, title),
        here=to_words(read_link(hit.url, at=_place(hit, snippet)), snippet, title),
        collection=hit.collection,
        lang=UI_CODES[hit.lang],
        tongue=NAMES[hit.lang],
        why=reasons(hit),
    )


def _place(hit: Hit, snippet: tuple[Part, ...]) -> int:
    """Where a snippet stands in a text too long for one page, in characters; 0 on the first page."""
    if len(hit.inscription.body) <= FIRST_PAGE:
        return 0
    ellipses = ("… ", " …")
    found = hit.inscription.body.find("".join(part.text for part in snippet if part.text not in ellipses))
    return found if found > FIRST_PAGE else 0
