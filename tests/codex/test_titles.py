"""Titles that go on as somebody begins to type."""

import pytest

from codex.core.titles import Titles

ENGLISH = Titles.of(
    ["Valve", "The Slow Valve", "Valve and Vent", "Ærial", "State-of-the-art vats", "the end", "Valve", "!"], "en"
)


def test_those_that_begin_so_come_before_those_with_a_later_word() -> None:
    assert ENGLISH.beginning("va", 9) == ("Valve", "Valve and Vent", "State-of-the-art vats", "The Slow Valve")


def test_several_words_must_follow_each_other() -> None:
    assert ENGLISH.beginning("slow va", 9) == ("The Slow Valve",)
    assert ENGLISH.beginning("valve slow", 9) == ()


def test_no_more_than_asked_for() -> None:
    assert ENGLISH.beginning("v", 2) == ("Valve", "Valve and Vent")


@pytest.mark.parametrize("typed", ["", " ", "*", "\n", "q", "valvex"])
def test_what_no_title_holds_finds_nothing(typed: str) -> None:
    assert ENGLISH.beginning(typed, 9) == ()


@pytest.mark.parametrize(
    ("tongue", "title", "typed"),
    [
        ("de", "Über Öfen", "uber of"),
        ("de", "Über Öfen", "ueber oe"),
        ("de", "Über Öfen", "öF"),
        ("eo", "Pri ŝlosiloj", "sxlo"),
        ("eo", "Pri ŝlosiloj", "slo"),
        ("no", "Om å høre på rør", "ror"),
        ("no", "Om å høre på rør", "paa"),
        ("uk", "Об’єкт ґанок", "обєкт ган"),
        ("en", "Ærial", "aer"),
    ],
)
def test_marks_and_spellings_do_not_matter(tongue: str, title: str, typed: str) -> None:
    assert Titles.of([title], tongue).beginning(typed, 9) == (title,)


def test_each_title_is_found_by_its_own_beginning() -> None:
    titles = [f"{word} {number}" for number in range(50) for word in ("alpha", "beta")]
    kept = Titles.of(titles, "en")
    assert all(kept.beginning(title, 1) == (title,) for title in titles if not title.endswith(("1", "2", "3", "4")))


def test_no_titles_find_nothing() -> None:
    assert Titles.of([], "uk").beginning("а", 9) == ()


def test_titles_kept_in_arrays_are_found_as_before() -> None:
    kept = Titles.within(ENGLISH.arrays(), "en")
    assert all(kept.beginning(typed, 9) == ENGLISH.beginning(typed, 9) != () for typed in ("va", "slow va", "ae"))
