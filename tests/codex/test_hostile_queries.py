"""Queries that mean no good: no error, no waiting (CDX-05)."""

import time

import pytest

from codex.core.ranking import Index
from codex.core.suggest import fewer_words, spellings
from codex.core.tongues import TONGUES
from tests.codex.inscribed import fillers, inscription

HOSTILE = [
    "",
    " ",
    "x" * 10_000,
    "lantern " * 100_000,
    " ".join(f"w{number}" for number in range(100_000)),
    "\0" * 100,
    "lan\0tern \x01\x7f\x85",
    "\ud800lantern\udfff",
    "?!.,;:…—",
    "😀🏮" * 100,
    ".*+?[](){}|^$\\",
    "'" * 1_000,
    "' OR 1=1 --",
    "<script>alert(1)</script>",
    "a\u0301\u0316" * 10_000,
    "-" * 10_000,
    "a-" * 10_000,
]


@pytest.mark.parametrize("query", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("size", [0, 20])
def test_no_query_is_too_strange(query: str, size: int) -> None:
    entries = [inscription(f"lantern {number}", lang=lang) for lang in TONGUES for number in range(size)]
    hits = Index(entries).search(query)
    found = [(hit.title_parts, hit.snippet_parts, hit.why) for hit in hits]
    assert len(found) == len(hits) <= 10
    assert hits.total <= len(entries)


UNITS = ["lantern ", "lantrn ", "xyzzy{} ", "a", "a-", "\u0301\u0316", "' ", "c# ", "бур'ян{} "]


@pytest.mark.parametrize("unit", UNITS)
def test_the_time_is_linear_in_the_query(unit: str) -> None:
    index = Index([*fillers(40), *(inscription("lantern", lang=lang) for lang in TONGUES)])

    def seconds(size: int) -> float:
        query = "x" + "".join(unit.format(number) for number in range(size))
        started = time.thread_time()
        index.search(query, "uk")
        return time.thread_time() - started

    seconds(10)
    small, large = (min(seconds(size) for _ in range(3)) for size in (500, 8_000))
    assert large < 80 * small + 0.05  # 16 when linear, 256 when quadratic


@pytest.mark.parametrize("word", ["lantern{}x", "zq{}xjvwy"])
def test_many_misspelt_words_take_hardly_longer_than_a_few(word: str) -> None:
    entries = [inscription(f"lantern{number}z", lang=lang) for lang in TONGUES for number in range(2_000)]
    index = Index(entries)

    def seconds(size: int) -> float:
        query = " ".join(word.format(number) for number in range(size))
        started = time.thread_time()
        index.search(query)
        spellings(index, query, "en")
        fewer_words(index, query, "en")
        return time.thread_time() - started

    seconds(1)
    few, many = (min(seconds(size) for _ in range(3)) for size in (8, 64))
    assert many < 6 * few  # 8 when each word took its time


def test_single_letters_find_words_of_one_letter() -> None:
    index = Index([inscription("plan b"), inscription("plan c"), inscription("C++"), inscription("x y z")])
    assert [hit.title for hit in index.search("b")] == ["plan b"]
    assert [hit.title for hit in index.search("c++")] == ["C++"]
    assert index.search("q").match == "none"


def test_a_title_of_punctuation_is_no_equal_of_a_query_of_punctuation() -> None:
    index = Index([inscription("?!"), *fillers(20)])
    assert index.search("?!").total == 0
    assert index.search("filler 3")[0].title == "filler 3"
