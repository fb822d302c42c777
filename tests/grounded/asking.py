"""Requests, endpoints and clients for the tests of answers."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from grounded.core.chat import AiClient, AiConfig
from grounded.core.question import AiMode, AiRequest, AiSource
from tests.grounded.replies import wrote
from tests.scripts import replying
from tests.servers import Handler, Server, serving

KEY = "sk-incense-and-oil-0412"
MODEL = "forge-mini"
TEXT = "The Brass Choir keeps seven bells."


def source(number: int = 1, **changes: Any) -> AiSource:
    """A source within all bounds."""
    fields: dict[str, Any] = {"id": f"s{number}", "title": f"Roll {number}", "text": TEXT}
    return AiSource(**fields | changes)


def question(text: str = "How many bells?", *, sources: tuple[AiSource, ...] = (), **changes: Any) -> AiRequest:
    """A question to two sources, or to these."""
    return AiRequest(AiMode.QUESTION, text, sources or (source(1), source(2)), **changes)


def answering(body: bytes = wrote("Seven bells [s1].", ["s1"]), status: int = 200) -> Handler:
    """An endpoint that always says this."""
    return replying(status, body, {"Content-Type": "application/json"})


def client_for(server: Server, *, key: str | None = KEY, seconds: float = 20, **config: Any) -> AiClient:
    """A client of a test's server."""
    return AiClient(AiConfig(f"{server.url}/v1", MODEL, key, **config), seconds=seconds)


@contextmanager
def endpoint(handler: Handler | None = None, **options: Any) -> Iterator[tuple[Server, AiClient]]:
    """A served endpoint and a client of it."""
    with serving(handler or answering()) as server:
        yield server, client_for(server, **options)
