"""Texts cut into paragraphs; what their numbers are used for is tested beside the answers and the reading page."""

from codex.core.paragraphs import LONGEST, cuts


def pieces(text: str) -> list[str]:
    return [text[start:end] for start, end in cuts(text)]


def test_white_space_alone_is_no_paragraph() -> None:
    assert pieces("") == pieces(" " * 3 * LONGEST) == []


def test_a_paragraph_ends_with_a_sentence_or_else_between_words_or_else_where_it_is_full() -> None:
    assert pieces("A word. " * 100)[0].endswith("word.")
    assert pieces("word " * 200)[0].endswith("word")
    assert len(pieces("w" * 1_000)[0]) == LONGEST
