"""The doctor's look at the database and the cache."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import Error, connection
from django.db.models import Max

from codex.deployment.findings import Finding, mend, note, ok
from codex.health.readiness import cache_answers, lacks_migrations
from codex.models import ArchiveSnapshot, CodexSettings

#: How far two clocks may differ: limits of a day and leases of seconds depend on them.
_SKEW: Final = 2.0
_NAMES: Final = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def look_at_database() -> Iterator[Finding]:
    """Reached, written to, up to date, and of one time with this host."""
    try:
        connection.ensure_connection()
        name, migrations = _name(), lacks_migrations()
    except Error:
        hint = "Check DATABASE_URL, that the server runs, and that it lets this host and user in."
        yield mend("database", "It cannot be reached.", hint)
        return
    yield ok("database", f"{name} answers.")
    if migrations:
        yield mend("migrations", "The database lacks migrations of this version.", "Run: manage.py migrate")
        return
    yield ok("migrations", "The database is up to date.")
    yield _written()
    yield _clock()


def look_at_cache() -> Iterator[Finding]:
    """Shared where there are several processes, and answering."""
    backend: str = settings.CACHES["default"]["BACKEND"]
    if "locmem" in backend:
        hint = "Right for one process; with more, or with more hosts, set CACHE_URL to a Redis."
        yield note("cache", "Bursts are counted in the process's own memory.", hint)
    elif cache_answers():
        yield ok("cache", "Redis answers.")
    else:
        hint = "Check CACHE_URL and that Redis runs; searches go on meanwhile, bursts are not limited."
        yield mend("cache", "It cannot be reached.", hint)


def _name() -> str:
    version = ".".join(str(part) for part in connection.get_database_version())
    return f"{_NAMES.get(connection.vendor, connection.vendor)} {version}"


def _written() -> Finding:
    try:
        CodexSettings.objects.filter(pk=0).update(pause_search=False)
    except Error:
        hint = "A read-only standby, a full disk or a long lock refuses every search; counts must be written."
        return mend("database", "It cannot be written to.", hint)
    return ok("database", "It can be written to.")


def _clock() -> Finding:
    ahead = _seconds_ahead()
    if abs(ahead) > _SKEW:
        told = f"This host's clock is {abs(ahead):,.0f} seconds {'ahead' if ahead > 0 else 'behind'}."
        return mend("clock", told, "Have the host's time set by NTP; the day of limits and leases depend on it.")
    return ok("clock", "It agrees with what the database knows.")


def _seconds_ahead() -> float:
    """How far this host's clock is ahead of the server's; of SQLite, how far it is behind what was written before."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            begun = time.time()
            cursor.execute("SELECT extract(epoch FROM clock_timestamp())::float8")
            row: Any = cursor.fetchone()
        return (begun + time.time()) / 2 - float(row[0])
    last = ArchiveSnapshot.objects.aggregate(last=Max("checked_at"))["last"]
    behind = (last - datetime.now(UTC)) if last else timedelta()
    return -max(0.0, behind.total_seconds())
