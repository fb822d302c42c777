"""The archive as an index: attempts, order, pages (CDX-03, CDX-04)."""

import functools
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from codex.core import rows
from codex.core.archive import Inscription
from codex.core.hits import Part
from codex.core.impacts import SCALE, SMALL
from codex.core.ranking import Index
from codex.core.tongues import TONGUES
from tests.codex import reference
from tests.codex.inscribed import Case, cases, inscription, scored, urls

RANKINGS = ("seed", "blended")
both_rankings = pytest.mark.parametrize("ranking", RANKINGS)
random_archives = settings(max_examples=80, deadline=None)


def expected(case: Case, ranking: str) -> tuple[str, list[tuple[str, float]]]:
    """What CDX-03 and CDX-04 say: the tongue used and the hits with their scores; no hits when none is exact."""
    own = reference.in_tongue(case.inscriptions, case.query, case.lang, ranking)
    found = own or reference.in_all(case.inscriptions, case.query, ranking)
    hits = [(one.inscription.url, one.points / SCALE) for one in found]
    return (case.lang if own else "all"), hits


# --- against the reference ---


@pytest.fixture(scope="module", params=[rows.MOST, 0], ids=["whole rows", "postings"])
def sums(request: pytest.FixtureRequest) -> Iterator[None]:
    """Both ways of adding up: that of small archives, and, for them too, that of large ones."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows, "MOST", request.param)
        yield


@both_rankings
@random_archives
@given(cases())
def test_order_and_scores_are_those_of_the_plain_formula(sums: None, ranking: str, case: Case) -> None:
    used, best = expected(case, ranking)
    hits = Index(case.inscriptions, ranking=ranking).search(case.query, case.lang, 100)
    if not best:
        assert hits.match != "exact"
        return
    assert scored(hits) == best
    assert (hits.lang_used, hits.fallback, hits.match, hits.total) == (used, used == "all", "exact", len(best))


@random_archives
@given(cases())
def test_up_to_sixteen_the_seed_s_integers_decide_even_with_near_words(case: Case) -> None:
    few = [one for one in case.inscriptions if one.lang == case.lang][:SMALL]
    hits = Index(few).search(f"{case.query} lantrn Glokce urbio baaat річкв", case.lang, 100)
    assume(hits.match == "exact")
    integers = [reference.seed_integer(hit.inscription, case.query) for hit in hits]
    assert integers == sorted(integers, reverse=True)


@both_rankings
@random_archives
@given(
    cases(),
    st.sampled_from(["", "lantrn", "lantrn rivr Glokce urbio lampio baaat hesst річкв"]),
    st.sampled_from([3, 10, 100]),
)
def test_rows_and_postings_find_the_same(ranking: str, case: Case, more: str, limit: int) -> None:
    query, found = f"{case.query} {more}", []
    for most, few in ((rows.MOST, 256), (rows.MOST, 0), (0, 0)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(rows, "MOST", most)
            patch.setattr(rows, "FEW", few)
            found.append(scored(Index(case.inscriptions, ranking=ranking).search(query, case.lang, limit)))
    assert found[0] == found[1] == found[2]


@both_rankings
@random_archives
@given(cases())
def test_the_order_of_the_input_never_matters(ranking: str, case: Case) -> None:
    shuffled = random.Random(7).sample(case.inscriptions, len(case.inscriptions))
    for query in (case.query, case.query[:-1]):
        one, other = (
            Index(some, ranking=ranking).search(query, case.lang, 100) for some in (case.inscriptions, shuffled)
        )
        assert scored(one) == scored(other)
        assert [hit.why for hit in one] == [hit.why for hit in other]


@both_rankings
@random_archives
@given(cases())
def test_scores_fall_and_pages_join_to_the_whole_list(ranking: str, case: Case) -> None:
    index = Index(case.inscriptions, ranking=ranking)
    whole = index.search(case.query[:-1], case.lang, 100)
    scores = [hit.score for hit in whole]
    assert scores == sorted(scores, reverse=True)
    assert len(whole) == whole.total
    for limit in (0, 1, 3, 7):
        assert urls(index.search(case.query[:-1], case.lang, limit)) == urls(whole)[:limit]
    pages = [index.search(case.query[:-1], case.lang, 3, offset=offset) for offset in range(0, whole.total + 3, 3)]
    assert [url for page in pages for url in urls(page)] == urls(whole)
    assert {page.total for page in pages} == {whole.total}


# --- pages ---


def test_hits_read_like_a_list() -> None:
    hits = Index([inscription(f"lantern {number}") for number in range(3)]).search("lantern", limit=2)
    assert (len(hits), hits.total, hits[0].title) == (2, 3, "lantern 0")
    assert [hit.title for hit in hits] == ["lantern 0", "lantern 1"]


@pytest.mark.parametrize(("offset", "limit"), [(0, 0), (5, 0), (0, -1), (3, 10), (10**9, 10), (-5, 0)])
def test_a_page_beyond_the_hits_is_empty(offset: int, limit: int) -> None:
    index = Index([inscription(f"lantern {number}") for number in range(3)])
    hits = index.search("lantern", limit=limit, offset=offset)
    assert (len(hits), hits.total) == (0, 3)


def test_a_page_before_the_first_is_the_first() -> None:
    index = Index([inscription(f"lantern {number}") for number in range(3)])
    assert urls(index.search("lantern", limit=2, offset=-2)) == urls(index.search("lantern", limit=2))


@both_rankings
def test_twenty_thousand_identical_entries_are_paged_in_order(ranking: str) -> None:
    entries = [
        inscription("Red lantern", "A lamp.", "It burns red all night.", url=f"https://lore.example/{number:05}")
        for number in range(20_000)
    ]
    index = Index(entries, ranking=ranking)
    for query in ("red lantern", "lantrn", "red lantrn"):
        first, last = index.search(query), index.search(query, offset=19_990)
        assert (urls(first)[0][-5:], urls(last)[-1][-5:], first.total) == ("00000", "19999", 20_000)


def test_across_tongues_equals_go_by_address_whatever_their_written_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "MOST", 0)
    entries = [
        inscription("x", "", "lantern" if number >= 300 else "lanterns", url=f"https://lore.example/{number:03}")
        for number in range(600)
    ]
    found = Index([*entries, inscription("y", "", "river", lang="de")]).search("lantern", "de")
    assert [url[-3:] for url in urls(found)] == [f"{number:03}" for number in range(10)]
    assert urls(Index(entries).search("lantern"))[0][-3:] == "300"


# --- threads ---


def test_eight_threads_get_what_one_gets() -> None:
    made = [made for seed in range(40) for made in _texts(seed)]
    asked = ("lantern", "lantrn", "lante", "ліхтр", "ŝipoj gate", "boka")
    queries = [(query, lang) for lang in TONGUES for query in asked]
    alone = Index(made)
    answers = [_answer(alone, *query) for query in queries]
    for _ in range(5):
        cold = Index(made)  # its lexicons are made by whoever comes first
        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(functools.partial(_answer, cold), *zip(*queries, strict=True))) == answers


def _texts(seed: int) -> list[Inscription]:
    words = {"en": "lantern gate", "de": "Laterne Tor", "eo": "ŝipo urbo", "no": "bøker lykt", "uk": "ліхтарі ґанок"}
    return [inscription(f"{text} {seed}", "", f"{text} " * (seed % 5), lang=lang) for lang, text in words.items()]


def _answer(index: Index, query: str, lang: str) -> tuple[str, list[tuple[str, float]], list[tuple[Part, ...]]]:
    hits = index.search(query, lang, 50)
    return hits.match, scored(hits), [hit.snippet_parts for hit in hits]
