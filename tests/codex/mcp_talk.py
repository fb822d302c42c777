"""Messages of the Model Context Protocol as tests send them, in both eras."""

import json
from typing import Any

from django.http import HttpResponse
from django.test import Client

VALVE = "https://binaric.tech/en/valve/"
PROBLEM = "application/problem+json"
NEW = "2026-07-28"
OLD = ("2025-06-18", "2025-11-25")
META = {
    "io.modelcontextprotocol/protocolVersion": NEW,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
}


def message(method: str, params: dict[str, Any] | None = None, *, number: object = 1) -> dict[str, Any]:
    """A request of JSON-RPC."""
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params or {}}


def post(client: Client, body: object, **headers: str) -> Any:
    """Send a body, as JSON unless it is text or bytes; header names with _ for -."""
    content = body if isinstance(body, str | bytes) else json.dumps(body)
    named = {"Accept": "application/json, text/event-stream"} | {
        name.replace("_", "-"): value for name, value in headers.items()
    }
    return client.post("/mcp", content, content_type="application/json", headers=named)


def new_post(client: Client, method: str, params: dict[str, Any] | None = None, **headers: str) -> Any:
    """A request of revision 2026-07-28, with its headers and what it says of itself."""
    given = params or {}
    named = {"MCP_Protocol_Version": NEW, "Mcp_Method": method}
    if method == "tools/call":
        named["Mcp_Name"] = str(given.get("name"))
    return post(client, message(method, given | {"_meta": META}), **named | headers)


def call(client: Client, name: str, arguments: object) -> dict[str, Any]:
    """The result of a tools/call."""
    answer: HttpResponse = post(client, message("tools/call", {"name": name, "arguments": arguments}))
    assert answer.status_code == 200, answer.content
    result: dict[str, Any] = json.loads(answer.content)["result"]
    return result


def told(result: dict[str, Any]) -> dict[str, Any]:
    """What the text of a result says."""
    said: dict[str, Any] = json.loads(result["content"][0]["text"])
    return said
