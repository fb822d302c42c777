"""One bounded HTTP exchange with a vetted target: no redirects, no proxies, no retries, no cookies (SEC-02, GRD-03).

No `httpx.Client` takes part: it would read proxy variables and `.netrc`, and log the URL.
"""

import functools
import re
import ssl
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal, cast

import httpcore
import httpx

from codex.core.body import read_body
from codex.core.deadline import Deadline, Stopped, never
from codex.core.errors import FetchError
from codex.core.guard import Target
from codex.core.pinned import PinnedTransport

__all__ = ["Exchange", "FetchError", "fetch", "trusting"]

Headers = Mapping[str, str] | Iterable[tuple[str, str]]

_FIELD_NAME: Final = re.compile(r"[A-Za-z0-9-]+")
_FIELD_VALUE: Final = re.compile(r"[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?")
_OURS: Final = frozenset({"host", "accept-encoding", "connection", "content-length", "transfer-encoding"})
# More digits than this are no length, and int() refuses some thousands of them.
_LENGTH_DIGITS: Final = 18
_FAILURES: Final = (
    httpcore.TimeoutException,
    httpcore.NetworkError,
    httpcore.ProtocolError,
    httpx.TransportError,
    httpx.InvalidURL,
)


@dataclass(frozen=True, slots=True)
class Exchange:
    """What came back: lower-case header names, the decoded body of a 2xx answer (else empty), its bytes on the wire."""

    status: int
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)
    wire_bytes: int


def fetch(
    target: Target,
    *,
    max_bytes: int,
    seconds: float,
    connect_seconds: float | None = None,
    method: Literal["GET", "POST"] = "GET",
    headers: Headers = (),
    body: bytes | None = None,
    gzip: bool = True,
    transport: httpx.BaseTransport | None = None,
    verify: ssl.SSLContext | None = None,
    stopped: Stopped = never,
) -> Exchange:
    """Send one request to the target's addresses and read the answer, all within `seconds`.

    `max_bytes` caps the body on the wire and decoded; `connect_seconds` bounds TCP and TLS together; without `gzip` any
    Content-Encoding is refused; `transport` stands in for the network and is closed; `verify` trusts a private CA.
    Every status but a redirect is returned. `stopped` is asked each second; once true, the connection is closed as if
    the time were over. Raises FetchError.
    """
    deadline = Deadline.after(seconds, stopped)
    try:
        request = _request(target, method, headers, body, gzip=gzip)
        sender = transport or PinnedTransport(
            target,
            deadline=deadline,
            connect_seconds=connect_seconds,
            max_bytes=max_bytes,
            verify=_verifying(verify),
        )
        with sender, closing(sender.handle_request(request)) as response:
            return _exchange(response, max_bytes=max_bytes, gzip=gzip)
    except FetchError as refusal:
        failure = FetchError(refusal.code, answered=refusal.answered, size=refusal.size)
    except _FAILURES as error:
        failure = FetchError(_code(error))
    # Raised here and not above, so that no library's exception, which may quote a header, hangs on it as its context.
    raise failure


def trusting(ca_file: str) -> ssl.SSLContext:
    """A context for `verify` that trusts the authorities in a PEM file and no others; raises FetchError fetch_tls."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    try:
        context.load_verify_locations(cafile=ca_file)
    except (OSError, ValueError):
        raise FetchError("fetch_tls") from None
    return context


def _request(target: Target, method: str, headers: Headers, body: bytes | None, *, gzip: bool) -> httpx.Request:
    ours = {
        "host": target.origin.partition("://")[2],
        "accept-encoding": "gzip, identity" if gzip else "identity",
        "connection": "close",
    }
    theirs = {"user-agent": "lumasite"} | {name.lower(): value for name, value in dict(headers).items()}
    if not all(map(_is_field, theirs.items())):
        raise FetchError("fetch_request")
    request = httpx.Request(method, target.url, headers=ours | theirs, content=body)
    if request.url.raw_host.decode("ascii") != target.host:
        raise FetchError("fetch_request")
    return request


def _is_field(item: tuple[str, str]) -> bool:
    name, value = item
    return bool(_FIELD_NAME.fullmatch(name) and _FIELD_VALUE.fullmatch(value)) and name not in _OURS


def _verifying(context: ssl.SSLContext | None) -> ssl.SSLContext:
    if context is None:
        return _default_context()
    # Python itself keeps a context that checks names from accepting unverified certificates.
    if not context.check_hostname:
        raise FetchError("fetch_tls")
    return context


@functools.cache
def _default_context() -> ssl.SSLContext:
    """Trust certifi's authorities and the system's: a slim container lacks the latter, a company adds its own there."""
    context = httpx.create_ssl_context(trust_env=False)
    context.load_default_certs()
    return context


def _exchange(response: httpx.Response, *, max_bytes: int, gzip: bool) -> Exchange:
    status = response.status_code
    if 300 <= status < 400 and status != 304:
        raise FetchError("fetch_redirect", answered=status)
    headers = MappingProxyType({name.lower(): value for name, value in response.headers.items()})
    if not 200 <= status < 300:
        return Exchange(status, headers, b"", 0)
    gzipped = _is_gzipped(headers, gzip=gzip)
    _check_length(headers.get("content-length", "0"), max_bytes)
    content, wire_bytes = read_body(_chunks(response), max_bytes=max_bytes, gzipped=gzipped)
    return Exchange(status, headers, content, wire_bytes)


def _is_gzipped(headers: Mapping[str, str], *, gzip: bool) -> bool:
    encoding = headers.get("content-encoding", "").strip().lower()
    accepted = {"": False, "identity": False, "gzip": True, "x-gzip": True} if gzip else {"": False}
    if encoding not in accepted:
        raise FetchError("fetch_encoding")
    return accepted[encoding]


def _check_length(length: str, max_bytes: int) -> None:
    """Refuse early; the bytes are counted all the same."""
    if not (length.isascii() and length.isdigit()):
        raise FetchError("fetch_protocol")
    size = int(length) if len(length) <= _LENGTH_DIGITS else None
    if size is None or size > max_bytes:
        raise FetchError("fetch_too_large", size=size)


def _chunks(response: httpx.Response) -> Iterable[bytes]:
    # The stream itself, not iter_raw(): that refuses the ready-made bodies of httpx.MockTransport.
    return cast(httpx.SyncByteStream, response.stream)


def _code(error: Exception) -> str:
    if isinstance(error, httpcore.TimeoutException | httpx.TimeoutException):
        return "fetch_timeout"
    if isinstance(error, httpcore.NetworkError | httpx.NetworkError):
        return "fetch_connect"
    if isinstance(error, httpcore.LocalProtocolError | httpx.LocalProtocolError | httpx.InvalidURL):
        return "fetch_request"
    return "fetch_protocol"
