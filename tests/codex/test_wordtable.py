"""Words found by a hash in arrays."""

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codex.core.wordtable import table_in, table_of


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=8), unique=True), st.text(max_size=3))
def test_a_word_has_its_number_and_another_none(words: list[str], other: str) -> None:
    table = table_of(words)
    assert [table.find(word) for word in words] == list(range(len(words)))
    assert table.find_all([*words, other]) == [*range(len(words)), table.find(other)]
    assert [table[number] for number in range(len(table))] == words
    assert table.find(other) == (words.index(other) if other in words else -1)


def test_many_words_are_found_at_once() -> None:
    words = [f"w{number}" for number in range(400)]
    asked = [*words[::3], "w", "w400", "ŵ1", "\ud800", "", *words[::7]]
    assert table_of(words).find_all(asked) == [words.index(word) if word in words else -1 for word in asked]


def test_words_in_one_drawer_are_told_apart() -> None:
    words = [word for word in (f"w{number}" for number in range(4_000)) if zlib.crc32(word.encode()) & 7 == 3][:8]
    table = table_of(words)
    assert [table.find(word) for word in words] == table.find_all(words) == list(range(8))


def test_half_a_character_is_in_no_table() -> None:
    assert table_of(["a"]).find("\ud800") == -1


@pytest.mark.parametrize("words", [[], ["one"], ["one", "two", "three"]])
def test_a_table_comes_back_from_its_arrays(words: list[str]) -> None:
    table = table_in(table_of(words).arrays("some"), "some")
    assert [table.find(word) for word in words] == list(range(len(words)))
    assert len(table) == len(words)
