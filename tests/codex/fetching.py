"""Fetches as tests make them: from a server on loopback, or from a stand-in for the network."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from codex.core.errors import FetchError
from codex.core.fetch import Exchange, fetch
from codex.core.guard import Target, guard_url
from tests.servers import Handler, Server, serving

MOST = 100_000
SECRET = "sk-very-secret"


def target_for(server: Server, path: str = "/index.json") -> Target:
    """A path of the server, as the guard lets it through."""
    return guard_url(server.url + path, allowed_hosts=(server.netloc,))


def get(server: Server, **options: Any) -> Exchange:
    """Fetch from the server, `MOST` bytes at most."""
    return fetch(target_for(server), **({"max_bytes": MOST, "seconds": 20} | options))


def code_of(handler: Handler, **options: Any) -> str:
    """The code by which a fetch from such a server fails."""
    with serving(handler) as server, pytest.raises(FetchError) as refusal:
        get(server, **options)
    return refusal.value.code


def assert_clean(error: FetchError) -> None:
    """Neither text nor chain may hold what came from outside."""
    assert SECRET not in repr(error) + str(error)
    assert error.__cause__ is None
    assert error.__context__ is None


def mocked(answer: Callable[[httpx.Request], httpx.Response]) -> Exchange:
    """Fetch from a stand-in for the network."""
    target = guard_url("https://1.1.1.1/index.json")
    return fetch(target, max_bytes=MOST, seconds=20, transport=httpx.MockTransport(answer))
