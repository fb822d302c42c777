"""Scripted answers for `tests.servers.serving`: honest ones, and every way in which a server can misbehave."""

import gzip
import threading
import zlib
from collections.abc import Iterable, Mapping
from functools import cache

from tests.servers import PATIENCE, Handler, Request, raw_reply


def replying(status: int = 200, body: bytes = b"", headers: Mapping[str, str] | None = None) -> Handler:
    """Always the same answer."""
    return lambda request: [raw_reply(status, body, headers)]


def json_bytes(body: bytes, *, etag: str | None = None, last_modified: str | None = None) -> Handler:
    """JSON with validators; 304 when the request's If-None-Match, else its If-Modified-Since, equals them."""
    validators = {name: text for name, text in (("ETag", etag), ("Last-Modified", last_modified)) if text}
    headers = validators | {"Content-Type": "application/json"}

    def handle(request: Request) -> Iterable[bytes]:
        known = request.headers.get("if-none-match")
        fresh = known == etag if known else request.headers.get("if-modified-since", "") == last_modified
        yield raw_reply(304, headers=validators) if fresh else raw_reply(200, body, headers)

    return handle


def redirect(location: str, *, status: int = 302) -> Handler:
    """Point elsewhere."""
    return replying(status, headers={"Location": location})


def delayed(handler: Handler, seconds: float) -> Handler:
    """Wait, then answer as `handler` does."""

    def handle(request: Request) -> Iterable[bytes]:
        request.pause(seconds)
        yield from handler(request)

    return handle


def in_turn(*handlers: Handler) -> Handler:
    """The first handler answers the first request, and so on; the last answers all further ones."""
    waiting = list(handlers)
    lock = threading.Lock()

    def handle(request: Request) -> Iterable[bytes]:
        with lock:
            handler = waiting.pop(0) if len(waiting) > 1 else waiting[0]
        return handler(request)

    return handle


def silent() -> Handler:
    """Take the request and never answer."""
    return delayed(lambda request: [], PATIENCE)


def closing_early() -> Handler:
    """Close without an answer."""
    return lambda request: []


def drip_body(body: bytes, *, every: float = 0.05) -> Handler:
    """Headers at once, then the body byte by byte."""

    def handle(request: Request) -> Iterable[bytes]:
        yield raw_reply(200, headers={"Content-Length": str(len(body))})
        for byte in body:
            request.pause(every)
            yield bytes([byte])

    return handle


def drip_headers(*, every: float = 0.05) -> Handler:
    """A status line, then one header that never ends, byte by byte."""
    return _endless(b"HTTP/1.1 200 OK\r\nX-Drip: ", b"a", every)


def endless_headers() -> Handler:
    """Headers without end, as fast as they go."""
    return _endless(b"HTTP/1.1 200 OK\r\n", b"X-Filler: aaaaaaaa\r\n" * 100, 0)


def endless_interim(*, every: float = 0.05) -> Handler:
    """One `103 Early Hints` after the other, never an answer; every=0 sends as fast as it goes."""
    return _endless(b"", b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * (1 if every else 100), every)


def _endless(start: bytes, piece: bytes, every: float) -> Handler:
    def handle(request: Request) -> Iterable[bytes]:
        yield start
        while True:
            request.pause(every)
            yield piece

    return handle


def labelled(encoding: str, body: bytes) -> Handler:
    """These bytes under this Content-Encoding, true or not."""
    return replying(200, body, {"Content-Encoding": encoding, "Content-Type": "application/json"})


def gzipped(body: bytes) -> Handler:
    """Honest gzip."""
    return labelled("gzip", gzip.compress(body))


def truncated_gzip(body: bytes) -> Handler:
    """Gzip that stops short of its end, under a Content-Length that is right."""
    return labelled("gzip", gzip.compress(body)[:-9])


def gzip_bomb(size: int) -> Handler:
    """A few kilobytes that unpack to `size` zeros."""
    return labelled("gzip", _packed_zeros(size))


def gzip_twice(size: int) -> Handler:
    """A bomb packed once more: some hundred bytes."""
    return labelled("gzip, gzip", gzip.compress(_packed_zeros(size)))


@cache
def _packed_zeros(size: int) -> bytes:
    pack = zlib.compressobj(9, zlib.DEFLATED, 31)
    block = bytes(1 << 20)
    return b"".join([*(pack.compress(block) for _ in range(size >> 20)), pack.flush()])


def wrong_length(body: bytes, length: int | str) -> Handler:
    """A Content-Length that is not the body's."""
    return replying(200, body, {"Content-Length": str(length)})


def chunked(*chunks: bytes) -> Handler:
    """Transfer-Encoding: chunked, one piece a chunk."""

    def handle(request: Request) -> Iterable[bytes]:
        yield b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
        for chunk in chunks:
            yield b"%x\r\n%b\r\n" % (len(chunk), chunk)
        yield b"0\r\n\r\n"

    return handle
