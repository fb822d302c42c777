"""How good the ranking is, on data of our own: titles, keyboard spelling, typos, unfinished words, spelling probes.

Exact titles, keyboard spellings and probes are looked for among the entries of all five tongues together; typos and
unfinished words in one tongue's archive, since an exact hit in another tongue comes before a near one (CDX-04).
"""

import functools
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import codex
from codex.core.archive import parse_archive
from codex.core.ranking import Index
from codex.core.stems import stem
from codex.core.tongues import TONGUES
from codex.core.words import spans
from tests import gatedata

INDEX_URL = "https://lore.example/search-index.json"
DATA = Path(__file__).parents[1] / "data"
PROBES = json.loads((DATA / "spelling_probes.json").read_text(encoding="utf-8"))
SAMPLE_QUERIES = json.loads((DATA / "sample_queries.json").read_text(encoding="utf-8"))

every_tongue = pytest.mark.parametrize("tongue", TONGUES)
both_rankings = pytest.mark.parametrize("ranking", ["seed", "blended"])
Change = Callable[[str], str | None]


@functools.cache
def index_of(*tongues: str, ranking: str) -> Index:
    return Index(parse_archive(gatedata.archive_bytes(*tongues), INDEX_URL).inscriptions, ranking=ranking)


def share_found(index: Index, tongue: str, change: Change, *, draws: int = 1) -> float:
    """For every second title: how often a search for what becomes of it brings its page first."""
    every_second = gatedata.titles(tongue)[::2] * draws
    queries = [(title, query) for title in every_second if (query := change(title))]
    assert len(queries) > 200
    return sum(first_title(index, query, tongue) == title for title, query in queries) / len(queries)


def first_title(index: Index, query: str, tongue: str) -> str:
    return next((hit.title for hit in index.search(query, tongue, 1)), "")


def first_url(index: Index, query: str, tongue: str) -> str:
    return next((hit.url for hit in index.search(query, tongue, 1)), "")


@both_rankings
@every_tongue
def test_the_page_with_just_that_title_comes_first(tongue: str, ranking: str) -> None:
    assert share_found(index_of(*TONGUES, ranking=ranking), tongue, str) == 1
    assert share_found(index_of(*TONGUES, ranking=ranking), tongue, str.upper) == 1


@both_rankings
@every_tongue
def test_so_it_does_when_typed_on_a_foreign_keyboard(tongue: str, ranking: str) -> None:
    index = index_of(*TONGUES, ranking=ranking)
    assert share_found(index, tongue, lambda title: gatedata.keyboard_spelling(title, tongue)) == 1


@both_rankings
@every_tongue
def test_one_typo_still_finds_the_page(tongue: str, ranking: str) -> None:
    rng = random.Random(5)
    index = index_of(tongue, ranking=ranking)
    # Several typos for each title: with one, the share varies by a point from draw to draw.
    assert share_found(index, tongue, lambda title: gatedata.one_typo(title, tongue, rng), draws=5) >= 0.95


@both_rankings
@every_tongue
def test_an_unfinished_last_word_still_finds_the_page(tongue: str, ranking: str) -> None:
    rng = random.Random(5)
    index = index_of(tongue, ranking=ranking)
    assert share_found(index, tongue, lambda title: identifying(gatedata.unfinished(title, rng), title, tongue)) >= 0.92


def identifying(query: str | None, title: str, tongue: str) -> str | None:
    """The query if it identifies one page, so that only one answer is right.

    It does not when another title begins with it (`Sud` for Sudan and Sudovia), or with it when its last word is
    brought to its stem: then what was typed is itself a form of that other title's word (eo `Germanu`: germana).
    """
    begun = list(beginnings(query, tongue)) if query else []
    others = (other.lower() for other in gatedata.titles(tongue) if other != title)
    return None if any(other.startswith(start) for other in others for start in begun) else query


def beginnings(query: str, tongue: str) -> Iterator[str]:
    *_, (start, _, word) = spans(query)
    yield query.lower()
    yield query[:start].lower() + stem(word, tongue)


@both_rankings
def test_spelling_probes_find_their_pages(ranking: str) -> None:
    index = Index(parse_archive(json.dumps(PROBES["pages"]).encode(), INDEX_URL).inscriptions, ranking=ranking)
    missed = [
        probe["query"]
        for probe in PROBES["probes"]
        if not first_url(index, probe["query"], probe["lang"]).endswith(probe["url"])
    ]
    assert len(PROBES["probes"]) == 68
    assert len(missed) <= 2, missed


@both_rankings
@every_tongue
def test_what_a_reader_of_the_sample_would_ask_finds_the_page_meant(tongue: str, ranking: str) -> None:
    sample = Path(codex.__file__).parent / "sample" / "search-index.json"
    index = Index(parse_archive(sample.read_bytes(), INDEX_URL).inscriptions, ranking=ranking)
    asked = [case for case in SAMPLE_QUERIES if case["lang"] == tongue]
    right = [f"/{tongue}/{case['first']}/" in first_url(index, case["query"], tongue) for case in asked]
    assert len(right) >= 20
    assert sum(right) / len(right) >= 0.9
