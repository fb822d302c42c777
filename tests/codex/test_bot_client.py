"""The sample client for bots: what it sends, what it makes of answers, and that nobody is called through it."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
import responses
from responses import matchers

from codex.docs.bot_client import LONGEST, TOO_LONG, Lumasite, message, plain
from tests.codex.live_bots import Luma, luma_at_work

SITE = "https://luma.example"
LUMA = Lumasite(SITE, "luma_x")
HIT = {"title": "The Rite", "summary": "A quarter turn.", "collection": "rites", "url": "https://lore.example/rite/"}


def found(*hits: dict[str, str], **more: Any) -> dict[str, Any]:
    return {"results": list(hits), "lang_used": "en", "match": "exact", "total": len(hits), "stale_since": None} | more


@pytest.fixture
def wire() -> Iterator[responses.RequestsMock]:
    with responses.RequestsMock() as mock:
        yield mock


@pytest.fixture(scope="module")
def luma(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Luma]:
    with luma_at_work(tmp_path_factory.mktemp("luma")) as luma:
        yield luma


def test_a_search_is_a_tool_call_in_the_pilgrim_s_name(wire: responses.RequestsMock) -> None:
    call = {"function": {"name": "codex_search", "arguments": {"query": "valve", "lang": "de"}}, "pilgrim": "41"}
    sent = [matchers.header_matcher({"Authorization": "Bearer luma_x"}), matchers.json_params_matcher(call)]
    wire.post(f"{SITE}/api/v1/tools/call", json=found(HIT), match=sent)
    assert LUMA.search("valve", pilgrim="41", lang="de")["total"] == 1


def test_a_model_s_call_goes_on_as_it_came(wire: responses.RequestsMock) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "codex_search", "arguments": '{"query": "va'}}
    wire.post(f"{SITE}/api/v1/tools/call", json=found(), match=[matchers.json_params_matcher(call | {"pilgrim": "41"})])
    assert LUMA.carry_out(call, pilgrim="41")["results"] == []


@pytest.mark.parametrize("body", ["", "<html>Bad gateway</html>", "[]", '"x"', "null"])
def test_an_answer_that_is_none_is_told_in_words(wire: responses.RequestsMock, body: str) -> None:
    wire.post(f"{SITE}/api/v1/tools/call", body=body, status=502)
    refused = LUMA.search("valve", pilgrim="41")
    assert (refused["code"], refused["retryable"]) == ("unreachable", True)
    assert "cannot be asked" in message(refused)


@pytest.mark.parametrize(
    "error", [requests.ConnectionError(), requests.Timeout(), requests.exceptions.ChunkedEncodingError()]
)
def test_a_site_out_of_reach_raises_nothing(wire: responses.RequestsMock, error: Exception) -> None:
    wire.post(f"{SITE}/api/v1/tools/call", body=error)
    assert LUMA.search("valve", pilgrim="41")["code"] == "unreachable"


def test_a_problem_is_relayed(wire: responses.RequestsMock) -> None:
    problem = {"error": "Today's searches are used up.", "code": "quota_used", "retryable": False, "status": 429}
    wire.post(f"{SITE}/api/v1/tools/call", json=problem, status=429)
    assert message(LUMA.search("valve", pilgrim="41")) == "Today's searches are used up."


def test_no_tools_are_offered_while_they_are_out_of_reach(wire: responses.RequestsMock) -> None:
    wire.get(f"{SITE}/api/v1/tools", body=requests.ConnectionError())
    assert LUMA.tools() == []


def test_a_message_holds_title_summary_and_link() -> None:
    assert message(found(HIT)) == "The Rite: A quarter turn. <https://lore.example/rite/>"
    assert message(found()) == "Nothing was found."
    assert "last good copy" in message(found(HIT, stale_since="2030-05-01T12:00:00+00:00"))


def test_a_message_fits_into_a_chat() -> None:
    long = HIT | {"summary": "*" * 500}
    said = message(found(*[long] * 20))
    assert len(said) <= LONGEST
    assert said.endswith("/rite/>")


def test_a_message_is_never_empty_and_cuts_no_link_short() -> None:
    assert message(found(HIT | {"title": "x" * 5_000})).endswith("<https://lore.example/rite/>")
    assert message(found(HIT | {"url": "https://lore.example/" + "x" * 3_000})) == TOO_LONG
    said = message(found(*[HIT | {"summary": "*" * 500}] * 20, stale_since="2030-05-01T12:00:00+00:00"))
    assert (len(said) <= LONGEST, "last good copy" in said) == (True, True)


@pytest.mark.parametrize(
    "evil", ["@everyone", "@here", "<@1234>", "<@&1234>", "<#1234>", "</kick:1>", "@channel", "<!channel>", "<:x:1>"]
)
@pytest.mark.parametrize("field", ["title", "summary", "url"])
def test_nobody_is_called_through_a_text_of_the_archive(field: str, evil: str) -> None:
    said = message(found(HIT | {field: f"https://lore.example/{evil}" if field == "url" else evil}))
    assert evil not in said
    assert "@everyone" not in message({"error": "@everyone"})


@pytest.mark.parametrize(
    "evil",
    ["**b**", "[a](https://evil.example)", "`c`", "# h", "~~s~~", "||s||", "https://evil.example", "hub.example/join"],
)
def test_a_text_formats_nothing_and_links_nowhere(evil: str) -> None:
    shown = plain(evil)
    assert shown != evil
    assert shown[0] in ("\\", "h")
    assert "https://evil" not in shown
    assert ".example" not in shown


def test_a_text_reads_as_before() -> None:
    shown = plain("Valve K-12 (east) & Öl, “котел”").replace("\\", "")
    assert shown == "Valve K-12 (east) & Öl, “котел”"


def test_it_works_against_a_running_site(luma: Luma) -> None:
    site = Lumasite(luma.url, luma.token)
    assert [tool["function"]["name"] for tool in site.tools()] == ["codex_search"]
    assert "strict" in site.tools(dialect="strict")[0]["function"]
    before = site.left(pilgrim="one")["remaining"]
    assert "The Rite of Valve K\u002d12" in message(site.search("valve", pilgrim="one")).replace("\\", "")
    assert site.left(pilgrim="one")["remaining"] == before - 1


def test_a_forged_token_is_told_in_words(luma: Luma) -> None:
    refused = Lumasite(luma.url, "luma_" + "0" * 38).search("valve", pilgrim="one")
    assert refused["code"] == "token_malformed"


def test_it_is_a_program_too(luma: Luma) -> None:
    command = [sys.executable, "codex/docs/bot_client.py", luma.url, "valve"]
    done = subprocess.run(
        command, env={"LUMASITE_TOKEN": luma.token}, capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert "https://binaric.tech/en/rites/slow-valve/" in done.stdout


def test_it_needs_one_package_alone_and_is_short() -> None:
    source = Path("codex/docs/bot_client.py").read_text(encoding="utf-8")
    imported = [line for line in source.splitlines() if line.startswith(("import ", "from "))]
    foreign = {line.split()[1] for line in imported} - set(sys.stdlib_module_names) - {"urllib.parse"}
    assert (foreign, source.count("\n") < 120) == ({"requests"}, True)
