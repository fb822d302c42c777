"""Sentences in five tongues: abbreviations, numbers, quotations, lists and markers (GRD-07)."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codex.core.tongues import TONGUES
from grounded.core.sentences import MOST, sentences
from tests.timing import assert_linear


def cut(text: str, tongue: str = "en") -> list[str]:
    return [text[one.start : one.end] for one in sentences(text, tongue)]


@pytest.mark.parametrize(
    ("tongue", "parts"),
    [
        ("en", ["The choir keeps seven bells.", "Who rings them?", "Nobody knows!", "Well…", "It is said."]),
        ("en", ["Dr. Oru met Mr. Ansel at 12.30, e.g. by the gate.", "They left at 3.5 knots."]),
        ("en", ["See fig. 2 and No. 5 of vol. 3.", "The answer is no.", "Then it rained."]),
        ("en", ["J. R. Oru wrote it.", "It was sold to King Ansel II."]),
        ("en", ["He came in 412.", "Then he left.", "“Why?” she asked.", "Nobody knew."]),
        ("en", ["It ran ... and then it stopped.", "The site is example.invalid now."]),
        ("de", ["Am 3. Mai 412 schmolz die Glocke.", "Danach schwieg der Chor."]),
        ("de", ["Sie läutet z. B. am 20. Tag, d. h. abends.", "Vgl. Abb. 2 und Nr. 5 bzw. S. 12."]),
        ("de", ["Das geschah ca. 30 v. Chr. im Tal.", "Dr. Oru sah zu.", "Es war das Jahr 412.", "Niemand sprach."]),
        ("eo", ["La ĥoro havas ekz. sep sonorilojn, k.t.p.", "S-ro Oru sonorigas ilin."]),
        ("eo", ["Tio okazis en 412.", "Poste oni silentis."]),
        ("no", ["Koret har f.eks. sju klokker, bl.a. den store.", "Den 17. mai ringer de.", "Det er kl. 12."]),
        ("no", ["Jf. nr. 5 og fig. 2 i boka.", "Ca. 30 kom."]),
        ("uk", ["Хор береже сім дзвонів, див. рис. 2 на с. 12.", "Хто дзвонить?", "Ніхто не знає."]),
        ("uk", ["Це було в 412 р. до н. е. за проф. Ору, напр. у м. Таль.", "Це був я.", "Потім дощ."]),
        ("uk", ["Див. стор. 5 і т. д., тобто 3 тис. книг.", "Кінець."]),
    ],
)
def test_sentences_end_where_they_end(tongue: str, parts: list[str]) -> None:
    assert cut(" ".join(parts), tongue) == parts


@pytest.mark.parametrize(
    "parts",
    [
        ["The choir keeps seven bells. [s1]", "The eighth is gone. [s2][s3]", "Why?"],
        ["[s1] says so.", "So does [s2]."],
        ["It is so (see below.) [s1]", "He said: “Ring.” [s2]", "**Bold.** [s1]", "End."],
    ],
)
def test_a_marker_behind_a_stop_belongs_to_the_sentence_before(parts: list[str]) -> None:
    assert cut(" ".join(parts)) == parts


def test_a_marker_needs_no_blank_round_it() -> None:
    assert cut("Seven bells.[s1]The eighth is gone.[s2]") == ["Seven bells.[s1]", "The eighth is gone.[s2]"]


def test_a_marker_on_a_line_of_its_own_belongs_to_what_stands_before() -> None:
    assert cut("Seven bells.\n\n[s1]\n\nThe eighth is gone.") == ["Seven bells.\n\n[s1]", "The eighth is gone."]


def test_a_marker_that_opens_the_text_belongs_to_what_follows() -> None:
    assert cut("[s1]\n\nSeven bells. Gone.") == ["[s1]\n\nSeven bells.", "Gone."]


def test_a_marker_that_opens_a_line_belongs_to_that_line() -> None:
    assert cut("Seven bells.\n[s1] says so.") == ["Seven bells.", "[s1] says so."]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("The bells:\n- one, kept [s1]\n- two [s2]", ["The bells:", "- one, kept [s1]", "- two [s2]"]),
        ("1. One bell. It rings.\n2) Two bells", ["1. One bell.", "It rings.", "2) Two bells"]),
        ("| Bell | Fate |\n|---|---|\n| 8 | gone [s2] |", ["| Bell | Fate |\n|---|---|", "| 8 | gone [s2] |"]),
        ("# Bells\nSeven are kept.\n\nOne is gone", ["# Bells\nSeven are kept.", "One is gone"]),
        ("The choir keeps\nseven bells.\nOne is gone.", ["The choir keeps\nseven bells.", "One is gone."]),
    ],
)
def test_blocks_end_sentences_and_single_line_breaks_do_not(text: str, parts: list[str]) -> None:
    assert cut(text) == parts


@pytest.mark.parametrize(
    "quotation", ["“Ring. Ring again.”", '"Ring. Ring again."', "„Ring. Ring again.“", "«Ring. Ring.»"]
)
def test_a_quotation_is_not_cut(quotation: str) -> None:
    assert cut(f"It says: {quotation} Then it stops.") == [f"It says: {quotation}", "Then it stops."]


@pytest.mark.parametrize("text", ["", " \n", "\n\n\n"])
def test_nothing_has_no_sentences(text: str) -> None:
    assert cut(text) == []


@pytest.mark.parametrize("text", ["...", "🔔", "[s1]"])
def test_what_holds_no_word_stays_in_one_piece(text: str) -> None:
    assert cut(text) == [text]


def test_a_text_of_very_many_sentences_keeps_its_rest_together() -> None:
    parts = cut("Ring on. " * (MOST + 50))
    assert len(parts) == MOST
    assert parts[-1].count("Ring") == 51


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.sampled_from([".", "!", " ", "\n", "[s1]", "Bell", "nr", "3", '"', "“", "”", "- ", "|", "z.B.", "я"])
    ).map("".join),
    st.sampled_from(TONGUES),
)
def test_sentences_hold_all_that_is_not_blank_and_nothing_twice(text: str, tongue: str) -> None:
    found = sentences(text, tongue)
    assert "".join("".join(text[one.start : one.end] for one in found).split()) == "".join(text.split())
    assert all(one.end <= following.start for one, following in itertools.pairwise(found))


@pytest.mark.parametrize(
    "piece", [".", ". ", "A. ", '"', "“", '" ', "\n", "\n ", "[s1]", ".[s1]", "1.\n", ":\n", "a.b.", ". ["]
)
def test_cutting_takes_linear_time(piece: str) -> None:
    assert_linear(lambda size: sentences(piece * (size // len(piece)), "de"), 64 * 1024)
