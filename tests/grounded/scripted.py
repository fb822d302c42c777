"""An endpoint that plays a model in a chat, as scripted, and what it heard."""

import json
from collections.abc import Iterable
from typing import Any

from tests.servers import Request, raw_reply

USAGE = {"prompt_tokens": 100, "completion_tokens": 10}
Message = dict[str, Any]


def says(text: object) -> Message:
    """Words."""
    return {"role": "assistant", "content": text}


def asks(*queries: str, text: str | None = None, **more: object) -> Message:
    """Searches for these, one call each, all in one reply."""
    return calls(*(("codex_search", {"query": query} | more) for query in queries), text=text)


def calls(*wanted: tuple[str, object], text: str | None = None) -> Message:
    """Calls of tools; arguments that are no text become JSON."""
    listed = [
        {"id": f"call_{number}", "type": "function", "function": {"name": name, "arguments": _text(arguments)}}
        for number, (name, arguments) in enumerate(wanted)
    ]
    return {"role": "assistant", "content": text, "tool_calls": listed}


def replied(message: object, **more: object) -> bytes:
    """A whole Chat Completions reply."""
    choice = {"index": 0, "message": message, "finish_reason": "stop"} | more
    return json.dumps({"choices": [choice], "usage": USAGE}).encode()


class Script:
    """A handler: replies in their order, the last for ever; bytes go out as they are."""

    def __init__(self, *replies: Message | bytes) -> None:
        self.replies, self.heard = list(replies), list[dict[str, Any]]()

    def __call__(self, request: Request) -> Iterable[bytes]:
        self.heard.append(json.loads(request.body))
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        body = reply if isinstance(reply, bytes) else replied(reply)
        yield raw_reply(200, body, {"Content-Type": "application/json"})

    def offered(self, step: int = 0) -> list[str]:
        """The names of the tools that the model was offered."""
        return [tool["function"]["name"] for tool in self.heard[step].get("tools", [])]

    def results(self, step: int = -1) -> list[dict[str, Any]]:
        """What the model has been handed for its calls by then."""
        return [json.loads(one["content"]) for one in self.heard[step]["messages"] if one["role"] == "tool"]


def _text(arguments: object) -> str:
    return arguments if isinstance(arguments, str) else json.dumps(arguments)
