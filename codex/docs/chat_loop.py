"""Luma's chat with a tool of your own, on `requests` alone: Luma searches the archive, you run the rest.

    pip install requests                 # bot_client.py beside this file
    LUMASITE_TOKEN=luma_… python chat_loop.py http://127.0.0.1:8000 'What time is it, and what does valve K-12 do?'

The token needs the scopes tools and answers; chat.md beside this file says what to switch on. Tried by the tests of
Lumasite against a running server and a scripted provider, with requests 2.32 and later.
"""

import inspect
import json
import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import requests
from bot_client import link, plain

#: One turn of Luma takes 45 seconds at most, and what a search takes besides.
SECONDS = 60
#: Turns until the tools have to come to an end; Luma stops by herself after four rounds.
TURNS = 5
#: Bytes of the 64 KiB of a request that older messages may take; the rest is for what Luma finds and says.
KEPT = 32 * 1024
CLOCK = {
    "type": "function",
    "function": {
        "name": "clock",
        "description": "Tells the time in UTC.",
        "parameters": {"type": "object", "properties": {}},
    },
}
Tools = dict[str, Callable[..., str]]


def converse(site: str, token: str, messages: list[dict[str, Any]], *, pilgrim: str, tools: Tools) -> dict[str, Any]:
    """Luma's last answer, or a problem with `error`, `code`, `retryable`; raises requests.RequestException.

    `messages` ends with what the pilgrim says; what was said since is added to it, and what is too old taken out.
    """
    messages[:] = recent(messages)
    for _ in range(TURNS):
        answer = _turn(site, token, {"messages": messages, "tools": [CLOCK], "pilgrim": pilgrim})
        messages += answer.get("messages", [])
        messages += [_result(call, tools) for call in answer.get("tool_calls", [])]
        if not answer.get("tool_calls"):
            return answer
    return answer


def recent(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Your own first words, and the newest turns, each from a message of the user on, as far as they leave room."""
    turns = [place for place, one in enumerate(messages) if one["role"] == "user"]
    fitting = [place for place in turns if len(json.dumps(messages[place:])) <= KEPT]
    own = [one for one in messages[:1] if one["role"] == "system"]
    return own + messages[min(fitting, default=turns[-1]) :]


def message(answer: dict[str, Any]) -> str:
    """What to show: the text, every inscription behind it with its link, and who wrote it.

    Nothing in it calls anybody, and only links of inscriptions are links. It may be longer than your chat takes.
    """
    if "error" in answer:
        return str(plain(answer["error"]))
    links = [f"- {plain(one['title'])}: {link(one['url'])}" for one in answer["inscriptions"]]
    return "\n".join([plain(answer["text"]), "", *links, plain(answer["label"])])


def clock() -> str:
    """The tool of this sample."""
    return datetime.now(UTC).isoformat(timespec="minutes")


def _turn(site: str, token: str, body: dict[str, Any]) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {token}"}
    answer = requests.post(f"{site}/api/v1/chat", json=body, headers=headers, timeout=SECONDS)
    return dict(answer.json())


def _result(call: dict[str, Any], tools: Tools) -> dict[str, Any]:
    """What one of our tools says. A call after archive text may have been put into the model's mouth by that text.

    So nothing that changes or tells anything may run here without asking the person first.
    """
    function = call["function"]
    harmless = function["name"] in ("clock",)
    if call["after_archive_text"] and not harmless:
        said = "Refused: not after texts of the archive."
    else:
        said = _said(tools[function["name"]], json.loads(function["arguments"]))
    return {"role": "tool", "tool_call_id": call["id"], "content": said}


def _said(tool: Callable[..., str], arguments: dict[str, Any]) -> str:
    # Models make arguments up; told so, they try again.
    try:
        inspect.signature(tool).bind(**arguments)
    except TypeError:
        return "Refused: the tool takes other arguments."
    return tool(**arguments)


if __name__ == "__main__":
    asked = [{"role": "user", "content": sys.argv[2]}]
    found = converse(sys.argv[1], os.environ["LUMASITE_TOKEN"], asked, pilgrim="console", tools={"clock": clock})
    print(message(found))
