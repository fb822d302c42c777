"""Telling where the site is once it answers there: workers take some seconds, and longer with a large archive."""

import asyncio
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address
from typing import Final

#: Seconds that the first answer is waited for; the address is told then all the same.
PATIENCE: Final = 60.0
_PAUSE: Final = 0.05
#: Seconds that one answer may take.
_ANSWER: Final = 5.0
_ASKED: Final = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


def tell_when_up(host: str, port: int, tell: Callable[[bool], None], *, patience: float = PATIENCE) -> None:
    """Call `tell` from a thread of its own: true once a worker answers, false when none does for so many seconds."""
    given = (_dialled(host), port, tell, time.monotonic() + patience)
    threading.Thread(target=_wait, args=given, name="codex-first-answer", daemon=True).start()


def _wait(host: str, port: int, tell: Callable[[bool], None], deadline: float) -> None:
    while not (is_up := asyncio.run(_answers(host, port))) and time.monotonic() < deadline:
        time.sleep(_PAUSE)
    tell(is_up)


async def _answers(host: str, port: int) -> bool:
    try:
        async with asyncio.timeout(_ANSWER):
            return await _answer(*await asyncio.open_connection(host, port))
    except OSError:  # nobody listens yet, or who does is slow: TimeoutError is one as well
        return False


async def _answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
    try:
        writer.write(_ASKED)
        return (await reader.readline()).startswith(b"HTTP/")
    finally:
        writer.close()
        with suppress(OSError):  # whoever was asked may have gone away
            await writer.wait_closed()


def _dialled(host: str) -> str:
    """Where to ask: an address that stands for all of the machine's cannot be asked everywhere."""
    address = ip_address(host)
    if not address.is_unspecified:
        return host
    return "127.0.0.1" if address.version == 4 else "::1"
