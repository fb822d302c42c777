"""Suggestions over HTTP (PAGE-01)."""

from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError
from django.test import Client

from codex import suggesting
from codex.models import DailyUse
from codex.pages.suggest_views import TIMES
from codex.results import Refusal
from tests.shelving import change_settings, put_on_shelf

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _archive(db: None, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)


def suggest(client: Client, typed: str, **more: str) -> Any:
    answer = client.get("/suggest", {"q": typed, **more})
    assert answer.status_code == 200
    return answer.json()


def test_it_has_the_form_that_browsers_know(client: Client) -> None:
    typed, titles, tongues, links = suggest(client, "man", lang="de")
    assert (typed, titles) == ("man", ["Das Manometer am Kessel V7", "The Manometer of Boiler V7"])
    assert tongues == ["Deutsch", "English"]
    assert links[0] == "http://testserver/search?q=Das+Manometer+am+Kessel+V7&lang=de"


def test_the_asked_tongue_comes_first_and_eight_are_the_most(client: Client) -> None:
    assert len(suggest(client, "log", lang="uk")[1]) == suggesting.MOST
    assert suggest(client, "т", lang="en")[1] == ["Три поділки"]


def test_the_browser_s_tongue_counts_where_none_is_named(client: Client) -> None:
    answer = client.get("/suggest", {"q": "man"}, headers={"Accept-Language": "de"})
    assert answer.json()[2] == ["Deutsch", "English"]
    assert "Accept-Language" in answer.headers["Vary"]


def test_anybody_may_keep_it_for_a_while_and_it_knows_nobody(client: Client, staff_client: Client) -> None:
    answer = staff_client.get("/suggest", {"q": "man", "lang": "en"})
    assert answer.headers["Cache-Control"] == "public, max-age=300"
    assert answer.headers["Content-Type"] == "application/x-suggestions+json"
    assert "Cookie" not in answer.headers.get("Vary", "")


@pytest.mark.parametrize("typed", ["", " ", "x" * 101, "a\x00b", "zzz", "%"])
def test_what_cannot_be_looked_for_finds_nothing(client: Client, typed: str) -> None:
    assert suggest(client, typed)[1:] == [[], [], []]


def test_it_is_not_metered(client: Client) -> None:
    suggest(client, "man")
    assert not DailyUse.objects.exists()


def test_it_has_a_burst_limit_of_its_own(client: Client) -> None:
    change_settings(codex_burst=1)
    for _ in range(TIMES):
        suggest(client, "man")
    refused = client.get("/suggest", {"q": "man"})
    assert (refused.status_code, refused.json()["code"]) == (429, "too_fast")
    assert refused.headers["Retry-After"] == "60"
    assert client.get("/search", {"q": "manometer"}).status_code == 200


def test_a_pause_and_a_missing_archive_are_said(client: Client) -> None:
    change_settings(pause_search=True)
    assert client.get("/suggest?q=man").json()["code"] == "paused"
    change_settings(pause_search=False, codex_index_url="file:/nowhere/search-index.json")
    refused = client.get("/suggest?q=man")
    assert (refused.status_code, refused.headers["Content-Type"]) == (503, "application/problem+json")


def test_a_storage_that_fails_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise DatabaseError

    monkeypatch.setattr(suggesting, "live_options", fail)
    refused = suggesting.suggest("man", "en")
    assert isinstance(refused, Refusal)
    assert refused.code == "storage_unavailable"


def test_it_is_only_read(client: Client) -> None:
    assert client.post("/suggest").status_code == 405


def test_browsers_are_told_of_it(client: Client) -> None:
    assert 'type="application/x-suggestions+json" template="http://testserver/suggest?q=' in (
        client.get("/opensearch.xml").content.decode()
    )
