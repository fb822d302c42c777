"""The stop lists (CDX-03)."""

import pytest

from codex.core.stopwords import STOPWORDS, is_stopword
from codex.core.tongues import TONGUES
from codex.core.words import words


@pytest.mark.parametrize("tongue", TONGUES)
def test_a_list_is_short(tongue: str) -> None:
    assert 50 < len(STOPWORDS[tongue]) <= 150


@pytest.mark.parametrize("tongue", TONGUES)
def test_a_stopword_is_written_as_words_are(tongue: str) -> None:
    assert all(words(word) == [word] for word in STOPWORDS[tongue])


@pytest.mark.parametrize(
    ("tongue", "text"),
    [
        ("en", "The and of DON\u2019T"),
        ("de", "für fuer Über ueber"),
        ("eo", "antaŭ antaux antau ĉiu chiu cxiu"),
        ("no", "på paa må vår"),
        ("uk", "що його́ її"),
    ],
)
def test_a_stopword_is_one_in_every_spelling(tongue: str, text: str) -> None:
    assert all(is_stopword(word, tongue) for word in words(text))


def test_a_stopword_of_one_tongue_is_a_word_in_another() -> None:
    assert is_stopword("die", "de")
    assert not is_stopword("die", "en")
    assert not is_stopword("lantern", "en")
