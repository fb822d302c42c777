"""Two hosts of one site: processes with a data folder each, that share PostgreSQL and Redis over wires."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
import redis
import requests

from tests.codex.archives import archive_bytes
from tests.databases import empty_database
from tests.fleet.wires import Wire
from tests.scripts import json_bytes
from tests.servers import Server, serving
from tests.sites import MANAGE, PATIENCE, Site, running


@dataclass(frozen=True)
class Fleet:
    """Both hosts, what they share, the archive's site, and `environment`, which commands need too."""

    one: Site
    other: Site
    database: Wire
    cache: Wire
    origin: Server
    environment: dict[str, str]
    #: Past the wire.
    direct: str

    def search(self, site: Site, **headers: str) -> requests.Response:
        return requests.get(f"{site.url}/api/v1/search?q=lumen", headers=headers, timeout=PATIENCE)

    def searches(self) -> list[int]:
        """The status of a search at each host."""
        return [self.search(site).status_code for site in (self.one, self.other)]

    def forget(self) -> None:
        """Count from the beginning, bursts too."""
        self.ask("DELETE FROM codex_dailyuse")
        with redis.Redis.from_url(self.cache.url) as store:
            store.flushdb()

    def used(self) -> int:
        """How many searches the database counts."""
        return int(self.ask("SELECT coalesce(sum(used), 0) FROM codex_dailyuse"))

    def ask(self, statement: str) -> Any:
        """The one value that a statement gives, if any; asked past the wire."""
        # Whatever the database's default is: a test may have made it read-only.
        writing = "-c default_transaction_read_only=off"
        with psycopg.connect(self.direct, autocommit=True, options=writing) as connection:
            cursor = connection.execute(statement.encode())
            return row[0] if cursor.description and (row := cursor.fetchone()) else None

    def manage(self, *arguments: str) -> str:
        """Run a command on the first host."""
        command = [sys.executable, str(MANAGE), *arguments]
        done = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@contextmanager
def fleet(folder: Path, **more: str) -> Iterator[Fleet]:
    """Start all of it; `more` are variables for every host."""
    where = os.environ.get("LUMASITE_TEST_REDIS") or pytest.skip("LUMASITE_TEST_REDIS names no server")
    with ExitStack() as stack:
        direct = stack.enter_context(empty_database())
        origin = stack.enter_context(serving(json_bytes(archive_bytes("Lumen"), etag='"1"')))
        database, cache = Wire(direct, 5432), Wire(where, 6379)
        stack.callback(database.close)
        stack.callback(cache.close)
        with redis.Redis.from_url(where) as store:
            store.flushdb()
        shared = {
            "DATABASE_URL": database.url,
            "CACHE_URL": cache.url,
            "SECRET_KEY": "shared by all hosts " + "x" * 40,
            "CODEX_ALLOWED_HOSTS": origin.netloc,
            "AI_KEY_SECRET": "shared by all hosts too",
            **more,
        }
        sites = [stack.enter_context(_host(folder, name, shared, origin)) for name in ("one", "other")]
        command = {"PATH": os.environ["PATH"], "LUMASITE_DATA": str(folder / "one" / "data"), **shared}
        yield Fleet(sites[0], sites[1], database, cache, origin, command, direct)


@contextmanager
def _host(folder: Path, name: str, shared: dict[str, str], origin: Server) -> Iterator[Site]:
    home = folder / name
    home.mkdir()
    archive = ("--archive", f"{origin.url}/search-index.json") if name == "one" else ()
    with running(home, "--no-admin", *archive, environment=shared) as site:
        yield site
