"""Small archives and a clock for the tests of the shelf and what belongs to it."""

import json
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from codex.core.options import CodexOptions
from codex.core.saved import read
from codex.store.edition import Copy, Edition, edition_from, read_archive
from tests.servers import Handler, Request, Server

NOON = datetime(2030, 5, 1, 12, tzinfo=UTC)


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now

    def advance(self, seconds: float) -> datetime:
        """Let so much time pass."""
        self.now += timedelta(seconds=seconds)
        return self.now


def archive_bytes(*titles: str) -> bytes:
    """An index with one English inscription for each title."""
    entries = [_entry(number, title) for number, title in enumerate(titles)]
    return json.dumps(entries).encode()


def _entry(number: int, title: str) -> dict[str, str]:
    link, summary = f"/en/{number}/", f"All about {title}."
    return {"title": title, "url": link, "summary": summary, "collection": "lore", "content": "x"}


def options_for(server: Server, **changes: Any) -> CodexOptions:
    """Settings that read the archive from a test's server."""
    given: dict[str, Any] = {
        "codex_index_url": f"{server.url}/search-index.json",
        "codex_cache_ttl": 60,
        "codex_timeout": 5,
    } | changes
    return CodexOptions(**given)


def copy_of(data: bytes, **changes: Any) -> Copy:
    """Bytes as if fetched at noon."""
    copy = Copy(
        data=data, source="origin", wire_bytes=len(data), etag='"1"', last_modified="", fetched_at=NOON, checked_at=NOON
    )
    return replace(copy, **changes)


def edition_at_noon(**changes: Any) -> Edition:
    """An edition of one inscription, confirmed at noon."""
    return replace(edition_of(copy_of(archive_bytes("Lumen")), CodexOptions()), **changes)


def titles_of(edition: Edition) -> list[str]:
    """What an edition holds."""
    return [inscription.title for inscription in edition.archive.inscriptions]


def gated(handler: Handler, gate: threading.Event) -> Handler:
    """Answer only once the test opens the gate."""

    def handle(request: Request) -> Iterable[bytes]:
        while not gate.is_set() and not request.pause(0.01):
            pass
        yield from handler(request)

    return handle


def eventually(happened: Callable[[], bool], *, seconds: float = 20) -> bool:
    """Give a background thread time; false when it never happened."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if happened():
            return True
        time.sleep(0.01)
    return False


def edition_of(copy: Copy, options: CodexOptions) -> Edition:
    """Parse and index a copy on the spot (raises ArchiveError)."""
    return edition_from(read(read_archive(copy.data, options), ranking=options.codex_ranking), copy.label, options)
