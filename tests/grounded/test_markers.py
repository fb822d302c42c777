"""Which brackets cite, which are prose, and which name a source that was not sent (GRD-04)."""

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from grounded.core.errors import AnswerRejected
from grounded.core.markers import Marked, Vocabulary, mark, unmarked
from tests.timing import assert_linear

IDS = Vocabulary(["s1", "s2", "id-7_a"])


def token_of(answer: str, ids: Vocabulary = IDS) -> str:
    with pytest.raises(AnswerRejected) as refusal:
        mark(answer, ids)
    assert refusal.value.code == "unknown_id"
    return refusal.value.token


@pytest.mark.parametrize(
    ("answer", "shown", "ids"),
    [
        ("Bells [s1].", "Bells [s1].", ("s1",)),
        ("Bells[s1][s2].", "Bells[s1][s2].", ("s1", "s2")),
        ("Bells [ s1 ], [\ts2\n].", "Bells [s1], [s2].", ("s1", "s2")),
        ("Bells [s2, s1; id-7_a].", "Bells [s2] [s1] [id-7_a].", ("s2", "s1", "id-7_a")),
        ("Bells [s1,s1].", "Bells [s1].", ("s1",)),
        ("Bells [[s1]] and [the roll][s2].", "Bells [[s1]] and [the roll][s2].", ("s1", "s2")),
        ("[s1](https://evil.example) ![s2](x)", "[s1](https://evil.example) ![s2](x)", ("s1", "s2")),
        ("`bells[s1]`", "`bells[s1]`", ("s1",)),
        ("[s2] then [s1] then [s2]", "[s2] then [s1] then [s2]", ("s2", "s1")),
    ],
)
def test_markers_are_found_and_written_alike(answer: str, shown: str, ids: tuple[str, ...]) -> None:
    marked = mark(answer, IDS)
    assert (marked.text, marked.ids) == (shown, ids)


def test_each_marker_is_where_it_says() -> None:
    marked = mark("A [ s1 ] b [s2; s1] c [x] d[s2]", IDS)
    assert [marked.text[one.start : one.end] for one in marked.markers] == ["[s1]", "[s2]", "[s1]", "[s2]"]
    assert [one.id for one in marked.markers] == ["s1", "s2", "s1", "s2"]


PROSE = [
    "[sic]",
    "[ ]",
    "[]",
    "[x]",
    "[the roll]",
    "[s1",
    "s1]",
    "(s1)",
    "{s1}",
    "【s1】",
    "［s1］",
    "[^s1]",
    "\\[s1\\]",
    "[Source: s1]",
    "[s1 s2]",
    "[s1 and s2]",
    "[s1,]",
    "[s1, s9]",
    "[s1.]",
    "[#s1]",
    "[s\u0661]",
    "[ѕ1]",
    "[a1a1a1a1a1a1a1a1a]",
    "[...]",
]


@pytest.mark.parametrize("prose", PROSE)
def test_other_brackets_are_prose(prose: str) -> None:
    assert mark(f"Bells {prose}.", IDS) == Marked(f"Bells {prose}.", ())


@pytest.mark.parametrize("token", ["s9", "1", "S1", "ID-7_A", "s1-s3", "s01", "2024", "0", "_1", "a1a1a1a1a1a1a1a1"])
def test_a_token_shaped_like_an_id_is_an_unknown_citation(token: str) -> None:
    assert token_of(f"Bells [s1], [ {token} ].") == token


def test_where_ids_hold_no_digits_every_single_token_is_shaped_like_one() -> None:
    letters = Vocabulary(["roll", "book"])
    assert mark("Bells [roll], [the book].", letters).ids == ("roll",)
    assert token_of("Bells [sic].", letters) == "sic"


@pytest.mark.parametrize("answer", ["[s1]", "[s1].", " [s1], [s2]!", "[s1]\n\n[s2]", "…", "\t"])
def test_markers_and_punctuation_alone_say_nothing(answer: str) -> None:
    assert mark(answer, IDS).says_nothing


@pytest.mark.parametrize("answer", ["7 [s1]", "🔔 [s1]", "і [s1]", "[s9", "a"])
def test_any_word_number_or_sign_says_something(answer: str) -> None:
    assert not mark(answer, IDS).says_nothing


def test_a_text_without_its_markers_is_as_long() -> None:
    marked = mark("A [s1] b [s2].", IDS)
    assert unmarked(marked.text, marked.markers) == "A      b     ."


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.sampled_from(["[", "]", "s1", "s2", " ", ",", ";", "x", "a b", "\n", "é"]), max_size=30).map("".join)
)
def test_the_shown_text_reads_the_same_again(answer: str) -> None:
    try:
        marked = mark(answer, IDS)
    except AnswerRejected:
        reject()
    assert mark(marked.text, IDS) == marked


@pytest.mark.parametrize("piece", ["[", "[s1", "]", "[s1]", "[a", "[s1,", "[1111", "[ "])
def test_markers_are_found_in_linear_time(piece: str) -> None:
    assert_linear(lambda size: mark(piece * (size // len(piece)), IDS), 64 * 1024)
