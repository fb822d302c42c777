"""Bytes in the database: they come back as they were, or not at all, and nobody waits for them."""

import hashlib
import os
import zlib
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from codex.models import ArchiveChunk, ArchiveSnapshot
from codex.store import chunks

pytestmark = pytest.mark.django_db
DATA = os.urandom(2 * chunks.SIZE + 5)
DIGEST = hashlib.sha256(DATA).hexdigest()


def stored() -> bytes | None:
    return chunks.read(DIGEST, len(DATA))


@pytest.mark.parametrize("size", [0, 1, chunks.SIZE - 1, chunks.SIZE, chunks.SIZE + 1, 2 * chunks.SIZE])
def test_bytes_come_back_as_they_were(size: int) -> None:
    digest = hashlib.sha256(DATA[:size]).hexdigest()
    chunks.write(digest, DATA[:size])
    assert chunks.read(digest, size) == DATA[:size]
    assert ArchiveChunk.objects.count() == -(-size // chunks.SIZE)


@pytest.mark.parametrize(
    "packed",
    [
        b"",
        b"\0nonsense",
        zlib.compress(DATA[: chunks.SIZE])[:-5],
        zlib.compress(DATA[: chunks.SIZE - 1] + b" "),
        zlib.compress(bytes(50_000_000)),
        zlib.compress(b""),
    ],
    ids=["empty", "nonsense", "cut", "changed", "bomb", "nothing"],
)
def test_a_damaged_chunk_makes_all_unreadable_and_all_are_written_anew(packed: bytes) -> None:
    chunks.write(DIGEST, DATA)
    ArchiveChunk.objects.filter(number=1).update(packed=packed)
    assert stored() is None
    chunks.write(DIGEST, DATA)
    assert stored() == DATA


def test_a_missing_chunk_makes_all_unreadable() -> None:
    chunks.write(DIGEST, DATA)
    ArchiveChunk.objects.filter(number=1).delete()
    assert stored() is None


def test_more_than_was_promised_is_not_read() -> None:
    chunks.write(DIGEST, DATA)
    assert chunks.read(DIGEST, len(DATA) - 1) is None


def test_a_writing_that_broke_off_is_taken_up_where_it_ended() -> None:
    chunks.write(DIGEST, DATA)
    first = ArchiveChunk.objects.get(number=0)
    ArchiveChunk.objects.filter(number__gt=0).delete()
    chunks.write(DIGEST, DATA)
    assert stored() == DATA
    assert ArchiveChunk.objects.get(number=0).written_at == first.written_at


@pytest.mark.django_db(transaction=True)
def test_each_chunk_is_written_in_a_transaction_of_its_own() -> None:
    def full(execute: Any, sql: str, parameters: Any, *args: Any) -> Any:
        """A disk that takes no second chunk."""
        if sql.startswith("INSERT") and 1 in parameters:
            raise OperationalError("database or disk is full")
        return execute(sql, parameters, *args)

    with connection.execute_wrapper(full), pytest.raises(OperationalError):
        chunks.write(DIGEST, DATA)
    assert list(ArchiveChunk.objects.values_list("number", flat=True)) == [0]


def test_what_nobody_claims_goes_when_it_is_old() -> None:
    for digest in ("claimed", "new", "old"):
        ArchiveChunk.objects.create(digest=digest, number=0, packed=b"x")
    ArchiveSnapshot.objects.create(index_url="https://lore.org/i.json", digest="claimed")
    ArchiveChunk.objects.exclude(digest="new").update(written_at=timezone.now() - timedelta(hours=2))
    chunks.drop_unclaimed()
    assert set(ArchiveChunk.objects.values_list("digest", flat=True)) == {"claimed", "new"}
