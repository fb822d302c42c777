"""What a search that found nothing offers: only what stands in the archive (PAGE-01)."""

import time

import pytest

from codex.core.ranking import Index
from codex.core.suggest import MOST, corrected, fewer_words, lacking, spellings
from codex.core.words import words
from tests.codex.inscribed import fillers, inscription

INDEX = Index(
    [
        inscription("The red lantern of the gate"),
        inscription("Die alte Straße", lang="de"),
        inscription("Ĉirkaŭ la lago", lang="eo"),
    ]
)


@pytest.mark.parametrize(
    ("query", "lang", "offered"),
    [
        ("lxntxrn", "en", ("lantern",)),
        ("lxntxrn gaxxte", "en", ("lantern gate",)),
        ("sxraxse", "en", ("straße",)),
        ("xyzxyzxyz", "en", ()),
        ("?!", "en", ()),
        ("", "en", ()),
    ],
)
def test_unknown_words_are_replaced_by_the_most_similar_ones(query: str, lang: str, offered: tuple[str, ...]) -> None:
    assert spellings(INDEX, query, lang) == offered


def test_the_asked_tongue_s_words_come_first() -> None:
    index = Index([inscription("lantern"), inscription("lanterne", lang="no")])
    assert spellings(index, "lxntxrne", "en") == ("lantern", "lanterne")
    assert spellings(index, "lxntxrne", "no") == ("lanterne", "lantern")


def test_a_word_that_resembles_none_is_left_out() -> None:
    assert spellings(INDEX, "lxntxrn xyzxyzxyz", "en") == ("lantern",)


def test_the_query_itself_is_no_spelling() -> None:
    assert spellings(INDEX, "Red LANTERN", "en") == ()


def test_every_spelling_finds_something() -> None:
    offered = [one for query in ("lxntern rad", "gxte laggo", "strxsse allte") for one in spellings(INDEX, query, "en")]
    assert offered
    assert all(INDEX.search(one, "en").total for one in offered)


def test_no_more_than_three_are_offered() -> None:
    tongues = {"lanterna": "en", "lanternb": "de", "lanternd": "eo", "lanternf": "no"}
    index = Index([inscription(title, lang=lang) for title, lang in tongues.items()])
    assert len(spellings(index, "lxxternq", "en")) == MOST


def test_single_words_that_find_something_are_offered_with_how_much() -> None:
    index = Index([inscription("red lantern"), inscription("red gate"), *fillers(3)])
    assert fewer_words(index, "the red xyzxyzxyz lantern", "en") == (("red", 2), ("lantern", 1))
    assert fewer_words(index, "xyzxyzxyz", "en") == ()
    assert len(fewer_words(index, "red lantern gate filler", "en")) == MOST


def test_an_empty_archive_offers_nothing() -> None:
    assert spellings(Index([]), "lantern", "en") == ()
    assert fewer_words(Index([]), "lantern", "en") == ()


@pytest.mark.parametrize("query", ["x" * 10_000, "\0\ud800", "' \" ? *", "a" + "\u0301\u0316" * 5_000, "-" * 1_000])
def test_no_query_is_too_strange(query: str) -> None:
    assert spellings(INDEX, query, "en") == ()
    assert fewer_words(INDEX, query, "en") == ()


def test_of_a_query_without_end_only_the_first_words_are_corrected() -> None:
    def seconds(size: int) -> float:
        started = time.thread_time()
        (offered,) = spellings(INDEX, "lxntern " * size, "en")
        assert len(words(offered)) == 64
        return time.thread_time() - started

    small, large = (min(seconds(size) for _ in range(3)) for size in (500, 8_000))
    assert large < 80 * small + 0.05


def test_words_that_the_tongue_lacks_are_named_beside_those_that_are_found() -> None:
    assert lacking(INDEX.search("red lxntxrn", "en"), "red lxntxrn", "en") == ("lxntxrn",)
    assert corrected(INDEX, "red lxntxrn xyzxyzxyz", "en") == "red lantern"


@pytest.mark.parametrize("query", ["red lantern", "lxntern", "alte zzz", "zzz"])
def test_nothing_is_named_where_nothing_is_lacking_or_nothing_was_found_as_it_is(query: str) -> None:
    assert lacking(INDEX.search(query, "en"), query, "en") == ()


def test_a_query_whose_words_resemble_none_is_not_corrected() -> None:
    assert corrected(INDEX, "red xyzxyzxyz", "en") == ""
