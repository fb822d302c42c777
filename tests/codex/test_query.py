"""A query as terms (CDX-03)."""

import pytest

from codex.core.query import MOST_STEMS, Term, terms
from codex.core.tongues import TONGUES


def test_stopwords_are_dropped_and_the_rest_stemmed() -> None:
    assert terms("The burning of the Lanterns", "en") == (Term("burning", "burn"), Term("lanterns", "lantern"))


@pytest.mark.parametrize(
    ("query", "tongue", "kept"),
    [
        ("how to do it", "en", ["how", "to", "do", "it"]),
        ("und für", "de", ["und", "für"]),
        ("kaj la", "eo", ["kaj", "la"]),
        ("og på", "no", ["og", "på"]),
        ("і що", "uk", ["і", "що"]),
    ],
)
def test_a_query_of_stopwords_only_keeps_them(query: str, tongue: str, kept: list[str]) -> None:
    assert [term.word for term in terms(query, tongue)] == kept


def test_words_of_one_stem_count_once_as_the_first_of_them() -> None:
    assert terms("Häuser Haus haeuser", "de") == (Term("häuser", "haus"),)


def test_sixty_four_distinct_stems_count() -> None:
    query = " ".join(f"w{number} w{number}" for number in range(100))
    assert [term.word for term in terms(query, "en")] == [f"w{number}" for number in range(MOST_STEMS)]


@pytest.mark.parametrize("tongue", TONGUES)
@pytest.mark.parametrize("query", ["", " ", "?!", "\0\x01\x7f", "\ud800\udc00\udfff", "😀", "'", "…"])
def test_a_query_without_words_has_no_terms(query: str, tongue: str) -> None:
    assert terms(query, tongue) == ()
