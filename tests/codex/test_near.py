"""Words near to one that the archive does not hold (CDX-04)."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from codex.core.lexicon import lexicon_of
from codex.core.near import NearWords
from codex.core.nears import FULL, Near
from codex.core.title_match import edits_allowed
from codex.core.tokenise import COMPOUND
from codex.core.wordtable import table_of
from tests.codex.reference import title_nearness


@dataclass(frozen=True)
class Words:
    """The near words of a small lexicon, each of a stem of its own unless told."""

    words: NearWords

    def near(self, word: str) -> list[Near]:
        return list(self.words.near(word).each(self.words.lexicon))

    def closest(self, word: str) -> str:
        return self.words.closest(word)


def lexicon(*forms: str, lang: str = "en", stems: Sequence[int] = ()) -> Words:
    numbers = np.array(stems or range(len(forms)), dtype=np.int32)
    return Words(NearWords(lexicon_of(table_of(forms), numbers, lang), lang))


def rules(near: list[Near]) -> list[tuple[str, str]]:
    return [(one.form, one.rule) for one in near]


@pytest.mark.parametrize(
    ("lang", "form", "typed"),
    [
        ("eo", "ĉirkaŭ", "cirkau"),
        ("no", "ålesund", "alesund"),
        ("no", "blåbær", "blabaer"),
        ("de", "köln", "koln"),
        ("de", "häuser", "hauser"),
        ("en", "café", "cafè"),
    ],
)
def test_a_word_typed_without_marks_is_near(lang: str, form: str, typed: str) -> None:
    assert rules(lexicon(form, "anders", lang=lang).near(typed)) == [(form, "spelling")]


def test_a_keyboard_spelling_may_be_mistyped_too() -> None:
    assert rules(lexicon("häuser", lang="de").near("haeusre")) == [("häuser", "typo")]
    assert rules(lexicon("häuser", lang="de").near("hausre")) == [("häuser", "typo")]


def test_a_compound_is_near_when_closed_up() -> None:
    assert rules(lexicon("state", "art", COMPOUND + "stateoftheart").near("stateoftheart")) == [
        ("stateoftheart", "spelling")
    ]


def test_an_unfinished_word_is_near_what_it_begins_the_shortest_first() -> None:
    near = lexicon("lanternfish", "lantern", "lanterns", "land").near("lante")
    assert rules(near) == [("lantern", "prefix"), ("lanterns", "prefix"), ("lanternfish", "prefix")]
    assert FULL > near[0].weight > near[1].weight > near[2].weight > 0


def test_a_single_letter_begins_nothing() -> None:
    assert lexicon("lantern", "l").near("l") == []


@pytest.mark.parametrize("typo", ["lantren", "lantrn", "antern", "lantnern", "kantern", "lzntern", "lantrens"])
def test_a_mistyped_word_is_near(typo: str) -> None:
    assert rules(lexicon("lantern", "gate").near(typo)) == [("lantern", "typo")]


@pytest.mark.parametrize(("letters", "edits"), [(1, 0), (3, 0), (4, 1), (7, 1), (8, 2), (50, 2)])
def test_a_longer_word_may_hold_more_slips(letters: int, edits: int) -> None:
    assert edits_allowed(letters) == edits


@pytest.mark.parametrize("far", ["lamp", "lxntxrn", "candelabra", "xyz"])
def test_what_differs_by_more_is_not_near(far: str) -> None:
    assert lexicon("lantern", "gate").near(far) == []


def test_one_slip_is_nearer_than_two_and_a_wrong_first_letter_farther() -> None:
    near = lexicon("lanterns", "santerna", "banterns").near("lanterna")
    assert [one.form for one in near] == ["lanterns", "santerna", "banterns"]
    assert near[0].weight > near[1].weight > near[2].weight > 0


def test_a_slip_does_not_lead_to_a_stopword() -> None:
    assert lexicon("there", "where").near("thare") == []
    assert rules(lexicon("there").near("ther")) == [("there", "prefix")]


def test_a_part_of_a_compound_counts_when_nothing_else_is_near() -> None:
    forms = ("kraftwerk", "werkzeug", "netzgerät", "hochspannungsnetzgerät")
    assert rules(lexicon(*forms, lang="de").near("werk")) == [("werkzeug", "prefix")]
    assert rules(lexicon("kraftwerk", "mauerwerke", lang="de").near("werk")) == [
        ("kraftwerk", "part"),
        ("mauerwerke", "part"),
    ]
    assert lexicon("kraftwerk", lang="de").near("wer") == []


def test_a_stem_is_named_once_by_its_nearest_form() -> None:
    near = lexicon("lantern", "lanterns", stems=(7, 7)).near("lante")
    assert [(one.form, one.stem_id) for one in near] == [("lantern", 7)]


def test_forty_eight_stems_are_enough() -> None:
    many = lexicon(*(f"lantern{number}" for number in range(2000)))
    assert len(many.near("lante")) == 48
    assert len(many.near("ntern")) == 48


def test_the_closest_word_is_offered_unless_half_of_it_differs() -> None:
    words = lexicon("lantern", "gate", "ŝipo", lang="eo")
    assert words.closest("lanxexn") == "lantern"
    assert words.closest("gxte") == "gate"
    assert words.closest("sipo") == "ŝipo"
    assert words.closest("mountain") == ""
    assert words.closest("x") == ""


def test_an_empty_lexicon_is_near_nothing() -> None:
    empty = lexicon()
    assert empty.near("lantern") == []
    assert empty.closest("lantern") == ""


@pytest.mark.parametrize("word", ["x" * 10_000, "ab" * 5_000, "'", "c++", "ß" * 100])
def test_no_word_is_too_strange(word: str) -> None:
    words = lexicon("lantern", "gate", COMPOUND + "handoff")
    assert words.near(word) == []
    assert words.closest(word) == ""


@pytest.mark.parametrize(
    ("nearer", "query", "farther"),
    [
        ("red lantern", "red lanter", "red lantern of the gate"),
        ("red lantern", "red lanter", "a red lantern"),
        ("red lantern", "red lantrn", "red lanterns"),
        ("red lantern", "red lantern", "red lanter"),
    ],
)
def test_a_title_is_nearer_the_less_is_left_of_it(nearer: str, query: str, farther: str) -> None:
    assert 1 >= title_nearness(query, nearer) > title_nearness(query, farther) >= 0


def test_an_unfinished_title_is_nearer_than_a_mistyped_one() -> None:
    assert title_nearness("red lant", "red lantern") > title_nearness("red lantarn", "red lantern") > 0


def test_a_title_that_is_not_near_is_worth_nothing() -> None:
    assert title_nearness("red lantern", "green gate") == 0
    assert title_nearness("red", "rod") == 0
    assert title_nearness("x", "") == 0


def test_a_large_vocabulary_is_looked_through_in_linear_time() -> None:
    def seconds(size: int) -> float:
        words = lexicon(*(f"lantern{number}" for number in range(size)))
        started = time.thread_time()
        words.near("lantern7x")
        words.near("tern7")
        words.closest("lxntern7x")
        return time.thread_time() - started

    small, large = (min(seconds(size) for _ in range(3)) for size in (500, 8_000))
    assert large < 80 * small + 0.05
