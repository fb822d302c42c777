"""Texts end to end: each comes back as it was."""

import numpy as np
import pytest

from codex.core.texts import Texts, joined, split, texts_of

WORDS = ["", "valve", "ŝlosilo", "об’єкт", "𝔘", "two\twords", ""]


@pytest.fixture
def texts() -> Texts:
    return texts_of(WORDS)


def test_each_text_comes_back_as_it_was(texts: Texts) -> None:
    assert list(texts) == WORDS
    assert [texts.at(place) for place in range(len(texts))] == WORDS


@pytest.mark.parametrize("places", [[], [3], [4, 1, 1, 0]])
def test_several_come_back_at_once(texts: Texts, places: list[int]) -> None:
    assert texts.each(np.array(places, dtype=np.intp)) == [WORDS[place] for place in places]


def test_places_count_from_either_end_as_in_any_list(texts: Texts) -> None:
    assert (texts[-2], texts[1:4], texts[::3]) == (WORDS[-2], tuple(WORDS[1:4]), tuple(WORDS[::3]))
    with pytest.raises(IndexError):
        texts[len(WORDS)]


def test_there_may_be_none() -> None:
    assert list(texts_of([])) == []


@pytest.mark.parametrize("words", [[], [""], ["", ""], WORDS])
def test_joined_words_come_back_all_at_once(words: list[str]) -> None:
    data = joined(words)
    assert data.dtype == np.uint8
    assert split(data) == words


def test_a_word_with_a_line_s_end_is_not_joined() -> None:
    with pytest.raises(ValueError, match="line's end"):
        joined(["a\nb"])
