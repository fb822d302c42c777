"""What POST /api/v1/chat takes and gives, for the check of bodies and for the OpenAPI document (API-03, API-04)."""

from typing import Any, Final, Literal

from ninja import Schema
from pydantic import ConfigDict, Field

from codex.rest.schemas import Counts, Problem, perhaps
from grounded.luma import ChatMessage, Conversation, ToolCall

_VALVE: Final = {
    "title": "Rite of the Slow Valve",
    "summary": "A quarter turn, and then another.",
    "collection": "rites",
    "url": "https://binaric.tech/en/rites/slow-valve/",
}
_WEATHER: Final[dict[str, Any]] = {
    "type": "function",
    "function": {
        "name": "weather",
        "description": "The weather at a forge.",
        "parameters": {"type": "object", "properties": {"forge": {"type": "string"}}, "required": ["forge"]},
    },
}
_ASKED: Final[dict[str, Any]] = {"messages": [{"role": "user", "content": "How is the slow valve opened?"}]}


def _exact(*examples: dict[str, Any]) -> ConfigDict:
    return ConfigDict(extra="forbid", json_schema_extra={"examples": list(examples)} if examples else None)


class CalledFunction(Schema):
    """Which tool a model calls, and its arguments as JSON text."""

    model_config = _exact()
    name: str = Field(pattern="^[A-Za-z0-9_-]{1,64}$")
    arguments: str


class CallIn(Schema):
    """A model's tool call, as an earlier answer gave it."""

    model_config = _exact()
    id: str = Field(min_length=1, max_length=64)
    type: Literal["function"] = "function"
    function: CalledFunction

    @property
    def call(self) -> ToolCall:
        """As the door takes it."""
        return ToolCall(self.id, self.function.name, self.function.arguments)


class MessageIn(Schema):
    """One message, in the form of Chat Completions; texts of up to 16 KiB."""

    model_config = _exact({"role": "user", "content": "How is the slow valve opened?"})
    role: Literal["system", "user", "assistant", "tool"]
    content: str | None = None
    tool_calls: list[CallIn] | None = Field(None, max_length=16)
    tool_call_id: str | None = Field(None, min_length=1, max_length=64)

    @property
    def message(self) -> ChatMessage:
        """As the door takes it."""
        calls = tuple(one.call for one in self.tool_calls or ())
        return ChatMessage(self.role, self.content or "", calls, self.tool_call_id or "")


class FunctionIn(Schema):
    """A tool's name, what it is for, and the JSON schema of its arguments."""

    model_config = _exact()
    name: str = Field(pattern="^[A-Za-z0-9_-]{1,64}$")
    description: str = ""
    parameters: dict[str, Any] = {}
    strict: bool | None = None


class ToolIn(Schema):
    """A tool of the caller's own, in the form of Chat Completions; at most 4 KiB."""

    model_config = _exact(_WEATHER)
    type: Literal["function"]
    function: FunctionIn


class ChatIn(Schema):
    """A conversation so far, the whole of it, and tools to offer beside codex_search."""

    model_config = _exact(_ASKED, _ASKED | {"tools": [_WEATHER], "pilgrim": "pilgrim-41"})
    messages: list[MessageIn] = Field(min_length=1, max_length=100)
    tools: list[ToolIn] = Field([], max_length=16)
    pilgrim: str | None = Field(None, description="Whom the bot asks for.")

    @property
    def conversation(self) -> Conversation:
        """As the door takes it; raises RequestError."""
        tools = tuple(tool.model_dump(exclude_unset=True) for tool in self.tools)
        return Conversation(tuple(one.message for one in self.messages), tools)


class InscriptionTold(Schema):
    """An inscription that the model was shown."""

    model_config = _exact(_VALVE | {"linked": True})
    title: str
    summary: str
    collection: str
    url: str
    linked: bool = Field(description="Whether the text holds this link.")


class CallTold(Schema):
    """A call of a tool of the caller's, to be carried out by the caller."""

    model_config = _exact()
    id: str
    type: Literal["function"]
    function: CalledFunction
    after_archive_text: bool = Field(
        description="Whether the model had read texts of the archive by then: they may have led it to this call."
    )


class UsedTold(Schema):
    """What the turn took: searches that were counted, and tokens; null where the endpoint did not tell them."""

    model_config = _exact()
    model_calls: int
    searches: int
    prompt_tokens: int | None
    completion_tokens: int | None


class SearchCounts(Counts):
    """What is left of the searches, and the same of the whole bot."""

    bot: Counts


class LimitsTold(Schema):
    """What is left of the day."""

    model_config = _exact()
    searches: SearchCounts
    answers: Counts = Field(description="Each call of the model counts as one answer.")


class ChatTold(Schema):
    """What Luma says, or which tools of the caller's are to be run before that."""

    model_config = _exact()
    state: Literal["answered", "tool_calls"]
    text: str
    ai_generated: Literal[True]
    model: str
    label: str = Field(description="What has to stand beside the text wherever it is shown.")
    cut_short: bool = Field(description="Whether the model was stopped at a limit.")
    inscriptions: list[InscriptionTold] = Field(description="All that the model was shown, whatever it wrote.")
    tool_calls: list[CallTold]
    messages: list[dict[str, Any]] = Field(description="To be added to the conversation before it goes on.")
    usage: UsedTold
    limits: LimitsTold


class ChatProblem(Problem):
    """A problem; one that came after the turn began also tells what there was by then."""

    model_config = _exact()
    inscriptions: list[InscriptionTold] = perhaps("All that the model was shown.")
    usage: UsedTold = perhaps("What the turn took.")


#: What the operation may answer besides what any may; a turn under way can break off with most of it.
CHATTED: Final[dict[Any, Any]] = {200: ChatTold} | dict.fromkeys((401, 413, 429, 500, 502, 503, 504), ChatProblem)
