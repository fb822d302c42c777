"""Characters that may not pass (SEC-03): all of Unicode, looked at one by one."""

import sys
import unicodedata

import pytest

from codex.core.characters import MAX_MARKS, clean_characters

EVERY = [chr(number) for number in range(sys.maxunicode + 1)]


def test_every_control_format_surrogate_and_private_character_goes() -> None:
    unseen = [sign for sign in EVERY if unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Co"}]
    assert [sign for sign in unseen if clean_characters(f"1{sign}").strip() != "1"] == []


def test_every_non_character_goes() -> None:
    wrong = [sign for sign in EVERY if ord(sign) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(sign) <= 0xFDEF]
    assert len(wrong) == 66
    assert clean_characters("".join(wrong)) == ""


def test_of_what_can_be_seen_only_fillers_and_selectors_go() -> None:
    seen = [sign for sign in EVERY if unicodedata.category(sign)[0] in "LMNPS"]
    lost = {f"{ord(sign):04X}" for sign in seen if not clean_characters(f"1{sign}")[1:].strip()}
    fillers = {"034F", "115F", "1160", "17B4", "17B5", "180B", "180C", "180D", "180F", "2800", "3164", "FFA0", "FFFC"}
    selectors = {f"{number:04X}" for number in [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]}
    assert lost == fillers | selectors


def test_no_mark_counts_as_part_of_a_word_so_runs_of_marks_are_found() -> None:
    assert [sign for sign in EVERY if unicodedata.category(sign)[0] == "M" and sign.isalnum()] == []


@pytest.mark.parametrize("mark", ["\u0301", "\u0483", "\u05b0", "\u064b", "\u0e47", "\u20dd", "\ufe20", "\U0001e8d0"])
def test_marks_of_every_script_are_bounded(mark: str) -> None:
    assert clean_characters(f"1{mark * 9}2") == f"1{mark * MAX_MARKS}2"


def test_emoji_newer_than_this_python_stay() -> None:
    assert clean_characters("\U0001fadf\U0001fae9\U0001f9ff") == "\U0001fadf\U0001fae9\U0001f9ff"


@pytest.mark.parametrize(
    "emoji",
    ["👩‍🚀", "👨‍👩‍👧‍👦", "❤️", "❤️‍🔥", "🏳️‍🌈", "🕵🏽‍♂️", "1️⃣", "#️⃣", "👍🏽", "🇺🇦", "🐈‍⬛", "⚧️", "™️", "ℹ️", "㊙️", "🧑‍⚕️", "🏴‍☠️"],
)
def test_joiners_and_selectors_inside_emoji_stay(emoji: str) -> None:
    assert clean_characters(f"a {emoji} b") == f"a {emoji} b"


def test_every_line_separator_becomes_a_line_feed() -> None:
    assert clean_characters("a\rb\x0bc\x0cd\x1ce\x85f\u2028g\u2029h") == "a\nb\nc\nd\ne\nf\ng\nh"


def test_a_string_for_the_terminal_ends_where_another_escape_starts() -> None:
    assert clean_characters("\x1b]0;shown\x1b[31m red") == "0;shown red"
