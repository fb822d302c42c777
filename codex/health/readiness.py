"""Whether this process can answer searches now, in fixed words, for load balancers and operators."""

import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import Error

from codex.callers import cache_errors
from codex.core.errors import CodexError
from codex.live import options
from codex.models import CodexSettings
from codex.seldom import Seldom
from codex.shelf import shelf
from codex.store.edition import Edition

#: What is wrong: those that keep a process from searching, then those that a search goes on without.
SENTENCES: Final = {
    "database_unavailable": "The database cannot be read and written.",
    "migrations_missing": "The database lacks migrations of this version; run manage.py migrate.",
    "archive_missing": "No archive is in memory yet.",
    "archive_too_old": "The archive's site has failed for longer than codex-stale-if-error allows.",
    "archive_stale": "The archive is older than codex-cache-ttl and could not be confirmed.",
    "archive_sample": "The bundled sample stands in for the archive.",
    "cache_unavailable": "The cache cannot be reached; bursts are not limited.",
}
#: Searches go on in spite of these.
WARNINGS: Final = frozenset({"archive_stale", "archive_sample", "cache_unavailable"})
#: Seconds for which a finding holds, so that nobody can keep the database busy by asking.
LASTS: Final = 1.0


@dataclass(frozen=True, slots=True)
class Readiness:
    """What was found, as codes of `SENTENCES`, and facts about the archive."""

    found: tuple[str, ...]
    archive: dict[str, Any] = field(default_factory=dict)

    @property
    def is_ready(self) -> bool:
        """Whether searches can be answered."""
        return set(self.found) <= WARNINGS

    def as_dict(self) -> dict[str, Any]:
        """The body of /readyz."""
        reasons = [{"code": code, "reason": SENTENCES[code]} for code in self.found if code not in WARNINGS]
        warnings = [{"code": code, "reason": SENTENCES[code]} for code in self.found if code in WARNINGS]
        return {"ready": self.is_ready, "reasons": reasons, "warnings": warnings, "archive": self.archive}


class Inspector:
    """Looks at most once a second, whoever asks; `clock` gives seconds."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._last: tuple[Readiness, float] | None = None
        self._is_migrated = False
        self._may_fetch = Seldom(5)

    def look(self) -> Readiness:
        """The readiness, at most a second old."""
        with self._lock:
            if self._last is None or self._clock() - self._last[1] >= LASTS:
                self._last = self._found(), self._clock()
            return self._last[0]

    def forget(self) -> None:
        """Look anew at the next call."""
        with self._lock:
            self._last, self._is_migrated = None, False
            self._may_fetch.forget()

    def _found(self) -> Readiness:
        codes = [*self._database(), *self._archive(), *_cache()]
        edition = shelf.held
        return Readiness(tuple(codes), _facts(edition) if edition else {})

    def _database(self) -> Iterator[str]:
        try:
            if not self._is_migrated and lacks_migrations():
                yield "migrations_missing"
                return
            self._is_migrated = True
            # Changes nothing, and yet fails where the database is away, locked, full or read-only.
            CodexSettings.objects.filter(pk=0).update(pause_search=False)
        except (DatabaseError, Error, OSError):
            yield "database_unavailable"

    def _archive(self) -> Iterator[str]:
        edition = shelf.held
        with suppress(Error):
            if edition is None:
                self._fetch()
                yield "archive_missing"
            elif not shelf.is_answering(options()):
                self._fetch()
                yield "archive_too_old"
            elif edition.source == "sample":
                yield "archive_sample"
            elif edition.stale_since:
                yield "archive_stale"

    def _fetch(self) -> None:
        """Try to get an archive in the background: whoever balances the load sends nobody who would make us try."""
        if self._may_fetch.is_due():
            threading.Thread(target=_try_archive, name="codex-readiness", daemon=True).start()


def lacks_migrations() -> bool:
    """Whether this version knows migrations that the database lacks (raises DatabaseError)."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def cache_answers() -> bool:
    """Whether the cache keeps what it is given."""
    key = f"readiness-{secrets.token_hex(8)}"
    try:
        cache.set(key, 1, 10)
        return bool(cache.get(key) == 1)
    except cache_errors():
        return False
    finally:
        with suppress(*cache_errors()):
            cache.delete(key)


def _cache() -> Iterator[str]:
    if not cache_answers():
        yield "cache_unavailable"


def _facts(edition: Edition) -> dict[str, Any]:
    return {
        "source": edition.source,
        "inscriptions": edition.inscriptions,
        "age_seconds": max(0, int((datetime.now(UTC) - edition.checked_at).total_seconds())),
        "stale_since": edition.stale_since.isoformat() if edition.stale_since else None,
    }


def _try_archive() -> None:
    try:
        with suppress(CodexError, Error, OSError):
            shelf.current(options())
    finally:
        connection.close()


#: This process's.
inspector: Final = Inspector()
