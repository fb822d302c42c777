"""Words of a text, and where they stand (CDX-03)."""

import sys
import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codex.core.words import APOSTROPHES, compound_spans, normal, pieces, spans, words, words_and_compounds

#: What the five tongues are written with, also apart and badly; no sign that NFKC spells out as several.
ordinary = st.text("aZßÄåĉŝżіїґЇйИ09 .,_-'\u2019\u02bc\u00b4\u0301\u0308\u030a\u0306\u00ad\u200b\n")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ruß & Öl", ["ruß", "öl"]),
        ("ＦＵＬＬ width ﬁre", ["full", "width", "fire"]),
        ("A\u030alesund", ["ålesund"]),
        ("за\u0301мок", ["замок"]),
        ("Київський", ["київський"]),
        ("IŞIK İstanbul", ["işik", "istanbul"]),
        ("Turbinen\u00adhalle zero\u200bwidth", ["turbinenhalle", "zerowidth"]),
        ("C++, C# and c", ["c++", "c#", "and", "c"]),
        ("abc++ f#5", ["abc", "f", "5"]),
        ("v1.2.3_final", ["v1", "2", "3", "final"]),
        ("'quoted' dogs'", ["quoted", "dogs"]),
        ("", []),
        ("?! … — \0 \ud800 😀", []),
    ],
)
def test_a_text_is_cut_into_words_in_their_written_form(text: str, found: list[str]) -> None:
    assert words(text) == found


@pytest.mark.parametrize("sign", APOSTROPHES)
def test_every_kind_of_apostrophe_inside_a_word_is_one(sign: str) -> None:
    assert words(f"Об{sign}єкт") == ["об'єкт"]
    assert words(f"don{sign}t") == ["don't"]
    assert [word for *_, word in spans(f"об{sign}єкт")] == ["об'єкт"]


def test_hyphenated_words_are_also_closed_up() -> None:
    assert words_and_compounds("A state-of-the-art hand\u2011off, red/green") == (
        ["a", "state", "of", "the", "art", "hand", "off", "red", "green"],
        ["stateoftheart", "handoff", "redgreen"],
    )
    assert words_and_compounds("A-") == (["a"], [])


def test_a_compound_is_found_where_it_stands() -> None:
    text = "The Hand-off – at dawn"
    assert [(text[start:end], word) for start, end, word in compound_spans(text)] == [("Hand-off", "handoff")]


@given(ordinary)
def test_spans_are_the_words_of_a_text_in_their_places(text: str) -> None:
    found = list(spans(text))
    assert [normal(text[start:end]) for start, end, _ in found] == [word for *_, word in found]
    assert [word for *_, word in found] == words(text)


@given(st.text() | st.text("\ud800\udfff\0\u0301a'-"))
def test_no_text_is_too_strange(text: str) -> None:
    plain, compounds = words_and_compounds(text)
    assert all(plain)
    assert all(compounds)
    ends = [end for _, end, _ in spans(text)]
    assert ends == sorted(ends)


@given(st.text() | ordinary | st.text("aΣς.'`+#-_/<\u0338\u0301İ½\ud800 "))
def test_the_words_of_the_pieces_are_those_of_the_text(text: str) -> None:
    read = [words_and_compounds(piece.decode()) for piece in pieces(text)]
    plain, compounds = words_and_compounds(text)
    assert [word for found, _ in read for word in found] == plain
    assert [word for *_, found in read for word in found] == compounds


def test_every_letter_alone_is_brought_to_one_form_by_either_way() -> None:
    for number in [*range(0xD800), *range(0xE000, sys.maxunicode + 1)]:
        letter = chr(number)
        marked = normal(f"{letter} \u00ad").removesuffix(" ")
        assert normal(letter) == marked, hex(number)


@given(ordinary)
def test_composed_and_decomposed_text_has_the_same_words(text: str) -> None:
    composed = unicodedata.normalize("NFC", text)
    assert words(unicodedata.normalize("NFD", composed)) == words(composed)


@pytest.mark.parametrize("unit", ["\u0316\u0301", "a\u0301", "a-", "a'", "\ufdfa", "c++ ", " ", "İ"])
def test_the_time_is_linear_in_the_text(unit: str) -> None:
    def seconds(size: int) -> float:
        text = "a" + unit * size
        started = time.thread_time()
        words_and_compounds(text)
        list(spans(text))
        return time.thread_time() - started

    small, large = (min(seconds(size) for _ in range(3)) for size in (2_000, 32_000))
    assert large < 80 * small + 0.05  # 16 when linear, 256 when quadratic
