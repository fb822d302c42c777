"""Dialling vetted addresses only, below TLS and against one deadline (SEC-02).

The backend stands in for httpcore's own, so TLS above it still asks for, and verifies, the name in the URL. An HTTP
client's timeouts start anew with every byte; here the clock lies inside the stream, where no byte can restart it.
"""

import logging
import ssl
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import zip_longest
from typing import Any, Final

import httpcore
import httpx

from codex.core.addresses import parse_address
from codex.core.deadline import Deadline
from codex.core.errors import FetchError
from codex.core.guard import Target

ATTEMPTS: Final = 3
#: Seconds between two looks at whether anybody still waits.
_GLANCE: Final = 1.0
_SLICE: Final = 16 * 1024
# All that may come in: interim answers and headers, and a body cut into chunks as small as eight bytes.
_HEAD_BYTES: Final = 128 * 1024
_FRAMING: Final = 2

# Below WARNING both libraries write whole URLs and headers.
for _name in ("httpx", "httpcore"):
    logging.getLogger(_name).setLevel(logging.WARNING)


class PinnedTransport(httpx.BaseTransport):
    """One exchange over one connection to one target; whatever URL the request holds, the target is what is dialled."""

    def __init__(
        self,
        target: Target,
        *,
        deadline: Deadline,
        connect_seconds: float | None,
        max_bytes: int,
        verify: ssl.SSLContext,
    ) -> None:
        self._target = target
        room = _HEAD_BYTES + _FRAMING * max_bytes
        backend = PinnedBackend(target, deadline=deadline, connect_seconds=connect_seconds, max_received=room)
        self._pool = httpcore.ConnectionPool(
            ssl_context=verify, max_connections=1, max_keepalive_connections=0, network_backend=backend
        )

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send the request; httpcore's exceptions pass through, as do FetchErrors of the stream."""
        target = self._target
        url = httpcore.URL(scheme=target.scheme, host=target.host, port=target.port, target=target.path)
        response = self._pool.handle_request(
            httpcore.Request(request.method, url, headers=request.headers.raw, content=request.read())
        )
        return httpx.Response(response.status, headers=response.headers, stream=_Body(response))

    def close(self) -> None:
        """Close the connection."""
        self._pool.close()


class PinnedBackend(httpcore.NetworkBackend):
    """Opens connections to the target's addresses and to nothing else."""

    def __init__(
        self,
        target: Target,
        *,
        deadline: Deadline,
        connect_seconds: float | None,
        max_received: int,
        inner: httpcore.NetworkBackend | None = None,
    ) -> None:
        self._target = target
        self._deadline = deadline
        self._connect_seconds = connect_seconds
        self._max_received = max_received
        self._inner = inner or httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """Dial at most three of the vetted addresses, each for its share of the time to connect."""
        if (host, port) != (self._target.host, self._target.port):
            raise FetchError("fetch_connect")
        connect = self._deadline.sooner(self._connect_seconds)
        stream = self._checked(self._dial(connect))
        return _Stream(stream, deadline=self._deadline, connect=connect, max_received=self._max_received)

    def _dial(self, connect: Deadline) -> httpcore.NetworkStream:
        code = "fetch_connect"
        addresses = to_try(self._target.addresses)
        for tried, address in enumerate(addresses):
            share = connect.left() / (len(addresses) - tried)
            try:
                return self._inner.connect_tcp(address, self._target.port, timeout=share, socket_options=())
            except httpcore.ConnectError:
                code = "fetch_connect"
            except httpcore.ConnectTimeout:
                code = "fetch_timeout"
        raise FetchError(code)

    def _checked(self, stream: httpcore.NetworkStream) -> httpcore.NetworkStream:
        if _peer(stream) not in self._target.addresses:
            stream.close()
            raise FetchError("fetch_connect")
        return stream


def _peer(stream: httpcore.NetworkStream) -> str:
    try:
        return str(parse_address(stream.get_extra_info("server_addr")[0]))
    except OSError:  # reset already: nobody is there
        return ""


def to_try(addresses: tuple[str, ...]) -> tuple[str, ...]:
    """Three addresses at most, families in turn: one family out of order cannot use up all attempts (RFC 8305)."""
    first = [address for address in addresses if (":" in address) == (":" in addresses[0])]
    second = [address for address in addresses if address not in first]
    mixed = (address for pair in zip_longest(first, second) for address in pair if address)
    return tuple(mixed)[:ATTEMPTS]


class _Stream(httpcore.NetworkStream):
    """A connection whose every operation gets what is left of the deadline, and which takes in `max_received` bytes.

    The caller's `timeout` is ignored: it is per operation.
    """

    def __init__(
        self, inner: httpcore.NetworkStream, *, deadline: Deadline, connect: Deadline, max_received: int
    ) -> None:
        self._inner = inner
        self._deadline = deadline
        self._connect = connect
        self._room = max_received

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        data = self._awaited(max_bytes)
        self._room -= len(data)
        if self._room < 0:
            raise FetchError("fetch_too_large")
        return data

    def _awaited(self, max_bytes: int) -> bytes:
        """What comes in before the deadline; in between, whether anybody still waits is looked at."""
        while True:
            left = self._deadline.left()
            with suppress(httpcore.ReadTimeout):
                return self._inner.read(max_bytes, timeout=min(left, _GLANCE))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        for start in range(0, len(buffer), _SLICE):
            self._inner.write(buffer[start : start + _SLICE], timeout=self._deadline.left())

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        try:
            inner = self._inner.start_tls(ssl_context, server_hostname, timeout=self._connect.left())
        except httpcore.ConnectError as error:
            raise FetchError("fetch_tls" if isinstance(error.__cause__, ssl.SSLError) else "fetch_connect") from None
        except FetchError:
            self.close()
            raise
        return _Stream(inner, deadline=self._deadline, connect=self._connect, max_received=self._room)

    def close(self) -> None:
        self._inner.close()

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


class _Body(httpx.SyncByteStream):
    def __init__(self, response: httpcore.Response) -> None:
        self._response = response

    def __iter__(self) -> Iterator[bytes]:
        return self._response.iter_stream()

    def close(self) -> None:
        self._response.close()
