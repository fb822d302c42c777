"""Links to words."""

from codex.core.hits import Part
from codex.pages.fragments import to_words


def marked(*words: str) -> list[Part]:
    return [Part("and "), *(Part(word, marked=True) for word in words)]


def test_each_word_is_named_once() -> None:
    assert to_words("https://x/", marked("Valve", "boiler", "valve")) == "https://x/#:~:text=valve&text=boiler"


def test_the_first_text_with_marked_words_counts() -> None:
    assert to_words("/a", [Part("none")], marked("b")) == "/a#:~:text=b"
    assert to_words("/a", [Part("none")]) == "/a"


def test_a_fragment_that_is_there_stays() -> None:
    assert to_words("/a#part", marked("b")) == "/a#part:~:text=b"


def test_signs_of_the_syntax_are_escaped() -> None:
    assert to_words("/a", marked("a-b,c&d ї")) == "/a#:~:text=a%2Db%2Cc%26d%20%D1%97"


def test_a_link_stays_short() -> None:
    assert to_words("/a", marked(*"abcdefgh")).count("text=") == 4
