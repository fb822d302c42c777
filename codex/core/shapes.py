"""The one table of shapes an index may have, and of the names its fields go by (CDX-05).

A shape says how the file is built and which names our fields have in it; readers.py holds the code that walks each.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

#: Our field → the names it goes by, best first.
Names = Mapping[str, tuple[str, ...]]

LONG: Final[dict[str, tuple[str, ...]]] = {
    "title": ("title", "name", "heading", "doc"),
    "summary": ("description", "summary", "excerpt", "teaser", "snippet"),
    "body": ("content", "body", "text", "terms", "abstract"),
    "url": ("url", "href", "permalink", "uri", "location", "path", "relUrl", "link", "slug"),
    "collection": ("collection", "section", "category", "typeLabel", "type", "categories", "source", "doc"),
    "lang": ("lang", "language", "locale"),
    # Searched only where an entry has no body.
    "words": ("headings", "keywords", "tags", "facets"),
}
#: One-letter names, read only where every long name of a title is absent; `c` is the content where `k` is the kind ...
SHORT: Final[dict[str, tuple[str, ...]]] = {
    "title": ("t",),
    "summary": ("d", *LONG["summary"]),
    "body": ("c", *LONG["body"]),
    "url": ("s", *LONG["url"]),
    "collection": ("k", *LONG["collection"]),
    "lang": LONG["lang"],
    "words": ("a", *LONG["words"]),
}
#: ... and the category where there is a description and no kind.
SHORT_CATEGORY: Final[Names] = SHORT | {"body": LONG["body"], "collection": ("c", *LONG["collection"])}
_PARTS: Final[Names] = {
    "title": ("t",),
    "summary": ("description",),
    "body": ("content",),
    "url": ("u",),
    "collection": ("b",),
}
_ROWS: Final[Names] = {"title": ("[1]",), "body": ("[2]",), "url": ("[0]",)}
_TITLES: Final[Names] = {"title": ("titles",), "url": ("docnames",)}

#: What else the file may say beside its entries.
GENERATED: Final = ("generated", "generatedAt", "generated_at", "buildDate", "built", "updated", "lastUpdated", "date")
#: What stands beside the entries of an object keyed by page.
BESIDE: Final = (*GENERATED, *LONG["lang"], "version", "config")
#: Objects inside an entry whose fields count as the entry's own (content collections written out whole).
INSIDE: Final = ("data", "frontmatter")
#: A list that lies deeper: {data: {entries: […]}}.
OUTSIDE: Final = ("data", "results", "search")
ERRORS: Final = ("error", "errors")
#: Signs of an error where the object holds nothing but single values.
MESSAGES: Final = ("message", "detail", "msg")
#: Signs of a search structure that holds no text.
STRUCTURES: Final = ("invertedIndex", "fieldVectors", "index", "terms", "docnames")


class Row(NamedTuple):
    """One entry as it was found: where it stands, its value, and what its surroundings say about it."""

    position: int | str
    value: object
    #: The tongue of the list that holds it.
    lang: object = ""
    #: The name it is kept under, where that may be its link.
    key: str = ""


@dataclass(frozen=True, slots=True)
class Shape:
    """One way of building an index file."""

    code: str
    #: Completes the sentence "The index is …".
    words: str
    names: Names
    #: The folder of the site that the generator puts the index into; relative links start above it.
    folder: str = ""
    #: What a link lacks at its end.
    suffix: str = ""
    #: A mark the generator leaves behind in texts.
    litter: str = ""


#: A list of entries under one of these names, and a generator that is known to write it.
_LISTS: Final = {
    "entries": "Astro",
    "documents": "Jekyll",
    "records": "Astro",
    "items": "Astro",
    "pages": "Pelican",
    "data": "",
    "posts": "",
    "articles": "",
    "results": "",
    "nodes": "",
    "inscriptions": "",
    "store": "",
    "searchDocs": "Docusaurus",
}


def _list_shape(name: str, maker: str) -> Shape:
    return Shape(name, f"an object with the list “{name}”" + (f" ({maker})" if maker else ""), LONG)


SHAPES: Final[Mapping[str, Shape]] = {name: _list_shape(name, maker) for name, maker in _LISTS.items()} | {
    shape.code: shape
    for shape in (
        # Old builds copied the mark that links to a heading.
        Shape("docs", "an object with the list “docs” (MkDocs)", LONG, folder="search", litter="¶"),
        Shape("list", "a list of entries (Hugo, Astro, Quarto, Eleventy)", LONG),
        Shape("lists", "an object with several lists of entries", LONG),
        Shape("named", "an object with one list of entries under a name of its own", LONG),
        Shape("map", "an object keyed by page (Quartz, Jazzy, DocFX)", LONG, folder="static"),
        Shape("numbered", "an object keyed by number (Just-the-Docs)", LONG),
        Shape("elasticlunr", "an elasticlunr index that holds its documents (Zola)", LONG),
        Shape("stores", "an object of stores, one for each tongue (Gatsby)", LONG),
        Shape("parts", "a list of document lists beside their lunr indexes (Docusaurus)", _PARTS),
        Shape("rows", "a list of rows: link, title, text (bookdown)", _ROWS),
        Shape("titles", "page names and titles side by side (Sphinx)", _TITLES, suffix=".html"),
    )
}
#: Names under which a list of entries may lie.
LISTS: Final = ("docs", *_LISTS)
#: Docusaurus numbers its parts; older versions had three.
PARTS: Final[Mapping[int, tuple[str, ...]]] = {
    3: ("pages", "headings", "content"),
    5: ("pages", "headings", "description", "keywords", "content"),
}
