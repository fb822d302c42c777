"""An archive's bytes in the database, in chunks: nobody who counts a search waits long for whoever writes them.

In one row, a large archive would be written anew, under the database's one lock, whenever anything about it changes.
"""

import hashlib
import zlib
from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from django.utils import timezone

from codex.models import ArchiveChunk, ArchiveSnapshot

#: Bytes of an archive in one chunk, and how hard they are packed: a tenth larger, a quarter of the time.
SIZE: Final = 1_000_000
_LEVEL: Final = 1
#: Chunks that no archive claims belong to a process that is still writing, unless they are as old as this.
_ORPHANED: Final = timedelta(hours=1)


def write(digest: str, data: bytes) -> None:
    """Keep the bytes under their digest, each chunk in a transaction of its own; what is there already is left."""
    there = set(_of(digest))
    for number, start in enumerate(range(0, len(data), SIZE)):
        if number not in there:
            packed = zlib.compress(memoryview(data)[start : start + SIZE], _LEVEL)
            chunk = ArchiveChunk(digest=digest, number=number, packed=packed)
            ArchiveChunk.objects.bulk_create([chunk], ignore_conflicts=True)


def read(digest: str, size: int) -> bytes | None:
    """The bytes of that digest and size; None when any is missing or damaged, and then the rest is deleted too."""
    data = b"".join(_parts(digest, size))
    if len(data) == size and hashlib.sha256(data).hexdigest() == digest:
        return data
    drop(digest)  # else whoever reads the archive anew would leave them as they are
    return None


def drop(digest: str) -> None:
    """Delete the bytes, chunk by chunk."""
    for number in list(_of(digest)):
        ArchiveChunk.objects.filter(digest=digest, number=number).delete()


def drop_unclaimed() -> None:
    """Delete what a process left that ended while it wrote."""
    claimed = ArchiveSnapshot.objects.values("digest")
    old = ArchiveChunk.objects.filter(written_at__lt=timezone.now() - _ORPHANED).exclude(digest__in=claimed)
    for digest in list(old.values_list("digest", flat=True).distinct()):
        drop(digest)


def _of(digest: str) -> Iterator[int]:
    return iter(ArchiveChunk.objects.filter(digest=digest).values_list("number", flat=True))


def _parts(digest: str, size: int) -> Iterator[bytes]:
    """One chunk after the other, up to the first that is damaged or too much."""
    rows = ArchiveChunk.objects.filter(digest=digest).order_by("number").values_list("packed", flat=True)
    for packed in rows.iterator(chunk_size=4):
        part = _unpacked(bytes(packed))
        size -= len(part)
        if not part or size < 0:
            return
        yield part


def _unpacked(packed: bytes) -> bytes:
    """One chunk, and never more than one may hold; empty when it is damaged."""
    unpacker = zlib.decompressobj()
    try:
        part = unpacker.decompress(packed, SIZE + 1)
    except zlib.error:
        return b""
    return part if unpacker.eof and len(part) <= SIZE else b""
