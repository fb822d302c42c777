"""A loopback HTTP(S) server whose every byte a test decides.

    with serving(json_bytes(b"[]", etag='"1"')) as server:
        fetch(target_for(server.url))
    assert len(server.requests) == 1

A handler takes the request and yields pieces of the raw answer; each piece is sent at once. `request.pause(seconds)`
waits between pieces and ends early when the test does. `server.netloc` is what `allowed_hosts` wants to hear.
Ready-made handlers are in tests.scripts. For talk below HTTP, `listening(talk)` hands over the bare connection.
"""

import socket
import ssl
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

REASONS = {200: "OK", 304: "Not Modified", 404: "Not Found", 500: "Internal Server Error"}
PATIENCE = 20.0


@dataclass(frozen=True, slots=True)
class Request:
    """What a client sent: lower-case header names, the target as it came; `server_name` is what TLS asked for."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes
    server_name: str | None
    pause: Callable[[float], object] = field(repr=False)


Handler = Callable[[Request], Iterable[bytes]]
Talk = Callable[[socket.socket, threading.Event], None]


class Listener:
    """Accepts connections on a free loopback port and hands each to `talk` in a thread of its own."""

    def __init__(self, talk: Talk, host: str) -> None:
        self.connections = 0
        self.stopping = threading.Event()
        self._talk = talk
        self._socket = socket.create_server((host, 0), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
        self.port: int = self._socket.getsockname()[1]
        self.netloc = f"[{host}]:{self.port}" if ":" in host else f"{host}:{self.port}"
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            self.connections += 1
            thread = threading.Thread(target=self._attend, args=(connection,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _attend(self, connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.settimeout(PATIENCE)
            self._talk(connection, self.stopping)

    def close(self) -> None:
        """Stop accepting, wake every pause and wait for the threads."""
        self.stopping.set()
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        for thread in self._threads:
            thread.join(PATIENCE)


class Server:
    """What `serving` yields: where it is, and what it was asked."""

    def __init__(self, handler: Handler, tls: ssl.SSLContext | None, host: str) -> None:
        self.requests: list[Request] = []
        self._handler = handler
        self._tls = tls
        self._listener = Listener(self._talk, host)
        self.port = self._listener.port
        self.netloc = self._listener.netloc
        self.url = f"{'https' if tls else 'http'}://{self.netloc}"

    @property
    def connections(self) -> int:
        """How many connections were accepted, handshakes that failed included."""
        return self._listener.connections

    def close(self) -> None:
        """End all conversations."""
        self._listener.close()

    def _talk(self, connection: socket.socket, stopping: threading.Event) -> None:
        if self._tls is None:
            self._answer(connection, stopping, None)
            return
        names: list[str] = []
        with shake_hands(self._tls, connection, names) as secure:
            self._answer(secure, stopping, *names)

    def _answer(self, connection: socket.socket, stopping: threading.Event, server_name: str | None = None) -> None:
        request = read_request(connection, stopping, server_name)
        if request is None:
            return
        self.requests.append(request)
        for piece in self._handler(request):
            if stopping.is_set():
                return
            connection.sendall(piece)


@contextmanager
def serving(handler: Handler, *, tls: ssl.SSLContext | None = None, host: str = "127.0.0.1") -> Iterator[Server]:
    """Serve one request a connection with `handler`; with `tls` (see tests.certificates) over HTTPS."""
    server = Server(handler, tls, host)
    try:
        yield server
    finally:
        server.close()


@contextmanager
def listening(talk: Talk, *, host: str = "127.0.0.1") -> Iterator[Listener]:
    """Hand each bare connection to `talk`, with the event that says the test is over."""
    listener = Listener(talk, host)
    try:
        yield listener
    finally:
        listener.close()


def shake_hands(context: ssl.SSLContext, connection: socket.socket, names: list[str]) -> ssl.SSLSocket:
    """Answer a TLS handshake and note the server name it asks for."""

    def note(_socket: object, name: str | None, _context: object) -> None:
        names.extend([name] if name else [])

    context.sni_callback = note
    return context.wrap_socket(connection, server_side=True)


def read_request(connection: socket.socket, stopping: threading.Event, server_name: str | None) -> Request | None:
    """Read one request with its body; None when the client left before the end of its headers."""
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(65536)
        if not piece:
            return None
        data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    while len(body) < int(headers.get("content-length", "0")):
        body += connection.recv(65536)
    method, target, _ = first.split(" ", 2)
    return Request(method, target, headers, body, server_name, stopping.wait)


def raw_reply(status: int, body: bytes = b"", headers: Mapping[str, str] | None = None) -> bytes:
    """A whole HTTP/1.1 answer; Content-Length is added unless `headers` say otherwise or the status has no body."""
    length = {} if status in {204, 304} else {"Content-Length": str(len(body))}
    fields = length | {"Connection": "close"} | dict(headers or {})
    lines = [f"HTTP/1.1 {status} {REASONS.get(status, 'Scripted')}", *(f"{name}: {fields[name]}" for name in fields)]
    return "\r\n".join([*lines, "", ""]).encode() + body
