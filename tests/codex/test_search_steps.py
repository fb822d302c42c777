"""A search takes few steps, and as many in a large archive as in a small one: counted, for seconds would lie."""

import random
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from codex.core.archive import Inscription
from codex.core.ranking import Index
from tests.codex.inscribed import inscription

#: Calls of functions, Python's and C's, from asking to the hits; about 90 are made.
MOST_CALLS = 250
QUERIES = (
    "common",
    "common rare",
    "odd common middling",
    "rare odd middling common",
    "comon rare",
    "comm",
    "rarre oddd",
)
WORDS = ("common", "middling", "rare", "odd")


def archive(size: int) -> list[Inscription]:
    rng = random.Random(7)
    words = [*WORDS, *(f"w{number}" for number in range(200))]
    often = [size / 2, size / 9, 9, 3, *([1.0] * 200)]
    texts = [" ".join(rng.choices(words, often, k=12)) for _ in range(size)]
    return [inscription(f"{text[:20]} {number}", "", text) for number, text in enumerate(texts)]


def calls(act: Callable[[], Any]) -> int:
    """How many functions are called."""
    counted = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    act()  # what is looked up once is kept
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        act()
    finally:
        sys.setprofile(before)
    return counted


@pytest.mark.parametrize("ranking", ["seed", "blended"])
def test_a_search_takes_as_few_steps_in_a_large_archive_as_in_a_small_one(ranking: str) -> None:
    small, large = (Index(archive(size), ranking=ranking) for size in (200, 6_000))
    for query in QUERIES:
        few, many = (calls(partial(index.search, query)) for index in (small, large))
        assert many < 2 * few
        assert many < MOST_CALLS


def test_texts_are_marked_only_when_they_are_shown() -> None:
    index = Index(archive(300))
    alone = calls(lambda: index.search("common"))
    shown = calls(lambda: [hit.snippet_parts for hit in index.search("common")])
    assert shown > 3 * alone


def test_hits_are_counted_only_when_somebody_asks() -> None:
    index = Index(archive(300))
    hits = index.search("common rare")
    alone, counted = (calls(act) for act in (lambda: index.search("common rare"), lambda: hits.total))
    assert 0 < counted < alone
