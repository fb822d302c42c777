"""Exchanges with servers whose names and addresses a test chooses."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from codex.core.errors import FetchError
from codex.core.fetch import Exchange, fetch
from codex.core.guard import Target, guard_url
from tests.certificates import certified, trusting
from tests.servers import Handler, Server, serving

NAME = "codex.example"
MOST = 100_000


def target_for(port: int, *, scheme: str = "https", host: str = NAME, dial: tuple[str, ...] = ("127.0.0.1",)) -> Target:
    """A host that is found at the addresses of `dial`."""
    netloc = f"{host}:{port}"
    return guard_url(f"{scheme}://{netloc}/", allowed_hosts=(netloc,), resolver=lambda host, port: dial)


def get(target: Target, **options: Any) -> Exchange:
    """Fetch, trusting the tests' own authority."""
    limits: dict[str, Any] = {"max_bytes": MOST, "seconds": 20, "verify": trusting()}
    return fetch(target, **(limits | options))


def refusal_of(target: Target, **options: Any) -> str:
    """The code by which a fetch fails."""
    with pytest.raises(FetchError) as refusal:
        get(target, **options)
    return refusal.value.code


@contextmanager
def secured(handler: Handler, *names: str) -> Iterator[Server]:
    """A server with a certificate for these names."""
    with serving(handler, tls=certified(*names)) as server:
        yield server
