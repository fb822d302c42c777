"""Arrays in one file that is written once and then only mapped: read without a copy, shared by all processes.

A mark, then length and CRC32 of a header, the header as JSON, and the arrays, each beginning at a multiple of 64 bytes.
The header names the content, the format and every array, and holds the file's length and the CRC32 of all that follows
it. Nothing in the file is ever executed or unpickled; what is not as it should be is refused as a whole.
"""

import contextlib
import json
import mmap
import os
import struct
import tempfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np
from numpy.typing import NDArray

Arrays = Mapping[str, NDArray[Any]]
Facts = Mapping[str, Any]

_MARK: Final = b"LUMAFLT1"
_LEAD: Final = struct.Struct("<8sII")
_ALIGN: Final = 64
#: Whole numbers, lowest byte first; no kind of array that holds objects.
_KINDS: Final = frozenset({"|u1", "<u2", "<i4", "<u4", "<i8", "<u8"})
#: Of a file that is written; one that was left behind is recognised by it.
UNFINISHED: Final = ".unfinished"


class FlatFileError(Exception):
    """The file cannot be used: torn, damaged, of another format, or of other content than was asked for."""


@dataclass(frozen=True, slots=True)
class FlatFile:
    """What a file holds; the arrays cannot be written to, and last as long as somebody holds one of them."""

    arrays: Arrays
    facts: Facts


def write(path: Path, content: str, arrays: Arrays, facts: Facts) -> None:
    """Write a file that only its owner can read, all or nothing (raises OSError).

    `content` is what the file must be asked for by; `facts` must be fit for JSON.
    """
    plain = {name: _plain(array) for name, array in arrays.items()}
    handle, unfinished = tempfile.mkstemp(suffix=UNFINISHED, dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            # Not forced to the disk: whatever a crash leaves of it is noticed when it is read.
            _write(file, {"content": content, "facts": facts}, plain)
        Path(unfinished).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(unfinished).unlink()
        raise


def read(path: Path, content: str) -> FlatFile:
    """Map a file (raises FlatFileError when there is none, or none that can be used)."""
    try:
        with path.open("rb") as file:
            mapped = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError):  # ValueError: an empty file
        raise FlatFileError from None
    header, body = _parts(mapped)
    if header["content"] != content or header["length"] != len(body) or header["check"] != zlib.crc32(body):
        raise FlatFileError
    return FlatFile({name: _array(body, *place) for name, place in header["arrays"].items()}, header["facts"])


def _plain(array: NDArray[Any]) -> NDArray[Any]:
    plain = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
    if plain.dtype.str not in _KINDS or plain.ndim != 1:
        raise TypeError("only flat arrays of whole numbers can be written")
    return plain


def _write(file: BinaryIO, header: Facts, arrays: Arrays) -> None:
    places: dict[str, tuple[str, int, int]] = {}
    length = check = 0
    for name, array in arrays.items():
        places[name] = array.dtype.str, len(array), length
        for piece in _pieces(array):
            length, check = length + len(piece), zlib.crc32(piece, check)
    told = json.dumps({**header, "length": length, "check": check, "arrays": places}).encode()
    file.write(_LEAD.pack(_MARK, len(told), zlib.crc32(told)))
    file.write(told + bytes(-(_LEAD.size + len(told)) % _ALIGN))
    for array in arrays.values():
        file.writelines(_pieces(array))


def _pieces(array: NDArray[Any]) -> Iterator[memoryview]:
    """The bytes of an array, and what is needed for the next one to begin in its place."""
    yield array.view(np.uint8).data
    yield memoryview(bytes(-array.nbytes % _ALIGN))


def _parts(mapped: memoryview) -> tuple[dict[str, Any], memoryview]:
    """The header, and everything behind it."""
    if len(mapped) < _LEAD.size:
        raise FlatFileError
    mark, length, check = _LEAD.unpack(mapped[: _LEAD.size])
    told = mapped[_LEAD.size : _LEAD.size + length]
    if mark != _MARK or len(told) != length or zlib.crc32(told) != check:
        raise FlatFileError
    header: dict[str, Any] = json.loads(bytes(told))
    return header, mapped[_LEAD.size + length + -(_LEAD.size + length) % _ALIGN :]


def _array(body: memoryview, kind: str, count: int, place: int) -> NDArray[Any]:
    if kind not in _KINDS:
        raise FlatFileError
    return np.frombuffer(body, dtype=kind, count=count, offset=place)
