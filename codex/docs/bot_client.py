"""A bot's client for Lumasite, on `requests` alone: copy this file into your bot.

    pip install requests
    LUMASITE_TOKEN=luma_… python bot_client.py http://127.0.0.1:8000 'slow valve'

What it gives is ready for a chat: mentions, links and marks in texts from the archive reach nobody and format nothing.
Tried by the tests of Lumasite on scripted answers and against a running server, with requests 2.32 and later.
"""

import os
import re
import sys
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import requests

#: A chat message of Discord holds 2,000 characters, one of Telegram 4,096.
LONGEST = 2_000
#: Characters of a title and of a summary that are shown.
TITLE, SUMMARY = 200, 300
SECONDS = 15
SORRY = "The archive cannot be asked at the moment."
TOO_LONG = "What was found does not fit into a message."
STALE = "(The archive could not be read lately; this is its last good copy.)"
#: What Discord, Telegram and Matrix take for more than text.
_MARKS = re.compile(r"([\\`*_{}\[\]()<>#~|])")
#: What they take for the name of a host: discord.gg/x is a link there.
_DOT = re.compile(r"(?<=\w)\.(?=\w)")
_BREAK = "\u200b"
_IN_LINKS = "/:?#[]!$&'()*+,;=%~"


@dataclass(frozen=True)
class Lumasite:
    """Where the archive is asked, and the bot's token."""

    site: str
    token: str

    def search(self, words: str, *, pilgrim: str, lang: str = "en") -> dict[str, Any]:
        """What the archive answers, or `{"error", "code", "retryable"}`; raises nothing.

        `pilgrim` is any lasting id of the person who asks: each has a limit of their own.
        """
        return self._call("codex_search", {"query": words, "lang": lang}, pilgrim)

    def tools(self, *, dialect: str = "compatible") -> list[dict[str, Any]]:
        """The tools to put into a chat call; none while they are switched off or out of reach."""
        answer = self._ask("GET", f"/api/v1/tools?dialect={dialect}")
        return list(answer.get("tools", []))

    def carry_out(self, call: dict[str, Any], *, pilgrim: str) -> dict[str, Any]:
        """What to hand back to the model for its tool call, which goes on as it came."""
        return self._ask("POST", "/api/v1/tools/call", json=call | {"pilgrim": pilgrim})

    def left(self, *, pilgrim: str) -> dict[str, Any]:
        """How much this person may still ask today."""
        return self._ask("GET", "/api/v1/quota", headers={"X-Codex-User": pilgrim})

    def _call(self, name: str, arguments: dict[str, Any], pilgrim: str) -> dict[str, Any]:
        return self.carry_out({"function": {"name": name, "arguments": arguments}}, pilgrim=pilgrim)

    def _ask(self, method: str, path: str, *, headers: dict[str, str] | None = None, **more: Any) -> dict[str, Any]:
        sent = {"Authorization": f"Bearer {self.token}"} | (headers or {})
        try:
            answer = requests.request(method, self.site + path, headers=sent, timeout=SECONDS, **more)
            body = answer.json()
        except (requests.RequestException, ValueError):
            body = None
        # Also what is refused is an object with error, code and retryable; anything else came from something between.
        return body if isinstance(body, dict) else {"error": SORRY, "code": "unreachable", "retryable": True}


def message(found: dict[str, Any]) -> str:
    """What a search found, or why it did not, as one chat message."""
    if "error" in found:
        return plain(found["error"])
    lines = [_line(hit) for hit in found["results"]] or ["Nothing was found."]
    while len("\n".join([*lines, STALE])) > LONGEST:
        lines.pop()  # a link that is cut short leads nowhere
    notice = [STALE] if found.get("stale_since") else []
    return "\n".join([*(lines or [TOO_LONG]), *notice])


def plain(text: str) -> str:
    """Text that calls nobody and formats nothing: @everyone, <@1>, **bold**, [a](b) and bare links stay words."""
    marked = _MARKS.sub(r"\\\1", text)
    marked = _DOT.sub(f".{_BREAK}", marked)
    return marked.replace("@", f"@{_BREAK}").replace("://", f":{_BREAK}//")


def link(url: str) -> str:
    """The url of an inscription as a link, without a preview; the site has checked that it leads to the archive."""
    return f"<{quote(url, safe=_IN_LINKS)}>"


def _line(hit: dict[str, Any]) -> str:
    return f"{plain(hit['title'][:TITLE])}: {plain(hit['summary'][:SUMMARY])} {link(hit['url'])}"


if __name__ == "__main__":
    luma = Lumasite(sys.argv[1], os.environ["LUMASITE_TOKEN"])
    print(message(luma.search(sys.argv[2], pilgrim="console")))
