"""What is measured side by side: the site's index, the same from its saved file, and tantivy where it is installed."""

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from codex.core.inscriptions import Archive, Inscription
from codex.core.ranking import Index
from codex.core.saved import open_saved, read, save
from codex.core.stopwords import is_stopword
from codex.core.words import words

#: From a query and its tongue to the addresses of the best ten.
Search = Callable[[str, str], Sequence[str]]
#: From inscriptions and an empty folder to a search.
Engine = Callable[[list[Inscription], Path], Search]


def inscriptions_of(entries: Sequence[dict[str, str]]) -> list[Inscription]:
    """The generator's entries as the site reads them."""
    return [_inscription(**one) for one in entries]


def _inscription(*, title: str, summary: str, content: str, collection: str, url: str) -> Inscription:
    return Inscription(title, summary, content, collection, url, lang=url[1:3], own_summary=True)


@dataclass(frozen=True)
class Searching:
    """Searches of the site's index."""

    index: Index

    def __call__(self, query: str, tongue: str) -> Sequence[str]:
        """The addresses of the best ten."""
        return [hit.url for hit in self.index.search(query, tongue, 10)]

    def forget(self) -> None:
        """Let go of all words that were looked up."""
        for partition in self.index.partitions.values():
            partition.forget()


def built(inscriptions: list[Inscription], folder: Path) -> Search:
    """The site's index."""
    return Searching(Index(inscriptions))


def mapped(inscriptions: list[Inscription], folder: Path) -> Search:
    """The site's index from its saved file; only opening it counts as building when the file is there."""
    path = folder / "index"
    if not path.exists():
        save(read(Archive(inscriptions, (), "array", {})), path, of="bench")
    return Searching(open_saved(path, of="bench").index)


def tantivy(inscriptions: list[Inscription], folder: Path) -> Search:
    """tantivy at its best: an index a tongue, and one flat query of weighted words, so that it may skip."""
    library = importlib.import_module("tantivy")
    builder = library.SchemaBuilder()
    for field in _WEIGHTS:
        builder.add_text_field(field, stored=False, index_option="freq")
    schema = builder.add_unsigned_field("place", stored=True).build()
    searchers = {
        tongue: _searcher(library, schema, inscriptions, tongue) for tongue in {one.lang for one in inscriptions}
    }

    def search(query: str, tongue: str) -> Sequence[str]:
        telling = [word for word in words(query) if not is_stopword(word, tongue)]
        parts = [_weighted(library, schema, field, word) for word in telling for field in _WEIGHTS]
        found = searchers[tongue].search(library.Query.boolean_query(parts), 10, count=False).hits
        return [inscriptions[searchers[tongue].doc(address)["place"][0]].url for _, address in found]

    return search


_WEIGHTS: Final = {"title": 8.0, "summary": 3.0, "body": 1.0}


def _searcher(library: Any, schema: Any, inscriptions: list[Inscription], tongue: str) -> Any:
    index = library.Index(schema)
    writer = index.writer(heap_size=100_000_000, num_threads=1)
    for place, one in enumerate(inscriptions):
        if one.lang == tongue:
            writer.add_document(library.Document(title=one.title, summary=one.summary, body=one.body, place=place))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    return index.searcher()


def _weighted(library: Any, schema: Any, field: str, word: str) -> tuple[Any, Any]:
    term = library.Query.term_query(schema, field, word, index_option="freq")
    return library.Occur.Should, library.Query.boost_query(term, _WEIGHTS[field])


ENGINES: Final[dict[str, Engine]] = {"built": built, "mapped": mapped, "tantivy": tantivy}
