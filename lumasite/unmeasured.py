"""Bodies that come without a length: in chunks (HTTP/1.1) or as a stream (HTTP/2)."""

from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any, Final

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
_BODILESS: Final = ("GET", "HEAD", "OPTIONS")


class Unmeasured:
    """Measures such a body before Django sees the request, which would take it for empty.

    No more is read than `limit` bytes and one, by which Django knows that the body is too large. A server that does
    not end the input by itself (`wsgi.input_terminated`) is not asked to: reading would wait for ever.
    """

    def __init__(self, application: Application, limit: int) -> None:
        self._application = application
        self._limit = limit

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Pass the request on with its length."""
        if self._is_unmeasured(environ):
            body = _read(environ["wsgi.input"], self._limit + 1)
            environ = environ | {"CONTENT_LENGTH": str(len(body)), "wsgi.input": BytesIO(body)}
        return self._application(environ, start_response)

    def _is_unmeasured(self, environ: dict[str, Any]) -> bool:
        is_open = not environ.get("CONTENT_LENGTH") and environ.get("REQUEST_METHOD") not in _BODILESS
        return is_open and bool(environ.get("wsgi.input_terminated"))


def _read(stream: Any, most: int) -> bytes:
    """Up to so many bytes; one call may give fewer than there are."""
    parts, size = [], 0
    while size < most and (part := stream.read(most - size)):
        parts.append(bytes(part))
        size += len(part)
    return b"".join(parts)
