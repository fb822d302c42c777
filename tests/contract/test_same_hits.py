"""The same query through page, JSON, command, tool and MCP gives the same hits in the same order."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from codex.live import options
from codex.store.edition import home_of
from tests.codex.bots import bot, new_token
from tests.codex.mcp_talk import call, told
from tests.grounded.scripted import Script, asks, says
from tests.grounded.site import change_answers
from tests.reading import links
from tests.servers import serving
from tests.shelving import put_on_shelf

SAMPLE = json.loads(Path("codex/sample/search-index.json").read_text(encoding="utf-8"))
QUERIES = [
    ("valve", "en"),
    ("manometr", "de"),
    ("hejtisto kaldrono", "eo"),
    ("damp", "no"),
    ("котел", "uk"),
    ("steam", "uk"),
    ("the", "en"),
    ("brass needle storm", "en"),
    ("qqqqqq", "en"),
    ("boiler", "de"),
]

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _archive(tmp_path: Path, db: None) -> None:
    put_on_shelf(tmp_path, SAMPLE, enable_codex=True)


def by_page(client: Client, query: str, lang: str) -> list[str]:
    page = client.get("/search", {"q": query, "lang": lang}).content.decode()
    home = home_of(options())
    # Links of the page lead to the very words, by a fragment behind the inscription's own link.
    found = [link.partition("#")[0] for link in links(page)]
    return [link for link in found if link.startswith(f"{home}/") and link != f"{home}/"]


def by_json(client: Client, query: str, lang: str) -> list[str]:
    return [hit["url"] for hit in client.get("/api/v1/search", {"q": query, "lang": lang}).json()["results"]]


def by_command(query: str, lang: str) -> list[str]:
    out = StringIO()
    call_command("codex", "search", query, "--lang", lang, "--json", stdout=out)
    return [hit["url"] for hit in json.loads(out.getvalue())["results"]]


def by_tool(luma: Client, query: str, lang: str) -> list[str]:
    call = {"name": "codex_search", "arguments": {"query": query, "lang": lang, "limit": 10}}
    found = luma.post("/api/v1/tools/call", call, content_type="application/json").json()
    return [hit["url"] for hit in found["results"]]


def by_mcp(luma: Client, query: str, lang: str) -> list[str]:
    found = told(call(luma, "codex_search", {"query": query, "lang": lang, "limit": 10}))
    return [hit["url"] for hit in found["results"]]


@pytest.mark.parametrize(("query", "lang"), QUERIES)
def test_all_faces_agree(client: Client, query: str, lang: str) -> None:
    assert by_page(client, query, lang) == by_json(client, query, lang) == by_command(query, lang)


@pytest.mark.parametrize(("query", "lang"), QUERIES)
def test_the_faces_for_models_agree_with_them(client: Client, query: str, lang: str) -> None:
    luma = bot()
    assert by_tool(luma, query, lang) == by_mcp(luma, query, lang) == by_json(client, query, lang)


@pytest.mark.parametrize(("query", "lang"), QUERIES)
def test_the_chat_agrees_with_them_as_far_as_it_shows_hits(client: Client, query: str, lang: str) -> None:
    script = Script(asks(query, lang=lang), says("Done."))
    with serving(script) as server:
        change_answers(base_url=f"{server.url}/v1", model="forge-mini", enable_chat=True)
        luma = bot(new_token("tools", "answers"))
        body = {"messages": [{"role": "user", "content": "Tell."}]}
        shown = luma.post("/api/v1/chat", body, content_type="application/json").json()
    urls = by_json(client, query, lang)[:5]
    assert [hit["url"] for hit in script.results()[0]["results"]] == urls
    assert [one["url"] for one in shown["inscriptions"]] == urls


@pytest.mark.parametrize(
    ("query", "code"),
    [(" ", "query_empty"), ("***", "query_empty"), ("a\x00b", "query_invalid"), ("x" * 1_001, "query_too_long"),
     ("x" * 60_000, "query_too_long")],
)  # fmt: skip
def test_all_faces_for_programs_say_the_same_of_what_cannot_be_searched_for(
    client: Client, query: str, code: str
) -> None:
    luma, sent = bot(), {"query": query}
    calls = [{"name": "codex_search", "arguments": arguments} for arguments in (sent, json.dumps(sent))]
    bodies = [("/api/v1/search", sent), *(("/api/v1/tools/call", one) for one in calls)]
    codes = [luma.post(path, body, content_type="application/json").json()["code"] for path, body in bodies]
    codes += [client.get("/api/v1/search", {"q": query}).json()["code"], told(call(luma, "codex_search", sent))["code"]]
    assert set(codes) == {code}
