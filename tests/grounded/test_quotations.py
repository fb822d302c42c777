"""Quotations found between all kinds of marks, and looked up word for word (GRD-07)."""

import pytest

from grounded.core.quotations import Quotable, Quotation, check_quotation
from grounded.core.quotemarks import quoted_spans
from tests.timing import assert_linear

ROLL = (
    "The Brass Choir of Tal Meridian keeps seven bells.\nKeeper Oru's sons ring them — at dusk — and “rest” until dawn."
)
CINDERS = "In the Year of Cinders, 412, the eighth bell was melted ... by the forge of Ansel."


def check(text: str) -> Quotation:
    groups = [[Quotable("s1", "Roll of the Choir", ROLL)], [Quotable("s2", "Cinder Roll", CINDERS)]]
    (quoted,) = quoted_spans(text)
    return check_quotation(text, quoted, groups)


@pytest.mark.parametrize(
    "text",
    ['He says "a b".', "He says “a b”.", "Er sagt „a b“.", "Він каже „a b”.", "Він каже «a b».", "Er sagt »a b«."],
)
def test_all_kinds_of_marks_quote(text: str) -> None:
    (quoted,) = quoted_spans(text)
    assert text[quoted.start + 1 : quoted.end - 1] == "a b"


@pytest.mark.parametrize("text", ["don’t and ‘so’ and 'so'", 'five " inches', '"two\nlines"', "“open", '""', "»a»"])
def test_nothing_else_does(text: str) -> None:
    assert quoted_spans(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "“keeps seven bells”",
        "“keeps seven bells.”",
        "“keeps seven bells,”",
        "“keeps  seven\tbells     ”",
        "“seven bells. Keeper Oru's sons”",
        "“The Brass Choir … keeps seven bells”",
        "“The Brass Choir [...] seven bells. Keeper (…) at dusk”",
    ],
)
def test_words_that_stand_there_are_verbatim(text: str) -> None:
    found = check(text)
    assert (found.verdict, found.source) == ("verbatim", "s1")


def test_the_place_in_the_source_is_told() -> None:
    found = check("So “keeps seven bells.”")
    assert ROLL[found.source_start : found.source_end] == "keeps seven bells"
    assert (found.start, found.end) == (3, 23)


def test_the_place_of_a_quotation_with_omissions_spans_them() -> None:
    found = check("“Tal Meridian … sons ring them”")
    assert ROLL[found.source_start : found.source_end] == "Tal Meridian keeps seven bells.\nKeeper Oru's sons ring them"


@pytest.mark.parametrize(
    "text",
    [
        "“the brass choir of Tal Meridian”",
        "„Keeper Oru’s sons ring“",
        '«ring them - at dusk - and "rest" until»',
        "“THE BRASS CHOIR … Keeps seven bells”",
    ],
)
def test_words_that_differ_in_case_or_signs_are_nearly_so(text: str) -> None:
    found = check(text)
    assert (found.verdict, found.source) == ("nearly", "s1")


@pytest.mark.parametrize(
    "text",
    [
        "“keeps seven silver bells”",
        "“keeps seven bell”",
        "“eps seven bells”",
        "“seven bells … The Brass Choir”",
        "“keeps seven bells … melted”",
        "“... --- ... --- ...x”",
    ],
)
def test_words_that_do_not_stand_there_are_absent(text: str) -> None:
    assert check(text) == Quotation(0, len(text), "absent")


def test_words_of_another_source_are_found_there() -> None:
    found = check("“the eighth bell was melted”")
    assert (found.verdict, found.source) == ("verbatim", "s2")


def test_dots_that_stand_in_the_source_are_no_omission() -> None:
    found = check("“melted ... by the forge”")
    assert (found.verdict, CINDERS[found.source_start : found.source_end]) == ("verbatim", "melted ... by the forge")


def test_the_title_of_a_source_is_no_quotation() -> None:
    assert check("“roll of the Choir”").verdict == "title"


@pytest.mark.parametrize("text", ["“seven bells”", "“ seven bells. ”", "“Cinder Roll”"])
def test_fewer_than_12_characters_are_not_looked_up(text: str) -> None:
    assert check(text).verdict == "short"


def test_12_characters_are() -> None:
    assert check("“Tal Meridian”").verdict == "verbatim"


def test_a_later_place_to_the_letter_comes_before_an_earlier_one_that_differs() -> None:
    quotable = Quotable("s1", "", "THE OLD BELL RINGS. The old bell rings.")
    text = "“The old bell rings”"
    assert check_quotation(text, quoted_spans(text)[0], [[quotable]]).source_start == 20


def test_a_source_that_has_it_to_the_letter_comes_before_one_that_does_not() -> None:
    group = [Quotable("s1", "", "THE OLD BELL RINGS"), Quotable("s2", "", "The old bell rings")]
    text = "“The old bell rings”"
    assert check_quotation(text, quoted_spans(text)[0], [group]).source == "s2"


def test_a_sharp_s_folds_and_keeps_its_place() -> None:
    text, source = "“GROSSE STRASSE 5”", "Die große Straße 5 im Tal"
    found = check_quotation(text, quoted_spans(text)[0], [[Quotable("s1", "", source)]])
    assert (found.verdict, source[found.source_start : found.source_end]) == ("nearly", "große Straße 5")


@pytest.mark.parametrize(
    ("piece", "quoted"), [("a", "a" * 12), ("ab ", "ab ab ab ab ab"), ("a ", "a … a … a … a …"), (" ", "x" * 12)]
)
def test_looking_up_many_quotations_takes_linear_time(piece: str, quoted: str) -> None:
    quotable = Quotable("s1", "", piece * (16 * 1024 // len(piece)))

    def look_up(size: int) -> None:
        text = f"“{quoted}” " * (size // len(quoted))
        for found in quoted_spans(text):
            check_quotation(text, found, [[quotable]])

    assert_linear(look_up, 16 * 1024)
