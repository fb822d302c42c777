"""The last good archive in the database, one row per index URL, shared by every process and host (CDX-02).

Search works without it: where the database cannot be read or written, that is logged and the archive in memory goes on.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import Error, transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from codex.core.options import CodexOptions
from codex.models import ArchiveSnapshot
from codex.store import chunks
from codex.store.edition import SOURCES, Copy, Label

logger = logging.getLogger(__name__)
_UNREADABLE: Final = "The stored archive could not be read from the database."
_UNWRITTEN: Final = "The archive could not be stored in the database; it is searched from memory."
#: No lease is longer than this; one that seems to be was written by a clock that runs ahead.
_LONGEST_LEASE: Final = timedelta(seconds=120)
_CONFIRMED: Final[dict[str, Any]] = {"failure": "", "failed_at": None, "leased_until": None}


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """A stored copy and how asking for a newer one has gone since."""

    copy: Copy
    failed_at: datetime | None
    tried_at: datetime | None
    failure: str


def facts(url: str) -> ArchiveSnapshot | None:
    """The row; None when there is none or the database fails."""
    with _logged(_UNREADABLE):
        return _rows(url).first()
    return None


def label_of(row: ArchiveSnapshot, max_bytes: int) -> Label | None:
    """What is known of the row's bytes; None when it has none, or more than `codex-max-bytes`."""
    source = next((source for source in SOURCES if source == row.source), None)
    within = row.size_bytes <= max_bytes or source == "sample"
    if not (within and row.digest) or source is None or row.fetched_at is None or row.checked_at is None:
        return None
    return Label(
        digest=row.digest,
        source=source,
        size_bytes=row.size_bytes,
        wire_bytes=row.wire_bytes,
        etag=row.etag,
        last_modified=row.last_modified,
        fetched_at=row.fetched_at,
        checked_at=row.checked_at,
    )


def stored(options: CodexOptions) -> Stored | None:
    """The copy kept for the index URL; None when there is none, it is broken, or it is over `codex-max-bytes`."""
    with _logged(_UNREADABLE):
        row = _rows(options.codex_index_url).first()
        return _stored(row, options.codex_max_bytes) if row else None
    return None


def lease(url: str, now: datetime, *, seconds: float, seize: bool = False) -> bool:
    """Claim the right to ask the origin, in one conditional update; False when another process holds it."""
    free = Q(leased_until=None) | Q(leased_until__lt=now) | Q(leased_until__gt=now + _LONGEST_LEASE)
    with _logged(_UNWRITTEN), transaction.atomic():
        ArchiveSnapshot.objects.get_or_create(index_url=url)
        rows = _rows(url) if seize else _rows(url).filter(free)
        return bool(rows.update(leased_until=now + timedelta(seconds=seconds)))
    return True  # a process that cannot see the others asks for itself


def release(url: str) -> None:
    """End the lease without having asked."""
    with _logged(_UNWRITTEN), transaction.atomic():
        _rows(url).update(leased_until=None)


def save(url: str, copy: Copy) -> None:
    """Store a new copy in place of the old one, and end the lease."""
    with _logged(_UNWRITTEN):
        before = _rows(url).first()
        chunks.write(copy.digest, copy.data)
        with transaction.atomic():
            ArchiveSnapshot.objects.update_or_create(index_url=url, defaults=_columns(copy))
        if before and before.digest != copy.digest:
            _drop(before.digest)


def offer(options: CodexOptions, copy: Copy) -> bool:
    """Store a copy only where none can be read; says whether it was stored."""
    with _logged(_UNWRITTEN), transaction.atomic():
        row, _ = ArchiveSnapshot.objects.get_or_create(index_url=options.codex_index_url)
        if _stored(row, options.codex_max_bytes):
            return False
        chunks.write(copy.digest, copy.data)
        # The digest just seen, so that a copy stored meanwhile by another process is left alone.
        rows = ArchiveSnapshot.objects.filter(pk=row.pk, digest=row.digest)
        return bool(rows.update(**_columns(copy) | {"failure": row.failure, "failed_at": row.failed_at}))
    return False


def confirm(url: str, copy: Copy | None, now: datetime, *, digest: str) -> None:
    """Note that the origin confirmed these bytes, with new validators when it sent any; ends the lease.

    Other bytes, stored by another process meanwhile, are not confirmed by that.
    """
    validators = {"etag": copy.etag, "last_modified": copy.last_modified} if copy else {}
    with _logged(_UNWRITTEN), transaction.atomic():
        _rows(url).filter(digest=digest).update(**_CONFIRMED, **validators, checked_at=now, tried_at=now)
        _rows(url).exclude(digest=digest).update(leased_until=None)


def fail(url: str, code: str, now: datetime) -> None:
    """Note a failure, and since when there have been failures; ends the lease."""
    with _logged(_UNWRITTEN), transaction.atomic():
        _rows(url).update(failure=code, failed_at=Coalesce("failed_at", now), tried_at=now, leased_until=None)


def _columns(copy: Copy) -> dict[str, Any]:
    return {
        **_CONFIRMED,
        "source": copy.source,
        "digest": copy.digest,
        "size_bytes": len(copy.data),
        "wire_bytes": copy.wire_bytes,
        "etag": copy.etag,
        "last_modified": copy.last_modified,
        "fetched_at": copy.fetched_at,
        "checked_at": copy.checked_at,
        "tried_at": copy.checked_at,
    }


def _stored(row: ArchiveSnapshot, max_bytes: int) -> Stored | None:
    copy = _copy(row, max_bytes)
    return Stored(copy=copy, failed_at=row.failed_at, tried_at=row.tried_at, failure=row.failure) if copy else None


def _copy(row: ArchiveSnapshot, max_bytes: int) -> Copy | None:
    label = label_of(row, max_bytes)
    data = chunks.read(label.digest, label.size_bytes) if label else None
    if label is None or data is None:
        return None
    return Copy(
        data=data,
        source=label.source,
        wire_bytes=label.wire_bytes,
        etag=label.etag,
        last_modified=label.last_modified,
        fetched_at=label.fetched_at,
        checked_at=label.checked_at,
    )


def _drop(digest: str) -> None:
    """Delete bytes that no archive has any more."""
    if not ArchiveSnapshot.objects.filter(digest=digest).exists():
        chunks.drop(digest)
    chunks.drop_unclaimed()


def _rows(url: str) -> QuerySet[ArchiveSnapshot]:
    return ArchiveSnapshot.objects.filter(index_url=url)


@contextmanager
def _logged(sentence: str) -> Iterator[None]:
    try:
        yield
    except Error:
        logger.warning(sentence)
