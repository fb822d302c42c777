"""The whole look at a deployment, in the order in which things are mended."""

from collections.abc import Callable, Iterable, Iterator

from django.db import Error, connection

from codex.deployment.files import look_at_files
from codex.deployment.findings import Finding
from codex.deployment.outside import look_at_archive, look_at_mail, look_at_proxies, look_at_settings
from codex.deployment.storage import look_at_cache, look_at_database

Look = Callable[[], Iterable[Finding]]


def examine(*, offline: bool = False) -> Iterator[Finding]:
    """Every finding; `offline` leaves out what other machines are asked for: mail and the archive's site."""
    yield from look_at_files()
    found = list(look_at_database())
    yield from found
    is_usable = all(one.level != "mend" for one in found if one.subject != "clock")
    yield from look_at_cache()
    yield from look_at_proxies()
    if not is_usable:
        return  # what follows reads the database
    for look in (look_at_settings, *(() if offline else (look_at_mail, look_at_archive))):
        yield from _looked(look)


def _looked(look: Look) -> Iterator[Finding]:
    try:
        yield from look()
    except Error:
        connection.close()
        yield Finding("mend", "database", "It failed while it was looked at.", "Run this again.")
