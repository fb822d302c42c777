"""Ways to narrow a search, as plain links with counts."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from codex.core.tongues import NAMES, UI_CODES

Counts = Iterable[tuple[str, int]]
#: From a tongue or a collection to an address.
Link = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Facet:
    """One link: its label, how many inscriptions it leads to, and the language of the label where it is known."""

    label: str
    count: int
    href: str
    current: bool = False
    lang: str = ""


def tongue_facets(counts: Counts, link: Link, current: str = "") -> tuple[Facet, ...]:
    """One link for each tongue, under the tongue's own name."""
    return tuple(Facet(NAMES[code], count, link(code), code == current, UI_CODES[code]) for code, count in counts)


def collection_facets(counts: Counts, link: Link, current: str = "") -> tuple[Facet, ...]:
    """One link for each collection; inscriptions that are in none cannot be asked for by it."""
    return tuple(Facet(name, count, link(name), name == current) for name, count in counts if name)
