"""Every face's searches are counted as its own, once, and nobody's name with them (ADM-01, CDX-06)."""

import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

import pytest
from django.core.management import call_command
from django.test import Client

from codex.core.errors import FetchError
from codex.models import QueryCount, UsageCount, UsageTime
from codex.shelf import shelf
from codex.usage.tally import tally
from tests.codex.bots import bot, new_token
from tests.codex.mcp_talk import call
from tests.grounded.scripted import Script, asks, says
from tests.grounded.site import change_answers
from tests.servers import serving
from tests.shelving import change_settings, put_on_shelf
from tests.sites import running

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _archive(tmp_path: Path, db: None) -> None:
    put_on_shelf(tmp_path, enable_codex=True)


def counted() -> dict[tuple[str, str], int]:
    tally.flush()
    return {(row.face, row.outcome): row.count for row in UsageCount.objects.all()}


def test_each_face_has_its_own_count(client: Client) -> None:
    client.get("/search", {"q": "manometer"})
    client.get("/api/v1/search", {"q": "manometer"})
    luma = bot()
    asked = {"name": "codex_search", "arguments": {"query": "manometer"}}
    luma.post("/api/v1/tools/call", asked, content_type="application/json")
    call(luma, "codex_search", {"query": "manometer"})
    call(luma, "codex_read", {"url": "https://binaric.tech/en/valve/"})
    expected = {(face, "found"): 1 for face in ("page", "api", "tool", "mcp")}
    assert counted() == expected | {("mcp", "read"): 1}
    assert set(UsageTime.objects.values_list("face", flat=True)) == {"page", "api", "tool", "mcp"}


def test_a_chats_searches_are_its_own() -> None:
    with serving(Script(asks("manometer"), says("Done."))) as server:
        change_answers(base_url=f"{server.url}/v1", model="forge-mini", enable_chat=True)
        body = {"messages": [{"role": "user", "content": "Tell."}]}
        bot(new_token("tools", "answers")).post("/api/v1/chat", body, content_type="application/json")
    assert counted() == {("chat", "found"): 1}


@pytest.mark.parametrize(
    ("query", "lang", "outcome"),
    [
        ("manometer", "en", "found"),
        ("Kessel", "eo", "elsewhere"),
        ("manometr", "en", "near"),
        ("Ohrenkesse", "uk", "nothing"),
        ("hejtistoo", "uk", "near_else"),
    ],
)
def test_what_came_of_it_is_told_also_when_it_was_remembered(
    client: Client, query: str, lang: str, outcome: str
) -> None:
    for _ in range(2):
        client.get("/api/v1/search", {"q": query, "lang": lang})
    assert counted() == {("api", outcome): 2}


def test_words_that_found_nothing_are_kept_once_a_search_and_alone(client: Client) -> None:
    for collection in ("", "Rites"):
        client.get("/search", {"q": "  qqqq   zzzz ", "lang": "de", "collection": collection})
    client.get("/search", {"q": "manometer"})
    assert counted() == {("page", "nothing"): 2, ("page", "found"): 1}
    assert list(QueryCount.objects.values_list("lang", "words", "count")) == [("de", "qqqq zzzz", 1)]
    columns = {field.name for field in QueryCount._meta.get_fields()}
    assert columns == {"id", "day", "lang", "words", "count"}


def test_limits_and_failures_are_counted_but_no_searches(client: Client) -> None:
    change_settings(codex_daily_anonymous=1)
    for _ in range(3):
        client.get("/search", {"q": "manometer"})
    assert counted() == {("page", "found"): 1, ("page", "limit"): 2}
    change_settings(codex_daily_anonymous=9)
    with patch.object(shelf, "current", side_effect=FetchError("fetch_timeout")):
        client.get("/search", {"q": "manometer"})
    assert counted()["page", "failed"] == 1


def test_what_costs_nobody_anything_is_not_counted(client: Client) -> None:
    tag = client.get("/api/v1/search", {"q": "valve"}).headers["ETag"]
    client.get("/api/v1/search", {"q": "valve"}, headers={"If-None-Match": tag})
    client.get("/search", {"q": "   "})
    client.get("/api/v1/search?q=valve&page=99999")
    call_command("codex", "search", "valve", "--json")
    assert counted() == {("api", "found"): 1}


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_stopped_puts_its_counts_away_first(tmp_path: Path, how: signal.Signals) -> None:
    archive = f"file:{tmp_path / 'search-index.json'}"
    with running(tmp_path, "--archive", archive, "--workers", "2") as site:
        for number in range(20):
            site.page(f"/api/v1/search?q=valve&limit={number + 1}")
        assert site.stop(how) == 0
    with closing(sqlite3.connect(tmp_path / "data" / "lumasite.sqlite3")) as database:
        told = database.execute("SELECT face, outcome, sum(count) FROM codex_usagecount GROUP BY 1, 2").fetchall()
    assert told == [("api", "found", 20)]
