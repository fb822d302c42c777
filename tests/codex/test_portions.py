"""Long texts in pages: nothing lost, nothing twice, no word cut that need not be."""

from hypothesis import given
from hypothesis import strategies as st

from codex.core.portions import PAGE_CHARS, portions

WORDS = st.lists(st.sampled_from(["rust", "Öl", "котел", "x" * 1_500, "y" * 5_000]), max_size=40).map(" ".join)


@given(WORDS)
def test_the_pages_together_are_the_text(text: str) -> None:
    assert "".join(portions(text)).replace(" ", "") == text.replace(" ", "")


@given(WORDS)
def test_no_page_is_longer_than_the_bound(text: str) -> None:
    assert max(map(len, portions(text))) <= PAGE_CHARS


def test_a_short_text_is_one_page() -> None:
    assert portions("Steam rises.") == ["Steam rises."]
    assert portions("") == [""]


def test_a_text_is_cut_between_words() -> None:
    first, second = portions("valve " * 700)
    assert (first.split().count("valve"), second.split().count("valve")) == (666, 34)


def test_a_text_without_any_space_is_cut_where_the_page_is_full() -> None:
    assert [len(page) for page in portions("x" * 9_000)] == [4_000, 4_000, 1_000]


def test_a_text_that_fills_its_page_is_not_cut() -> None:
    assert len(portions("x" * PAGE_CHARS)) == 1
