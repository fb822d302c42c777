"""What the fetch takes for a body (SEC-02): plain or gzip once, under the cap, proper HTTP."""

from typing import Any

import httpx
import pytest

from codex.core.errors import FetchError
from tests.codex.fetching import MOST, code_of, get, mocked
from tests.scripts import chunked, gzip_twice, gzipped, labelled, replying, truncated_gzip, wrong_length
from tests.servers import Handler, raw_reply, serving


@pytest.mark.parametrize("encoding", ["", "identity", "IDENTITY "])
def test_plain_bodies(encoding: str) -> None:
    with serving(labelled(encoding, b"[]")) as server:
        assert get(server).body == b"[]"


def test_gzip_is_unpacked_and_its_wire_size_told() -> None:
    with serving(gzipped(b"[" + b" " * 50_000 + b"]")) as server:
        exchange = get(server)
    assert len(exchange.body) == 50_002
    assert exchange.wire_bytes < 500


@pytest.mark.parametrize("encoding", ["br", "zstd", "deflate", "gzip, gzip", "gzip,identity", "compress", "*"])
def test_any_other_encoding_is_refused(encoding: str) -> None:
    assert code_of(labelled(encoding, b"[]")) == "fetch_encoding"


def test_gzip_twice_is_refused() -> None:
    assert code_of(gzip_twice(1 << 20)) == "fetch_encoding"


@pytest.mark.parametrize("encoding", ["gzip", "br", "identity"])
def test_where_gzip_is_not_asked_for_no_encoding_is_taken(encoding: str) -> None:
    assert code_of(labelled(encoding, b"[]"), gzip=False) == "fetch_encoding"


@pytest.mark.parametrize("handler", [truncated_gzip(b"words"), labelled("gzip", b"[]")])
def test_broken_gzip_is_refused(handler: Handler) -> None:
    assert code_of(handler) == "fetch_encoding"


def test_two_encoding_headers_are_refused() -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n"
    assert code_of(lambda request: [head]) == "fetch_encoding"


def test_the_cap_itself_may_be_filled() -> None:
    with serving(replying(200, bytes(MOST))) as server:
        assert len(get(server).body) == MOST


def test_a_length_above_the_cap_is_refused_before_the_body() -> None:
    def boast(request: Any) -> Any:
        yield raw_reply(200, headers={"Content-Length": str(MOST + 1)})
        request.pause(20)

    assert code_of(boast) == "fetch_too_large"


@pytest.mark.parametrize(("length", "size"), [(str(MOST + 1), MOST + 1), ("9" * 5_000, None)])
def test_the_length_that_was_announced_is_told_with_the_refusal(length: str, size: int | None) -> None:
    with pytest.raises(FetchError) as refusal:
        mocked(lambda request: httpx.Response(200, headers={"Content-Length": length}))
    assert (refusal.value.code, refusal.value.size) == ("fetch_too_large", size)


@pytest.mark.parametrize("body", [bytes(MOST + 1)])
def test_a_body_that_hides_its_length_is_capped(body: bytes) -> None:
    assert code_of(chunked(body[:MOST], body[MOST:])) == "fetch_too_large"
    assert code_of(lambda request: [b"HTTP/1.0 200 OK\r\n\r\n", body]) == "fetch_too_large"


def test_a_length_that_is_too_long_is_a_broken_answer() -> None:
    assert code_of(wrong_length(b"[]", 3)) == "fetch_protocol"


def test_a_length_that_is_too_short_ends_the_body() -> None:
    with serving(wrong_length(b"[] and more", 2)) as server:
        assert get(server).body == b"[]"


@pytest.mark.parametrize("length", ["-1", "1e3", "٣", "9" * 5000, "1, 2"])
def test_a_length_that_is_none_is_a_broken_answer(length: str) -> None:
    head = f"HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n".encode()
    assert code_of(lambda request: [head]) == "fetch_protocol"


@pytest.mark.parametrize(
    "answer",
    [b"", b"[]", b"HTTP/1.1 banana OK\r\n\r\n", b"HTTP/1.1 200 OK\r\nno colon\r\n\r\n"],
)
def test_what_is_no_http_is_a_broken_answer(answer: bytes) -> None:
    assert code_of(lambda request: [answer]) == "fetch_protocol"


def test_a_header_section_without_end_is_a_broken_answer() -> None:
    head = b"HTTP/1.1 200 OK\r\n" + b"X-Filler: aaaaaaaa\r\n" * 10_000
    assert code_of(lambda request: [head]) == "fetch_protocol"
