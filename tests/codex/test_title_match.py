"""Titles that equal a query or come near to it, found without looking at each."""

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codex.core.signatures import signature
from codex.core.title_match import Titles, titles_in, titles_of
from tests.codex.reference import title_nearness

TITLES = ["Red lanterns", "red lanterns", "Red lantern", "Red", "The gate", "Straße", "", "Red lanterns of the gate"]
titles = st.lists(st.text("redlantß ", max_size=9), min_size=1, max_size=30)


def near(kept: Titles, title: str) -> dict[int, float]:
    docs, shares = kept.near(title, signature(title.replace(" ", "")))
    return dict(zip(docs.tolist(), shares.tolist(), strict=True))


@pytest.fixture
def kept() -> Titles:
    return titles_of(TITLES, "de")


def test_equal_titles_are_found_by_their_folded_words(kept: Titles) -> None:
    assert [kept.equal(title) for title in ("red lanterns", "strasse", "gate")] == [[0, 1], [5], []]


def test_another_title_of_the_same_check_is_not_equal(kept: Titles, monkeypatch: pytest.MonkeyPatch) -> None:
    check = zlib.crc32(b"red")
    monkeypatch.setattr(zlib, "crc32", lambda encoded: check)
    assert kept.equal("the red") == []


@given(titles, st.text("redlantß", min_size=1, max_size=12))
def test_near_titles_are_just_those_that_are(some: list[str], typed: str) -> None:
    kept = titles_of(some, "no")
    folded = list(kept.texts)
    expected = {doc: title_nearness(typed, title) for doc, title in enumerate(folded)}
    assert near(kept, typed) == {doc: share for doc, share in expected.items() if share}


def test_they_come_back_from_their_arrays(kept: Titles) -> None:
    again = titles_in(kept.arrays())
    assert again.equal("red lanterns") == [0, 1]
    assert near(again, "red lantrens") == near(kept, "red lantrens") != {}
