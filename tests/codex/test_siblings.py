"""The same inscription in other tongues, and its neighbours on the shelf."""

import pytest

from codex.core.catalogue import Catalogue, catalogue
from codex.core.inscriptions import Inscription
from codex.core.siblings import codes, siblings

SITE = "https://lore.example"


def one(url: str, lang: str, title: str = "", collection: str = "") -> Inscription:
    return Inscription(title or url, "", "", collection, SITE + url, lang, own_summary=False)


def others(url: str, lang: str, *there: tuple[str, str]) -> list[str]:
    """The links of an inscription's siblings among others, without the site."""
    by_url = {found.url: found for found in (one(url, lang), *(one(*other) for other in there))}
    return [found.url.removeprefix(SITE) for found in siblings(one(url, lang), by_url, codes(by_url))]


def test_the_path_without_the_tongue_is_what_siblings_share() -> None:
    assert others("/en/a/b/", "en", ("/uk/a/b/", "uk"), ("/de/a/b/", "de"), ("/de/a/c/", "de")) == [
        "/de/a/b/",
        "/uk/a/b/",
    ]


def test_a_code_may_have_a_region_or_stand_second() -> None:
    assert others("/lore/en-GB/a/", "en", ("/lore/nn-no/a/", "no")) == ["/lore/nn-no/a/"]


@pytest.mark.parametrize("german", ["/de/lore/a/", "/lore/de/a/"])
def test_the_tongue_of_the_site_may_have_no_segment(german: str) -> None:
    assert others("/lore/a/", "en", (german, "de")) == [german]
    assert others(german, "de", ("/lore/a/", "en")) == ["/lore/a/"]


def test_a_file_at_the_top_has_siblings_too() -> None:
    assert others("/a.html", "en", ("/de/a.html", "de")) == ["/de/a.html"]


def test_the_same_tongue_is_no_sibling() -> None:
    assert others("/no/a/", "no", ("/nb/a/", "no"), ("/nn/a/", "no")) == []


def test_a_last_segment_names_no_tongue() -> None:
    assert others("/lore/no", "en", ("/lore/de", "en")) == []


def test_only_so_many_codes_are_tried() -> None:
    assert len(codes(f"{SITE}/en-{number:03}/" for number in range(100))) == 40


@pytest.fixture
def kept() -> Catalogue:
    shelf = [("c", "Rites"), ("A", "Rites"), ("b", "Rites"), ("aa", "Lore"), ("z", "")]
    return catalogue([one(f"/en/{title}/", "en", title, collection) for title, collection in shelf])


@pytest.mark.parametrize(
    ("title", "before", "behind"), [("A", None, "b"), ("b", "A", "c"), ("c", "b", None), ("aa", None, None)]
)
def test_neighbours_are_those_of_the_collection(
    kept: Catalogue, title: str, before: str | None, behind: str | None
) -> None:
    found = kept.neighbours(kept.by_url[f"{SITE}/en/{title}/"])
    assert [other and other.title for other in found] == [before, behind]


def test_without_a_collection_they_are_those_of_the_tongue(kept: Catalogue) -> None:
    before, behind = kept.neighbours(kept.by_url[f"{SITE}/en/z/"])
    assert before is not None
    assert (before.title, behind) == ("c", None)


def test_the_catalogue_finds_siblings_by_its_own_codes() -> None:
    kept = catalogue([one("/en/a/", "en"), one("/nb/a/", "no")])
    assert [found.lang for found in kept.siblings(kept.inscriptions[0])] == ["no"]
