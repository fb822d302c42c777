"""A wire between the site and a server, which a test can cut, hold and mend."""

import selectors
import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit


class Wire:
    """Hands bytes on, both ways, to the server that a URL names; `url` is the same with the wire's own port."""

    def __init__(self, url: str, default_port: int) -> None:
        parts = urlsplit(url)
        self._server = (parts.hostname or "127.0.0.1", parts.port or default_port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        user = f"{parts.username}@" if parts.username else ""
        self.url = parts._replace(netloc=f"{user}127.0.0.1:{self._listener.getsockname()[1]}").geturl()
        self._ends: set[socket.socket] = set()
        self._is_cut = False
        self._flows = threading.Event()
        self._flows.set()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Break all connections, and every new one."""
        self._is_cut = True
        for end in list(self._ends):
            _break(end)
        self._flows.set()

    def hold(self) -> None:
        """Hand nothing on until it is mended or cut."""
        self._flows.clear()

    def mend(self) -> None:
        """As at first."""
        self._is_cut = False
        self._flows.set()

    def close(self) -> None:
        """For good."""
        self.cut()
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            if self._is_cut:
                client.close()
            else:
                threading.Thread(target=self._carry, args=(client,), daemon=True).start()

    def _carry(self, client: socket.socket) -> None:
        with client, suppress(OSError), socket.create_connection(self._server, 5) as server:
            self._ends |= {client, server}
            try:
                self._pump(client, server)
            finally:
                self._ends -= {client, server}

    def _pump(self, client: socket.socket, server: socket.socket) -> None:
        other = {client: server, server: client}
        with selectors.DefaultSelector() as waiting:
            for end in other:
                waiting.register(end, selectors.EVENT_READ)
            while True:
                for key, _ in waiting.select():
                    end = next(one for one in other if one is key.fileobj)
                    data = end.recv(65_536)
                    self._flows.wait(60)
                    if not data or self._is_cut:
                        return
                    other[end].sendall(data)


def _break(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
