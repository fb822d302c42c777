"""The door: one behaviour for every face."""

from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

import pytest
from django.db import OperationalError

from codex.callers import Caller
from codex.models import DailyUse
from codex.quota import standing
from codex.results import Refusal, Results
from codex.search import LONGEST_QUERY, search
from codex.shelf import shelf
from tests.shelving import change_settings, entry, put_on_shelf

PILGRIM = Caller("address", "a-pilgrim")

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _archive(tmp_path: Path, db: None) -> None:
    put_on_shelf(tmp_path)


def found(query: str, lang: str = "en", caller: Caller | None = None, page: int = 1, collection: str = "") -> Results:
    results = search(query, lang, caller, page=page, collection=collection)
    assert isinstance(results, Results)
    return results


def refused(query: str, lang: str = "en", caller: Caller | None = None, page: int = 1, limit: int = 10) -> Refusal:
    refusal = search(query, lang, caller, page=page, limit=limit)
    assert isinstance(refusal, Refusal)
    return refusal


def used() -> int:
    return sum(DailyUse.objects.values_list("used", flat=True))


def test_results_tell_how_they_were_found() -> None:
    results = found("manometer")
    assert (results.lang_used, results.fallback, results.match, results.total) == ("en", False, "exact", 2)


def test_a_bot_sees_just_what_the_contract_names() -> None:
    seen = found("manometer").as_dict()
    assert set(seen) == {"results", "lang_used", "fallback", "match", "total", "stale_since"}
    assert all(set(hit) == {"title", "summary", "collection", "url"} for hit in seen["results"])


def test_full_detail_adds_tongue_score_reasons_and_a_snippet() -> None:
    first = found("manometer").as_dict(full=True)["results"][0]
    assert first["lang"] == "en"
    assert first["score"] > 8
    assert first["why"] == [
        {"word": "manometer", "rule": "written", "fields": ["title", "text"], "points": 9},
    ]
    assert "manometer on boiler V7" in first["snippet"]


def test_nothing_in_the_tongue_falls_back_to_all() -> None:
    results = found("manometer", "uk")
    assert (results.lang_used, results.fallback) == ("all", True)
    assert {hit.lang for hit in results.hits} == {"en", "de"}


def test_an_unknown_tongue_is_read_as_english() -> None:
    assert found("manometer", "tlh").lang == "en"


def test_a_near_match_says_which_words_were_taken() -> None:
    results = found("manometr")
    assert results.match == "near"
    assert results.nearest == (("manometr", ("manometer",)),)


def test_an_empty_result_offers_only_words_of_the_archive() -> None:
    results = found("mxnxmxter")
    assert results.match == "none"
    assert results.help is not None
    assert results.help.spellings == ("manometer",)


def test_a_filter_that_finds_nothing_offers_the_words_without_it() -> None:
    results = found("manometer", collection="Chronicles")
    assert results.total == 0
    assert results.help is not None
    assert results.help.fewer == (("manometer", 2),)


def test_pages_follow_each_other_without_a_gap() -> None:
    urls = [hit.url for page in (1, 2, 3) for hit in found("pressure", page=page).hits]
    assert len(urls) == len(set(urls)) == 23


def test_a_page_beyond_the_last_is_refused() -> None:
    assert refused("pressure", page=4).code == "page_out_of_range"


def test_facets_count_the_hits_of_every_collection() -> None:
    assert found("manometer").collections == (("Instruments", 1), ("Rites", 1))


def test_tongues_are_counted_for_the_query() -> None:
    assert dict(found("manometer").tongues) == {"en": 2, "de": 1, "eo": 0, "no": 0, "uk": 0}


@pytest.mark.parametrize("query", ["", "   ", "\u2003\t\n"])
def test_an_empty_query_is_refused(query: str) -> None:
    assert refused(query).code == "query_empty"


@pytest.mark.parametrize("query", ["*", "%", "…", "🔧", "👍🏽", "'", "\u200b", "\u202e", "_", "\u0301"])
def test_a_query_without_a_word_is_as_good_as_empty_and_costs_nothing(query: str) -> None:
    assert refused(query, caller=PILGRIM).code == "query_empty"
    assert used() == 0


@pytest.mark.parametrize("query", ["a\x00b", "bell\x07", "a\x1bb", "\x7f", "half \ud800 pair"])
def test_control_characters_are_refused(query: str) -> None:
    assert refused(query).code == "query_invalid"


