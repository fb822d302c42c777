"""THE DOOR for a model's tool calls, whichever face or chat they come through (CDX-01)."""

from typing import Final

from codex.callers import Caller
from codex.core.errors import ToolError
from codex.core.tool_call import read_call, read_reading
from codex.live import options
from codex.reading import Portion, read
from codex.results import Refusal, Results, refusal
from codex.search import MOST_HITS, search
from codex.usage_models import Face

TOOL: Final = str(Face.TOOL)


def carry_out(call: object, caller: Caller | None, *, most: int = MOST_HITS, face: str = TOOL) -> Results | Refusal:
    """Carry out a decoded tool call as it came, for `most` hits; refuses with a reason, never raises.

    A call that is refused for what it says, or while `enable-codex` is off, costs the caller nothing.
    """
    if not options().enable_codex:
        return refusal(ToolError("tool_disabled"))
    asked = read_call(call)
    if isinstance(asked, ToolError):
        return refusal(asked)
    return search(asked.query, asked.lang, caller, limit=min(asked.limit, most), face=face)


def carry_out_reading(arguments: object, caller: Caller | None) -> Portion | Refusal:
    """The same for the decoded arguments of codex_read."""
    if not options().enable_codex:
        return refusal(ToolError("tool_disabled"))
    asked = read_reading(arguments)
    if isinstance(asked, ToolError):
        return refusal(asked)
    return read(asked.url, caller, page=asked.page)
