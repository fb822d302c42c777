"""Hostile and broken JSON (CDX-05)."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codex.core.errors import ArchiveError
from codex.core.jsonsafe import MAX_DIGITS, UNREADABLE, load, whereabouts
from tests.codex.reading import JSON


def refusal(data: bytes) -> str:
    with pytest.raises(ArchiveError) as caught:
        load(data)
    return caught.value.code


@given(st.binary())
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with suppress(ArchiveError):
        load(data)


@given(JSON)
def test_what_json_can_say_is_read_unchanged(value: object) -> None:
    assert load(json.dumps(value).encode()) == value


def test_a_byte_order_mark_is_accepted() -> None:
    assert load(b"\xef\xbb\xbf[1]") == [1]


@pytest.mark.parametrize("charset", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
def test_wide_characters_are_refused(charset: str) -> None:
    assert refusal('[{"title": "ä"}]'.encode(charset)) == "archive_encoding"


def test_latin_1_is_refused() -> None:
    assert refusal('["Müll"]'.encode("latin-1")) == "archive_encoding"


@pytest.mark.parametrize("data", [b"", b" \n\t ", b"\xef\xbb\xbf"])
def test_an_empty_file_says_so(data: bytes) -> None:
    assert refusal(data) == "archive_empty"


@pytest.mark.parametrize("data", [b"[" * 4_000_000, b'{"a":' * 600_000, b"[" * 100_000 + b"]" * 100_000])
def test_four_megabytes_of_brackets_are_refused(data: bytes) -> None:
    assert refusal(data) == "archive_too_deep"


@pytest.mark.parametrize("name", [b"NaN", b"Infinity", b"-Infinity"])
def test_numbers_that_json_does_not_have_are_refused(name: bytes) -> None:
    assert refusal(b'[{"title":"a","weight":%s}]' % name) == "archive_not_json"


@pytest.mark.parametrize("number", [b"1e400", b"-1e400", b"9" * 5_000, b"-" + b"9" * MAX_DIGITS])
def test_numbers_too_large_to_read_leave_a_mark(number: bytes) -> None:
    assert load(b"[%s, 1]" % number) == [UNREADABLE, 1]


def test_ordinary_numbers_are_numbers() -> None:
    assert load(b"[1, -2, 3.5, 1e3]") == [1, -2, 3.5, 1000.0]


def test_of_equal_names_the_last_counts_as_in_browsers() -> None:
    assert load(b'{"a": 1, "a": 2}') == {"a": 2}


@pytest.mark.parametrize("data", [b"<!doctype html><title>Not found</title>", b"  <?xml version='1.0'?>", b"<html>"])
def test_a_web_page_is_told_apart(data: bytes) -> None:
    assert refusal(data) == "archive_markup"


@pytest.mark.parametrize(
    "data",
    [
        b'Object.assign(window.search, {"doc_urls":["a.html"]});',
        b"window.search = window.search || {};",
        b"window['search'] = {};",
        b'var relearn_searchindex = [{"title":"a"}]',
        b"// built by a theme\nconst index = [];",
        b"/* built */ let documents = [];",
        b'Search.setIndex({"docnames":["index"]})',
        b"callback([1])",
        b"(function(){})()",
        b"!function(){}()",
        b"export default [];",
        b"'use strict'; var x;",
        b'"use strict"; var x;',
    ],
)
def test_a_script_is_told_apart(data: bytes) -> None:
    assert refusal(data) == "archive_javascript"


@pytest.mark.parametrize("data", [b"Not found", b"[1,]", b'["a\nb"]', b'["\\x"]', b"[1] [2]", b'{"a":1', b"{'a':1}"])
def test_other_text_is_no_json(data: bytes) -> None:
    assert refusal(data) == "archive_not_json"


def test_a_refusal_does_not_keep_the_text() -> None:
    with pytest.raises(ArchiveError) as caught:
        load(b'["secret",]')
    assert caught.value.__context__ is None


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b'[\n"a\tb"]', "line 2, column 3: Invalid control character"),
        (b'["\\q"]', "line 1, column 3: Invalid \\escape"),
        (b"", "line 1, column 1: Expecting value"),
        (b"[NaN]", "NaN and Infinity are not JSON"),
        (b"[" * 100_000, ""),
        (b"[1]", ""),
    ],
)
def test_the_place_where_json_ends_is_told(data: bytes, place: str) -> None:
    assert whereabouts(data) == place
