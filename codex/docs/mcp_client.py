"""Lumasite over MCP with the official `mcp` package: list the tools, search, read what was found first.

    pip install mcp
    LUMASITE_TOKEN=luma_… python mcp_client.py http://127.0.0.1:8000 'slow valve'

Tried by the tests of Lumasite against a running server, with mcp 2.3, by revision 2026-07-28 (mode auto) and by a
handshake (mode legacy).
"""

import asyncio
import os
import sys
from typing import Any

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client


async def look_up(site: str, token: str, query: str, *, pilgrim: str = "", mode: str = "auto") -> list[Any]:
    """The names of the tools, what codex_search answers, and the text of the first hit."""
    headers = {"Authorization": f"Bearer {token}"} | ({"X-Codex-User": pilgrim} if pilgrim else {})
    async with (
        httpx2.AsyncClient(headers=headers) as http,
        Client(streamable_http_client(f"{site}/mcp", http_client=http), mode=mode) as client,
    ):
        tools = [tool.name for tool in (await client.list_tools()).tools]
        found = await client.call_tool("codex_search", {"query": query})
        if found.is_error or not found.structured_content["results"]:
            return [tools, found.content]
        url = found.structured_content["results"][0]["url"]
        read = await client.call_tool("codex_read", {"url": url})
        return [tools, found.structured_content, read.structured_content]


if __name__ == "__main__":
    for part in asyncio.run(look_up(sys.argv[1], os.environ["LUMASITE_TOKEN"], sys.argv[2])):
        print(part)