def test_a_query_of_ten_thousand_characters_is_refused() -> None:
    assert refused("a" * 10_000).code == "query_too_long"


def test_the_longest_query_is_searched() -> None:
    assert found("manometer " * (LONGEST_QUERY // 10)).total == 2


@pytest.mark.parametrize("query", ["x", "the", "of the", "a.*b", "c#", "🔧 x"])
def test_odd_queries_are_answered(query: str) -> None:
    assert isinstance(search(query), Results)


@pytest.mark.parametrize(
    ("page", "code"), [(0, "parameter_invalid"), (-1, "parameter_invalid"), (10**9, "page_out_of_range")]
)
def test_pages_that_cannot_be_are_refused(page: int, code: str) -> None:
    assert refused("manometer", page=page).code == code


@pytest.mark.parametrize("limit", [0, 51])
def test_a_page_holds_one_to_fifty_hits(limit: int) -> None:
    refusal = refused("manometer", limit=limit)
    assert (refusal.code, refusal.about) == ("parameter_invalid", {"parameter": "limit", "minimum": 1, "maximum": 50})


@pytest.mark.parametrize(("lang", "collection"), [("en\0", ""), ("en", "Rites\n"), ("en", "\ud800"), ("x" * 1_001, "")])
def test_controls_and_endless_names_are_refused(lang: str, collection: str) -> None:
    refusal = search("manometer", lang, PILGRIM, collection=collection)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, used()) == ("parameter_invalid", 0)


def test_an_admitted_search_is_counted_once() -> None:
    results = found("manometer", caller=PILGRIM)
    assert results.allowance is not None
    assert (results.allowance.used, used()) == (1, 1)


@pytest.mark.parametrize("query", ["", "a\x00b", "a" * 1_001])
def test_invalid_input_is_not_counted(query: str) -> None:
    search(query, "en", PILGRIM)
    assert used() == 0


def test_commands_are_not_metered() -> None:
    assert found("manometer").allowance is None
    assert used() == 0


def test_above_the_limit_the_search_is_refused_until_midnight() -> None:
    change_settings(codex_daily_anonymous=2)
    found("manometer", caller=PILGRIM)
    found("manometer", caller=PILGRIM)
    refusal = refused("manometer", caller=PILGRIM)
    assert (refusal.code, refusal.status) == ("quota_used", 429)
    assert refusal.allowance is not None
    assert refusal.allowance.resets_at > datetime.now(UTC)
    assert 0 < (refusal.retry_after or 0) <= 86_401


def test_a_refused_search_does_not_touch_the_index() -> None:
    change_settings(codex_daily_anonymous=0)
    with patch.object(shelf, "current", side_effect=AssertionError("the index was touched")):
        assert refused("manometer", caller=PILGRIM).code == "search_closed"


def test_callers_have_counts_of_their_own() -> None:
    change_settings(codex_daily_anonymous=1)
    found("manometer", caller=PILGRIM)
    assert found("manometer", caller=Caller("address", "another")).total == 2


def test_users_have_a_limit_of_their_own() -> None:
    change_settings(codex_daily_anonymous=0, codex_daily_per_user=1)
    assert found("manometer", caller=Caller("user", "7")).allowance == standing("user", "7", 1)


def test_an_archive_out_of_reach_is_an_error_that_can_be_relayed(tmp_path: Path) -> None:
    change_settings(codex_index_url=f"file:{tmp_path}/nowhere.json")
    refusal = refused("manometer")
    assert refusal.status == 503
    assert refusal.as_dict() == {"error": refusal.sentence, "code": "archive_file", "retryable": False}


def test_a_database_that_is_locked_is_told_as_busy() -> None:
    with patch("codex.metering.admission.grant", side_effect=OperationalError("database is locked")):
        refusal = refused("manometer", caller=PILGRIM)
    assert (refusal.code, refusal.status, refusal.retryable) == ("storage_unavailable", 503, True)


def test_the_ranking_setting_is_followed(tmp_path: Path) -> None:
    many = [
        entry(f"Log {n}", f"/en/{n}/", "Logs", "common " * (n + 1) + ("rare" if n == 39 else "")) for n in range(40)
    ]
    put_on_shelf(tmp_path, many, codex_ranking="seed")
    seed = found("common rare").hits[0].score
    change_settings(codex_ranking="blended")
    assert found("common rare").hits[0].score != seed
