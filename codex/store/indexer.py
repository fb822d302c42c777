"""A process of its own that reads an archive into a file: `python -m codex.store.indexer`, which `readings` starts.

It is told on its input, in one line of JSON, the settings, where to write, and how many bytes of the archive follow. It
answers in one line: nothing wrong, or the code of what is. It yields to whoever answers searches, works beside no other
of its kind in the same folder, and ends when the process that started it does.
"""

import contextlib
import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

from codex.core.errors import CodexError
from codex.core.options import CodexOptions
from codex.core.saved import FlatFileError, open_saved, read, save
from codex.core.stems import keep_lemmas
from codex.store.edition import read_archive

#: What is told when the file could not be written; other words are codes of errors.
UNWRITTEN: Final = "unwritten"


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is to be read and where to: `of` names the content, `size` is the archive's bytes, `parent` who asks."""

    options: CodexOptions
    path: str
    of: str
    size: int
    parent: int

    def line(self) -> bytes:
        """As it is told."""
        return json.dumps(asdict(self)).encode() + b"\n"


def order_in(line: bytes) -> Order:
    """The same, as it was told."""
    told: dict[str, Any] = json.loads(line)
    return Order(**{**told, "options": CodexOptions(**told["options"])})


def main(given: BinaryIO) -> str:
    """Carry out the order; empty when the file is there."""
    order = order_in(given.readline())
    data = given.read(order.size)
    threading.Thread(target=_end_with, args=(order.parent,), daemon=True).start()
    try:
        with _alone(Path(order.path).parent):
            _write(order, data)
    except CodexError as error:
        return error.code
    except OSError:
        return UNWRITTEN
    return ""


def yield_to_others() -> None:
    """Take the processor, and by it the disk, only while nobody else wants it."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(19)


def _write(order: Order, data: bytes) -> None:
    path = Path(order.path)
    with contextlib.suppress(FlatFileError):  # another process may just have written it
        open_saved(path, of=order.of)
        return
    keep_lemmas(path.parent, make=True)
    save(read(read_archive(data, order.options), ranking=order.options.codex_ranking), path, of=order.of)


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Several processes may need the same file at once; where folders cannot be locked, each makes it."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    held = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):
            fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


if __name__ == "__main__":
    yield_to_others()
    sys.stdout.write(json.dumps({"wrong": main(sys.stdin.buffer)}) + "\n")
