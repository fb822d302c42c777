"""The official client over HTTP against a running server, in both eras (MCP-01)."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from codex.core.mcp_form import MCP_TOOLS
from codex.docs.mcp_client import look_up
from tests.codex.live_bots import Luma, luma_at_work

MODES = ["legacy", "auto", "2026-07-28"]
ERAS = {"legacy": "2025-11-25", "auto": "2026-07-28", "2026-07-28": "2026-07-28"}


@pytest.fixture(scope="module")
def luma(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Luma]:
    with luma_at_work(tmp_path_factory.mktemp("luma")) as luma:
        yield luma


def talk(luma: Luma, mode: str, ask: Callable[[Client], Awaitable[Any]], **headers: str) -> Any:
    """What a conversation gives."""

    async def conversation() -> Any:
        given = {"Authorization": f"Bearer {luma.token}"} | headers
        async with httpx2.AsyncClient(headers=given) as http:
            transport = streamable_http_client(f"{luma.url}/mcp", http_client=http)
            async with Client(transport, mode=mode) as client:
                return await ask(client)

    return asyncio.run(conversation())


@pytest.mark.parametrize("mode", MODES)
def test_it_agrees_on_the_version_of_its_era(luma: Luma, mode: str) -> None:
    async def ask(client: Client) -> str:
        return client.protocol_version

    assert talk(luma, mode, ask) == ERAS[mode]


@pytest.mark.parametrize("mode", MODES)
def test_it_lists_both_tools_with_their_schemas(luma: Luma, mode: str) -> None:
    tools = talk(luma, mode, lambda client: client.list_tools()).tools
    assert [tool.name for tool in tools] == [tool.name for tool in MCP_TOOLS]
    assert [tool.output_schema for tool in tools] == [tool.output for tool in MCP_TOOLS]
    assert all(tool.annotations.read_only_hint for tool in tools)


@pytest.mark.parametrize("mode", MODES)
def test_the_sample_client_searches_and_reads(luma: Luma, mode: str) -> None:
    tools, found, read = asyncio.run(look_up(luma.url, luma.token, "valve", pilgrim="one", mode=mode))
    assert tools == ["codex_search", "codex_read"]
    assert found["results"][0]["title"] == read["title"] == "The Rite of Valve K-12"
    assert read["text"].startswith("Valve K-12 feeds the eastern hall")


@pytest.mark.parametrize("mode", MODES)
def test_it_takes_the_links_of_the_hits(luma: Luma, mode: str) -> None:
    found = talk(luma, mode, lambda client: client.call_tool("codex_search", {"query": "valve"}))
    links = [str(block.uri) for block in found.content if block.type == "resource_link"]
    assert links == [hit["url"] for hit in found.structured_content["results"]]


def test_the_sample_client_shows_what_was_refused(luma: Luma) -> None:
    _, said = asyncio.run(look_up(luma.url, luma.token, " "))
    assert '"query_empty"' in said[0].text


@pytest.mark.parametrize("mode", MODES)
def test_a_wrong_argument_is_a_result_that_says_so(luma: Luma, mode: str) -> None:
    result = talk(luma, mode, lambda client: client.call_tool("codex_read", {"url": "https://evil.example/"}))
    assert result.is_error
    assert '"inscription_unknown"' in result.content[0].text


@pytest.mark.parametrize("mode", MODES)
def test_an_unknown_tool_is_an_error(luma: Luma, mode: str) -> None:
    async def ask(client: Client) -> int:
        with pytest.raises(MCPError) as caught:
            await client.call_tool("fetch_url", {})
        return caught.value.error.code

    assert talk(luma, mode, ask) == -32602


@pytest.mark.parametrize("mode", MODES)
def test_a_forged_token_gets_nowhere(luma: Luma, mode: str) -> None:
    with pytest.RaisesGroup(
        pytest.RaisesExc(MCPError, match="Server returned an error response"),
        flatten_subgroups=True,
        allow_unwrapped=True,
    ):
        talk(luma, mode, lambda client: client.list_tools(), Authorization="Bearer nonsense")
