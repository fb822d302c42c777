"""Tools as the Model Context Protocol lists them: schemas of both sides, and annotations (MCP-01)."""

from typing import Final

from codex.core.read_tool import READ
from codex.core.tool import SEARCH, Form, Tool, arguments_schema

#: In the order in which they are listed.
MCP_TOOLS: Final = (SEARCH, READ)


def mcp_form(tool: Tool = SEARCH) -> Form:
    """One tool of a `tools/list`; each only reads, the archive and nothing beyond."""
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": arguments_schema(tool),
        "outputSchema": tool.output,
        "annotations": {
            "readOnlyHint": True,
            "destructiveHint": False,
            "idempotentHint": True,
            "openWorldHint": False,
        },
    }
