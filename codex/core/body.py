"""Reading a body under two caps, on the wire and unpacked (SEC-02)."""

import zlib
from collections.abc import Iterable, Iterator
from typing import Final

from codex.core.errors import FetchError

# 16 + MAX_WBITS: zlib's way of saying "a gzip member, header and checksum included".
_GZIP: Final = 31


def read_body(chunks: Iterable[bytes], *, max_bytes: int, gzipped: bool) -> tuple[bytes, int]:
    """The body and its size on the wire, neither above `max_bytes`.

    Raises FetchError: fetch_too_large, fetch_encoding.
    """
    wire = b"".join(_capped(chunks, max_bytes))
    return _inflate(wire, max_bytes) if gzipped and wire else wire, len(wire)


def _capped(chunks: Iterable[bytes], max_bytes: int) -> Iterator[bytes]:
    room = max_bytes
    for chunk in chunks:
        room -= len(chunk)
        if room < 0:
            raise FetchError("fetch_too_large")
        yield chunk


def _inflate(wire: bytes, max_bytes: int) -> bytes:
    inflate = zlib.decompressobj(_GZIP)
    try:
        # One byte of room above the cap tells full from overlong; what follows the first member is ignored.
        body = inflate.decompress(wire, max_bytes + 1)
    except zlib.error:
        raise FetchError("fetch_encoding") from None
    if len(body) > max_bytes:
        raise FetchError("fetch_too_large")
    if not inflate.eof:
        raise FetchError("fetch_encoding")
    return body
