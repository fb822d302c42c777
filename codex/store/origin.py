"""Where the archive comes from: one guarded, bounded exchange with its site, or one bounded look at a local file."""

import os
import re
import stat
import time
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from django.conf import settings

from codex.core.errors import ArchiveError, FetchError
from codex.core.fetch import Exchange, fetch
from codex.core.guard import guard_url
from codex.core.options import CodexOptions
from codex.core.resolve import resolve
from codex.store.edition import FILE_SCHEME, Copy, is_file

#: Longer or stranger validators are not worth keeping: the next request is then simply not conditional.
_ETAG: Final = re.compile(r"[\x21-\x7e]{1,512}")
_DATE: Final = re.compile(r"[\x21-\x7e](?:[\x20-\x7e]{0,62}[\x21-\x7e])?")
_MISSING: Final = (404, 410)


@dataclass(frozen=True, slots=True)
class Validators:
    """What the origin said about the copy at hand, for a conditional request."""

    etag: str = ""
    last_modified: str = ""

    @property
    def headers(self) -> tuple[tuple[str, str], ...]:
        """The request headers; none when there is nothing to compare with."""
        pairs = (("If-None-Match", self.etag), ("If-Modified-Since", self.last_modified))
        return tuple(pair for pair in pairs if pair[1])


NOTHING_KNOWN: Final = Validators()


def read(options: CodexOptions, now: datetime, *, known: Validators = NOTHING_KNOWN) -> Copy | None:
    """Read what the index URL names; None when it has not changed (raises GuardError, FetchError, ArchiveError)."""
    if is_file(options.codex_index_url):
        return _read_file(options, now, known=known)
    return _ask(options, now, known=known)


def _ask(options: CodexOptions, now: datetime, *, known: Validators) -> Copy | None:
    deadline = time.monotonic() + options.codex_timeout

    def lookup(host: str, port: int) -> tuple[str, ...]:
        return resolve(host, port, seconds=_left(deadline))

    target = guard_url(options.codex_index_url, resolver=lookup, allowed_hosts=settings.CODEX_ALLOWED_HOSTS)
    headers = (("Accept", "application/json"), *known.headers)
    exchange = fetch(target, max_bytes=options.codex_max_bytes, seconds=_left(deadline), headers=headers)
    if exchange.status == 304 and known.headers:
        return None
    return _copy(_ok(exchange), now)


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise FetchError("fetch_timeout")
    return left


def _ok(exchange: Exchange) -> Exchange:
    if exchange.status != 200:
        raise FetchError("fetch_missing" if exchange.status in _MISSING else "fetch_status", answered=exchange.status)
    return exchange


def _copy(exchange: Exchange, now: datetime) -> Copy:
    return Copy(
        data=exchange.body,
        source="origin",
        wire_bytes=exchange.wire_bytes,
        etag=_only(_ETAG, exchange.headers.get("etag", "")),
        last_modified=_only(_DATE, exchange.headers.get("last-modified", "")),
        fetched_at=now,
        checked_at=now,
    )


def _only(pattern: re.Pattern[str], value: str) -> str:
    return value if pattern.fullmatch(value) else ""


def _read_file(options: CodexOptions, now: datetime, *, known: Validators) -> Copy | None:
    path = Path(options.codex_index_url.removeprefix(FILE_SCHEME))
    try:
        facts = _regular(path)
        etag = f"{facts.st_mtime_ns}-{facts.st_size}"
        if etag == known.etag:
            return None
        data = _bounded(path, options.codex_max_bytes)
    except (OSError, ValueError):  # ValueError: a path that holds a NUL
        raise ArchiveError("archive_file") from None
    return Copy(
        data=data, source="file", wire_bytes=len(data), etag=etag, last_modified="", fetched_at=now, checked_at=now
    )


def _regular(path: Path) -> os.stat_result:
    facts = path.stat()
    # A pipe or a device could be waited for, or read, for ever.
    if not path.is_absolute() or not stat.S_ISREG(facts.st_mode):
        raise ArchiveError("archive_file")
    return facts


def _bounded(path: Path, max_bytes: int) -> bytes:
    with path.open("rb") as file:
        data = file.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise FetchError("fetch_too_large", size=path.stat().st_size)
    return data
