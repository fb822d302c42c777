"""`manage.py codex search`: what the door finds, in its order, in words or JSON."""

import json
import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from codex.live import live
from codex.models import CodexSettings, DailyUse
from codex.results import Results
from codex.search import search
from tests.codex.archives import archive_bytes

pytestmark = pytest.mark.django_db
TITLES = [f"Lumen {number}" for number in range(12)] + ["Ordo", "Codex of Lumen"]


@pytest.fixture(autouse=True)
def _archive(tmp_path: Path) -> None:
    path = tmp_path / "search-index.json"
    path.write_bytes(archive_bytes(*TITLES))
    CodexSettings(codex_index_url=f"file:{path}").save()
    live.forget()


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("codex", "search", *arguments, stdout=out)
    return out.getvalue()


def found(query: str, **how: Any) -> Results:
    results = search(query, **how)
    assert isinstance(results, Results)
    return results


def test_json_is_what_the_api_answers(client: Client) -> None:
    answered = client.get("/api/v1/search?q=lumen&page=2&limit=5").json()
    assert answered["pages"] == 3
    assert json.loads(run("lumen", "--json", "--page", "2", "--limit", "5")) == answered


def test_explained_json_holds_every_detail(client: Client) -> None:
    answered = client.get("/api/v1/search?q=lumen&detail=full").json()
    assert json.loads(run("lumen", "--json", "--explain")) == answered


def test_words_tell_the_same_hits_in_the_same_order() -> None:
    lines = re.findall(r"^(\d+)\. (.*) \(lore, en\)$", run("lumen", "--limit", "20"), re.MULTILINE)
    hits = found("lumen", limit=20).hits
    assert lines == [(str(place), hit.title) for place, hit in enumerate(hits, 1)]


def test_the_first_line_tells_how_many_were_found_and_where() -> None:
    assert run("lumen").splitlines()[0] == "13 inscriptions in English, page 1 of 2."
    assert run("ordo").splitlines()[0] == "1 inscription in English."


def test_a_page_goes_on_counting() -> None:
    out = run("lumen", "--page", "2", "--limit", "10")
    assert "\n11. " in out
    assert "\n1. " not in out


def test_a_fallback_to_all_tongues_is_told() -> None:
    assert run("lumen", "--lang", "de").splitlines()[0].startswith("13 inscriptions in all tongues")


def test_near_matches_are_told_with_what_the_words_were_taken_for() -> None:
    first, second, *_ = run("codxe").splitlines()
    assert first == "1 inscription in English, by near matches."
    assert second.startswith("Read codxe as: ")


def test_a_tongue_is_named_in_the_sentence_s_own(tmp_path: Path) -> None:
    path = tmp_path / "search-index.json"
    path.write_bytes(archive_bytes("Lumen").replace(b"/en/", b"/de/"))
    assert run("lumen", "--lang", "de").splitlines()[0] == "1 inscription in German."


def test_nothing_found_is_told_of_all_tongues() -> None:
    assert run("zzzzqqqq", "--lang", "de").splitlines()[0] == "No inscription was found in any tongue."


def test_nothing_found_offers_fewer_words() -> None:
    assert "Try fewer words: lumen (13)." in run("lumen", "zzzzqqqq", "--collection", "none")


def test_explaining_tells_word_rule_field_and_points() -> None:
    assert "+11 ordo: written in title, summary" in run("ordo", "--explain")


def test_several_words_are_one_query_and_a_collection_narrows_it() -> None:
    assert json.loads(run("codex", "lumen", "--json"))["results"][0]["title"] == "Codex of Lumen"
    assert json.loads(run("lumen", "--collection", "other", "--json"))["total"] == 0


def test_searching_here_is_not_metered() -> None:
    run("lumen")
    assert not DailyUse.objects.exists()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["\0"], "query_invalid"),
        ([" "], "query_empty"),
        (["x" * 1_001], "query_too_long"),
        (["lumen", "--page", "99"], "page_out_of_range"),
        (["lumen", "--limit", "0"], "parameter_invalid"),
    ],
)
def test_a_refusal_is_told_in_words_with_its_code(arguments: list[str], code: str) -> None:
    with pytest.raises(CommandError, match=rf"\({code}\)$"):
        run(*arguments)


def test_a_refusal_as_json_is_told_to_a_program_and_to_people() -> None:
    out = StringIO()
    with pytest.raises(CommandError, match="page_out_of_range") as caught:
        call_command("codex", "search", "lumen", "--page", "99", "--json", stdout=out)
    refusal = {"error": "There is no such page of results.", "code": "page_out_of_range", "retryable": False}
    assert (json.loads(out.getvalue()), caught.value.returncode) == (refusal, 1)


def test_an_archive_that_cannot_be_read_is_told_in_words() -> None:
    CodexSettings(codex_index_url="file:/nowhere/search-index.json").save()
    live.forget()
    with pytest.raises(CommandError, match="The archive file could not be read"):
        run("lumen")
