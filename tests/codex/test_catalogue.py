"""Where inscriptions stand."""

import pytest

from codex.core.catalogue import Catalogue, catalogue
from codex.core.inscriptions import Inscription


def one(title: str, url: str, lang: str = "en", collection: str = "") -> Inscription:
    return Inscription(title, "", "", collection, url, lang, own_summary=False)


ALL = (
    one("beta", "/1/", "uk", "rites"),
    one("Alpha", "/3/", "de", "rites"),
    one("alpha", "/2/", "uk", "lore"),
    one("gamma", "/4/", "uk"),
    one("delta", "/5/", "de", "hymns"),
)


@pytest.fixture
def kept() -> Catalogue:
    return catalogue(ALL)


def titles(kept: Catalogue, **shelf: str) -> list[str]:
    return [kept.inscriptions[place].title for place in kept.shelf(**shelf).tolist()]


def test_tongues_are_counted_in_their_order_and_only_where_there_are_any(kept: Catalogue) -> None:
    assert list(kept.tongues.items()) == [("de", 2), ("uk", 3)]


def test_collections_are_counted_most_first_then_by_name(kept: Catalogue) -> None:
    assert list(kept.collections.items()) == [("rites", 2), ("hymns", 1), ("lore", 1)]


def test_a_shelf_is_ordered_by_title_whatever_its_case_then_by_link(kept: Catalogue) -> None:
    assert titles(kept) == ["alpha", "Alpha", "beta", "delta", "gamma"]


@pytest.mark.parametrize(
    ("shelf", "found"),
    [
        ({"tongue": "uk"}, ["alpha", "beta", "gamma"]),
        ({"collection": "rites"}, ["Alpha", "beta"]),
        ({"tongue": "de", "collection": "rites"}, ["Alpha"]),
        ({"tongue": "eo"}, []),
        ({"collection": "nowhere"}, []),
    ],
)
def test_a_shelf_holds_a_tongue_or_a_collection_or_both(
    shelf: dict[str, str], found: list[str], kept: Catalogue
) -> None:
    assert titles(kept, **shelf) == found


def test_each_is_found_by_its_link(kept: Catalogue) -> None:
    assert kept.by_url["/4/"] is ALL[3]
    assert "/9/" not in kept.by_url
    assert dict(kept.by_url) == {inscription.url: inscription for inscription in ALL}
    assert len(kept.by_url) == len(ALL)


def test_an_empty_archive_has_shelves_with_nothing_on_them() -> None:
    kept = catalogue(())
    assert (kept.tongues, kept.collections, titles(kept), dict(kept.by_url)) == ({}, {}, [], {})
