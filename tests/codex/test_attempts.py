"""Which attempt answers a query: exact before near, the own tongue before all (CDX-04)."""

from collections.abc import Sequence

import pytest

from codex.core.ranking import Index
from codex.core.tongues import TONGUES
from tests.codex.inscribed import inscription, urls

LANTERN = {
    "en": inscription("lantern"),
    "de": inscription("laterne", "lantern", lang="de"),
    "no": inscription("lykt", "", "lantern", lang="no"),
}


@pytest.mark.parametrize(
    ("held", "lang", "query", "found"),
    [
        (("en", "de", "no"), "en", "lantern", ("en", False, "exact", ["en"])),
        (("de", "no"), "en", "lantern", ("all", True, "exact", ["de", "no"])),
        (("en", "no"), "de", "lantern", ("all", True, "exact", ["en", "no"])),
        (("en", "de", "no"), "en", "lantrn", ("en", False, "near", ["en"])),
        (("en", "de", "no"), "de", "lantxrn", ("de", False, "near", ["de"])),
        (("de", "no"), "en", "lantrn", ("all", True, "near", ["de", "no"])),
        (("en", "de", "no"), "en", "windmill", ("en", False, "none", [])),
        ((), "uk", "ліхтар", ("uk", False, "none", [])),
    ],
)
def test_the_first_attempt_that_finds_something_answers(
    held: Sequence[str], lang: str, query: str, found: tuple[str, bool, str, list[str]]
) -> None:
    hits = Index([LANTERN[one] for one in held]).search(query, lang)
    assert (hits.lang_used, hits.fallback, hits.match, [hit.lang for hit in hits]) == found
    assert hits.total == len(hits)


def test_an_exact_word_in_another_tongue_comes_before_a_near_one_in_the_own() -> None:
    index = Index([inscription("laterne", lang="de"), inscription("lateran")])
    hits = index.search("laterne", "en")
    assert (hits.match, hits.lang_used, [hit.lang for hit in hits]) == ("exact", "all", ["de"])


@pytest.mark.parametrize(
    ("asked", "used"),
    [
        ("nb", "no"),
        ("nn", "no"),
        ("NO", "no"),
        ("en-us", "en"),
        ("de_AT", "de"),
        ("xx", "en"),
        ("", "en"),
        ("klingon", "en"),
    ],
)
def test_a_tongue_is_asked_for_by_any_of_its_codes(asked: str, used: str) -> None:
    everywhere = [inscription(f"lantern {lang}", lang=lang) for lang in TONGUES]
    hits = Index(everywhere).search("lantern", asked)
    assert (hits.lang_used, [hit.lang for hit in hits]) == (used, [used])


def test_across_tongues_hits_are_merged_by_score_then_address() -> None:
    entries = [
        inscription("laterne", "lantern", lang="de", url="https://lore.example/z"),
        inscription("lykt", "lantern", lang="no", url="https://lore.example/y"),
        inscription("lanterno lantern", lang="eo", url="https://lore.example/x"),
    ]
    assert [url[-1] for url in urls(Index(entries).search("lantern", "uk"))] == ["x", "y", "z"]


def test_a_page_of_all_tongues_is_cut_after_they_are_merged() -> None:
    first = inscription("x", "", "strasse", lang="de", url="https://lore.example/a")
    as_written = inscription("x", "", "straße", lang="de", url="https://lore.example/b")
    index = Index([as_written, first, inscription("veg", lang="no")])
    assert urls(index.search("straße", "de", 1)) == [as_written.url]
    assert urls(index.search("straße", "en", 1)) == [first.url]


def test_a_collection_narrows_the_hits_and_not_the_counts() -> None:
    entries = [inscription(f"lantern {number}", collection=name) for number, name in enumerate(["b", "a", "b", ""])]
    hits = Index(entries).search("lantern", collection="b")
    assert (hits.total, [hit.collection for hit in hits]) == (2, ["b", "b"])
    assert hits.collections() == [("b", 2), ("a", 1)]


def test_a_collection_is_looked_for_in_every_attempt() -> None:
    entries = [inscription("lantern", collection="a"), inscription("laterne lantern", collection="b", lang="de")]
    hits = Index(entries).search("lantern", collection="b")
    assert (hits.lang_used, hits.match, urls(hits)) == ("all", "exact", [entries[1].url])
    assert Index(entries).search("lantern", collection="nowhere").match == "none"


def test_totals_count_a_query_s_hits_in_each_tongue() -> None:
    index = Index([*LANTERN.values(), inscription("lantern two")])
    assert index.totals("lantern", "exact") == [("en", 2), ("de", 1), ("eo", 0), ("no", 1), ("uk", 0)]
    assert dict(index.totals("lantrn", "near"))["en"] == 2
    assert {total for _, total in index.totals("lantern", "none")} == {0}


def test_near_words_are_told_as_the_archive_writes_them() -> None:
    hits = Index([inscription("Lanterns"), inscription("lantana"), inscription("gate")]).search("lantrens gatte lan")
    assert hits.nearest() == [("lantrens", ("lanterns",)), ("gatte", ("gate",)), ("lan", ("lantana", "lanterns"))]
    assert Index([LANTERN["en"]]).search("lantern").nearest() == []


def test_a_word_said_seventy_times_is_asked_for_once() -> None:
    index = Index([inscription("Red lantern"), inscription("Gate")])
    assert urls(index.search("lantern " * 70)) == urls(index.search("lantern"))
