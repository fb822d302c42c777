"""The web server: granian's workers around Django's WSGI application."""

import asyncio
import errno
import gc
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.process import BaseProcess
from typing import Any, Final

from django.core.management.base import CommandError
from django.core.servers.basehttp import get_internal_wsgi_application
from django.db import Error, connections
from granian.constants import Interfaces
from granian.log import LogLevels
from granian.net import SocketSpec  # type: ignore[attr-defined]
from granian.server.mp import MPServer

from codex.management.awaiting import tell_when_up

#: Seconds that workers get to finish their answers, and that a server which is just ending gets to leave the port.
_GRACE: Final = 10
_LEAVING: Final = 3.0
#: Seconds that a worker which is replaced goes on beside the one that follows it, which reads the archive meanwhile.
_OVERLAP: Final = 8.0
_WORDS: Final = {
    errno.EADDRINUSE: "is in use; stop what runs there or choose another with --port",
    errno.EACCES: "may not be used by this user; choose one above 1023 with --port",
    errno.EADDRNOTAVAIL: "cannot be opened, since this machine does not have that address; choose another with --host",
}


def check_port(host: str, port: int) -> None:
    """Refuse an address that cannot be listened at, before anything is started (raises CommandError).

    Granian shares ports (SO_REUSEPORT), so it would silently take turns with whatever of ours listens there already.
    """
    deadline = time.monotonic() + _LEAVING
    while (code := asyncio.run(_try_port(host, port))) == errno.EADDRINUSE and time.monotonic() < deadline:
        time.sleep(0.1)
    if code is not None:
        raise CommandError(f"Port {port} at {host} {_WORDS.get(code, 'cannot be opened')}.")


async def _try_port(host: str, port: int) -> int | None:
    try:
        server = await asyncio.start_server(lambda reader, writer: None, host, port, reuse_port=False)
    except OSError as error:
        return error.errno or 0
    server.close()
    await server.wait_closed()
    return None


class _Server(MPServer):
    """Granian with one listening socket for all its workers, held by the main process, as it has it on macOS.

    On Linux each worker would open its own (SO_REUSEPORT), and what waits there is reset when that worker is replaced;
    a socket that all share refuses nobody meanwhile. The method is granian's own, so pyproject.toml names its version.
    """

    def _init_shared_socket(self) -> None:
        self._ssp = None
        holder = SocketSpec(self.bind_addr, self.bind_port, self.backlog).build()
        self._shd, self._sfd = holder, holder.get_fd()  # type: ignore[assignment]
        self._sso = socket.socket(fileno=self._sfd)
        self._sso.set_inheritable(True)


def serve(host: str, port: int, *, workers: int, threads: int, tell: Callable[[bool], None]) -> None:
    """Serve until interrupted; `tell` hears when the first worker answers, or that none does for long.

    Access is not logged, since addresses and queries are nobody's business.
    """
    # Workers start from nothing: no connection, lock or thread of this process is carried over.
    multiprocessing.set_start_method("spawn", force=True)
    server = _Server(
        "codex",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=workers,
        blocking_threads=threads,
        log_level=LogLevels.error,
        log_access=False,
        workers_kill_timeout=_GRACE,
        respawn_interval=_OVERLAP,
    )
    tell_when_up(host, port, tell)
    server.serve(target_loader=load_application, wrap_loader=False)


def load_application() -> Callable[..., Any]:
    """The WSGI application of a worker, with the archive in memory before the first request comes."""
    if parent := multiprocessing.parent_process():
        threading.Thread(target=_end_with, args=(parent,), name="codex-parent", daemon=True).start()
    application: Callable[..., Any] = get_internal_wsgi_application()
    # The program itself stays: looking through it for garbage again and again takes a twentieth of the time. The
    # archive, which is replaced one day, is read afterwards.
    gc.freeze()
    _warm()
    return application


def _end_with(parent: BaseProcess) -> None:
    """Leave when the main process was killed: nobody else would stop this worker, and it would keep the port."""
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_GRACE)
    os._exit(1)


def _warm() -> None:
    from codex.core.errors import CodexError
    from codex.live import options
    from codex.shelf import shelf

    with suppress(CodexError, Error):
        shelf.current(options())
    connections.close_all()
