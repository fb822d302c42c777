"""Numbers by value, in the five tongues' ways of writing them (GRD-07)."""

import pytest

from grounded.core.numbers import list_numbers, numbers
from tests.timing import assert_linear


def values(text: str, tongue: str = "en") -> list[str]:
    return [number.value for number in numbers(text, tongue)]


@pytest.mark.parametrize(
    ("text", "tongue", "expected"),
    [
        ("1,000 and 1000", "en", ["1000", "1000"]),
        ("1,234,567.50", "en", ["1234567.5"]),
        ("1.000 und 1000", "de", ["1000", "1000"]),
        ("1.234.567,50", "de", ["1234567.5"]),
        ("1 000 og 12\u00a0345,5 og 1\u202f000", "no", ["1000", "12345.5", "1000"]),
        ("1’000 und 1'000", "de", ["1000", "1000"]),
        ("3,5 metroj", "eo", ["3.5"]),
        ("3,5 і 3.50", "uk", ["3.5", "3.5"]),
        ("3.5", "de", ["3.5"]),
        ("3,5", "en", ["3.5"]),
        ("007, 0.50, 0, 412.", "en", ["7", "0.5", "0", "412"]),
        ("1.2.3.4", "en", ["1.2.3.4"]),
        ("2026-11-30 at 12:18", "en", ["2026", "11", "30", "12", "18"]),
        ("1-7, (8), 40%, €5", "en", ["1", "7", "8", "40", "5"]),
        ("V7, 35M, 17th, s1, 1 000km", "en", []),
        ("1976 is not 19760", "en", ["1976", "19760"]),
        ("1 23 45", "en", ["1", "23", "45"]),
    ],
)
def test_digits_are_read_as_the_tongue_writes_them(text: str, tongue: str, expected: list[str]) -> None:
    assert values(text, tongue) == expected


@pytest.mark.parametrize(
    ("text", "tongue", "expected"),
    [
        ("Seven bells, twelve ropes", "en", ["7", "12"]),
        ("zwölf und zwoelf, sieben", "de", ["12", "12", "7"]),
        ("naŭ kaj naux", "eo", ["9", "9"]),
        ("sju og syv, tjue", "no", ["7", "7", "20"]),
        ("сім, п’ять, п'яти, дванадцяти", "uk", ["7", "5", "5", "12"]),
        ("one, a, ein, eine", "en", []),
        ("twenty-one, two hundred, three million, fifty-six", "en", []),
    ],
)
def test_small_numbers_are_read_in_words(text: str, tongue: str, expected: list[str]) -> None:
    assert values(text, tongue) == expected


def test_numbers_stand_where_they_say_in_the_order_of_the_text() -> None:
    text = "Seven of 12, then 3"
    assert [text[one.start : one.end] for one in numbers(text, "en")] == ["Seven", "12", "3"]


def test_a_lists_own_numbers_are_known() -> None:
    text = "1. Seven\n 2) 12. April\nIn 3. place"
    assert {text[start] for start in list_numbers(text)} == {"1", "2"}


@pytest.mark.parametrize("piece", ["1", "1 000", "1,", "1.", "1 ", "1'", "a1", "sieben "])
def test_reading_takes_linear_time(piece: str) -> None:
    assert_linear(lambda size: numbers(piece * (size // len(piece)), "de"), 64 * 1024)
