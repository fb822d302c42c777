"""Bodies under two caps (SEC-02): on the wire and unpacked."""

import gzip
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codex.core.body import read_body
from codex.core.errors import FetchError


def code_of(*chunks: bytes, max_bytes: int = 100, gzipped: bool = True) -> str:
    with pytest.raises(FetchError) as refusal:
        read_body(chunks, max_bytes=max_bytes, gzipped=gzipped)
    return refusal.value.code


def in_pieces(data: bytes, size: int) -> Iterator[bytes]:
    return (data[start : start + size] for start in range(0, len(data), size))


@given(st.binary(max_size=300), st.integers(1, 40), st.booleans())
def test_a_body_comes_out_as_it_went_in(body: bytes, size: int, gzipped: bool) -> None:
    wire = gzip.compress(body) if gzipped else body
    assert read_body(in_pieces(wire, size), max_bytes=1000, gzipped=gzipped) == (body, len(wire))


@pytest.mark.parametrize("gzipped", [True, False])
def test_the_cap_itself_is_allowed(gzipped: bool) -> None:
    body = bytes(1000)
    wire = gzip.compress(body) if gzipped else body
    assert read_body([wire], max_bytes=1000, gzipped=gzipped)[0] == body


def test_one_byte_over_the_cap_on_the_wire() -> None:
    assert code_of(bytes(60), bytes(41), gzipped=False) == "fetch_too_large"


def test_one_byte_over_the_cap_unpacked() -> None:
    assert code_of(gzip.compress(bytes(101))) == "fetch_too_large"


def test_reading_stops_at_the_cap() -> None:
    chunks = iter([bytes(101), b"never asked for"])
    with pytest.raises(FetchError):
        read_body(chunks, max_bytes=100, gzipped=False)
    assert next(chunks) == b"never asked for"


@pytest.mark.parametrize("cut", [1, 8, 9, 15])
def test_gzip_that_stops_short_is_refused(cut: int) -> None:
    assert code_of(gzip.compress(b"words")[:-cut]) == "fetch_encoding"


@pytest.mark.parametrize("wire", [b"[]", b"\x1f\x8b\x08junk", gzip.compress(b"words", mtime=0)[:-8] + bytes(8)])
def test_what_is_no_gzip_is_refused(wire: bytes) -> None:
    assert code_of(wire) == "fetch_encoding"


def test_bytes_after_the_first_member_are_ignored_but_counted() -> None:
    first, second = gzip.compress(b"first"), gzip.compress(b"second")
    assert read_body([first, second], max_bytes=100, gzipped=True) == (b"first", len(first + second))


def test_an_empty_body_needs_no_unpacking() -> None:
    assert read_body([], max_bytes=0, gzipped=True) == (b"", 0)
