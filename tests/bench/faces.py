"""What one visitor of the load asks, by face; each returns the last answer, good or bad."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import quote

import requests

from tests.bench.corpus import queries
from tests.codex.mcp_talk import message

#: Longer than a site that keeps to its own deadlines takes.
PATIENCE = 60
#: More than any cache of the site holds.
QUERIES = queries(4_000)
PILGRIMS = 50_000
ADDRESSES = 200_000
INSCRIPTIONS = 1_200
HOME = "https://binaric.tech"
TONGUES = ("en", "de", "eo", "no", "uk")


@dataclass(frozen=True, slots=True)
class Visitor:
    """A connection, the site, and what this visitor picks by chance."""

    session: requests.Session
    url: str
    chance: random.Random
    token: str

    def get(self, path: str, *, bot: bool = False) -> requests.Response:
        """One GET."""
        return self.session.get(self.url + path, headers=self._headers(bot=bot), timeout=PATIENCE)

    def post(self, path: str, body: object, headers: dict[str, str]) -> requests.Response:
        """One POST of JSON."""
        return self.session.post(self.url + path, json=body, headers=headers, timeout=PATIENCE)

    def bot(self) -> dict[str, str]:
        """The headers of a bot that asks for one pilgrim of many."""
        return self._headers(bot=True)

    def _headers(self, *, bot: bool) -> dict[str, str]:
        number = self.chance.randrange(ADDRESSES)
        address = f"100.{64 + number // 65_536}.{number // 256 % 256}.{number % 256}"
        common = {"X-Forwarded-For": address, "Accept-Language": "en"}
        pilgrim = f"pilgrim-{self.chance.randrange(PILGRIMS)}"
        return common | ({"Authorization": f"Bearer {self.token}", "X-Codex-User": pilgrim} if bot else {})

    def query(self) -> tuple[str, str]:
        """Some words, and their tongue."""
        return self.chance.choice(QUERIES)

    def link(self) -> str:
        """The link of some inscription of `corpus.entries`."""
        number = self.chance.randrange(INSCRIPTIONS)
        return f"{HOME}/{TONGUES[number % 5]}/inscription-{number}/"


def browse(visitor: Visitor) -> requests.Response:
    """A page of results, or one of the others."""
    words, lang = visitor.query()
    page = f"/search?q={quote(words)}&lang={lang}"
    return visitor.get(visitor.chance.choice(["/", "/collections", page, page, page]))


def read(visitor: Visitor) -> requests.Response:
    """A reading page."""
    return visitor.get(f"/read?url={quote(visitor.link(), safe='')}")


def suggest(visitor: Visitor) -> requests.Response:
    """Titles while one types."""
    words, lang = visitor.query()
    return visitor.get(f"/suggest?q={quote(words[:4])}&lang={lang}")


def search(visitor: Visitor) -> requests.Response:
    """A search of a bot."""
    words, lang = visitor.query()
    return visitor.get(f"/api/v1/search?q={quote(words)}&lang={lang}", bot=True)


def tool(visitor: Visitor) -> requests.Response:
    """A tool call as a model writes it."""
    call = {"function": {"name": "codex_search", "arguments": f'{{"query": "{visitor.query()[0]}"}}'}}
    return visitor.post("/api/v1/tools/call", call, visitor.bot())


def mcp(visitor: Visitor) -> requests.Response:
    """A call of an agent."""
    words, lang = visitor.query()
    call = message("tools/call", {"name": "codex_search", "arguments": {"query": words, "lang": lang}})
    return visitor.post("/mcp", call, visitor.bot() | {"Accept": "application/json, text/event-stream"})


def answer(visitor: Visitor) -> requests.Response:
    """An answer from the preview to its end; one that is still waited for after all that time is no answer."""
    headers, asked = visitor.bot(), {"question": "Why?", "sources": [{"url": visitor.link()}]}
    told = visitor.post("/api/v1/answers/preview", asked, headers)
    if not told.ok:
        return told
    told = visitor.post("/api/v1/answers", {"token": told.json()["token"]}, headers)
    deadline = time.monotonic() + PATIENCE
    while told.ok and told.json()["state"] == "sending":
        if time.monotonic() > deadline:
            raise requests.Timeout
        time.sleep(0.25)
        where = f"{visitor.url}/api/v1/answers/{told.json()['id']}"
        told = visitor.session.get(where, headers=headers, timeout=PATIENCE)
    return told


FACES: dict[str, Callable[[Visitor], requests.Response]] = {
    "browse": browse,
    "read": read,
    "suggest": suggest,
    "search": search,
    "tool": tool,
    "mcp": mcp,
    "answer": answer,
}
WEIGHTS = (25, 15, 20, 20, 8, 7, 5)
