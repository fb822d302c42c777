"""Arrays in a file: they come back as they were, or not at all."""

import json
import os
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from codex.core import flatfile
from codex.core.flatfile import FlatFileError, read, write

KINDS = ["u1", "u2", "i4", "u4", "i8", "u8"]
ARRAYS = {
    "empty": np.zeros(0, dtype=np.int64),
    **{kind: np.arange(number + 70, dtype=kind) for number, kind in enumerate(KINDS)},
}
#: Prints the sum of an array that it maps.
READER = """
import pathlib, sys
from codex.core.flatfile import read
print(read(pathlib.Path(sys.argv[1]), "c").arrays["u8"].sum())
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write(tmp_path / "a.flat", "c", ARRAYS, {"says": ["ŝ", 1]})
    return tmp_path / "a.flat"


def refused(path: Path, content: str = "c") -> bool:
    with pytest.raises(FlatFileError):
        read(path, content)
    return True


def test_arrays_and_facts_come_back_as_they_were(path: Path) -> None:
    found = read(path, "c")
    assert found.facts == {"says": ["ŝ", 1]}
    assert list(found.arrays) == list(ARRAYS)
    for name, array in ARRAYS.items():
        assert found.arrays[name].dtype == array.dtype
        assert found.arrays[name].tolist() == array.tolist()


def test_nothing_that_is_mapped_can_be_changed(path: Path) -> None:
    with pytest.raises(ValueError, match="read-only"):
        read(path, "c").arrays["i4"][0] = 7


def test_only_its_owner_can_read_it(path: Path) -> None:
    assert path.stat().st_mode & 0o777 == 0o600


def test_the_arrays_outlive_the_name_and_the_value(path: Path) -> None:
    array = read(path, "c").arrays["i8"]
    path.unlink()
    assert array.tolist() == ARRAYS["i8"].tolist()


def test_another_process_maps_the_same_pages(path: Path) -> None:
    held = read(path, "c")
    told = subprocess.run([sys.executable, "-c", READER, str(path)], capture_output=True, text=True, check=True).stdout
    assert int(told) == int(ARRAYS["u8"].sum())
    mapped = Path("/proc/self/maps")
    if mapped.exists():
        line = next(line for line in mapped.read_text().splitlines() if str(path) in line)
        assert line.split()[1] == "r--s"  # shared: one copy in memory, however many processes
    assert held.arrays["u8"][1] == 1


@pytest.mark.parametrize("share", [0.0, 0.001, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99])
def test_a_torn_file_is_refused_wherever_it_was_torn(path: Path, share: float) -> None:
    os.truncate(path, int(path.stat().st_size * share))
    assert refused(path)


@pytest.mark.parametrize("share", [0.0, 0.001, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.999])
def test_a_byte_that_changed_is_noticed_wherever_it_stands(path: Path, share: float) -> None:
    data = bytearray(path.read_bytes())
    data[int(len(data) * share)] ^= 0x55
    path.write_bytes(data)
    assert refused(path)


def test_a_page_that_never_reached_the_disk_is_noticed(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:1024] + bytes(512) + data[1536:])
    assert refused(path)


def test_what_was_added_behind_is_noticed(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"x")
    assert refused(path)


def test_other_content_is_refused(path: Path) -> None:
    assert refused(path, "another")


@pytest.mark.parametrize("data", [b"", b"x", b"x" * 1000, b"LUMAFLT1", b"\x80\x04\x95pickled"])
def test_what_is_no_such_file_is_refused(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    assert refused(path)


def test_a_folder_and_nothing_are_refused(tmp_path: Path) -> None:
    assert refused(tmp_path)
    assert refused(tmp_path / "none")


@pytest.mark.parametrize("kind", ["O", "|O8", "<f8", "<U4", "V8"])
def test_a_kind_of_array_that_we_never_write_is_refused(path: Path, kind: str) -> None:
    head: dict[str, Any] = {"content": "c", "facts": {}, "length": 0, "check": 0, "arrays": {"a": [kind, 0, 0]}}
    told = json.dumps(head).encode()
    lead = flatfile._LEAD.pack(flatfile._MARK, len(told), zlib.crc32(told)) + told
    path.write_bytes(lead + bytes(-len(lead) % 64))
    assert refused(path)


@pytest.mark.parametrize("array", [np.zeros(2), np.array(["x"]), np.array([{}]), np.zeros((2, 2), dtype=np.int32)])
def test_such_arrays_are_not_written(tmp_path: Path, array: Any) -> None:
    with pytest.raises(TypeError):
        write(tmp_path / "a.flat", "c", {"a": array}, {})
    assert list(tmp_path.iterdir()) == []


def test_a_writing_that_fails_leaves_the_old_file_and_nothing_else(path: Path) -> None:
    with pytest.raises(TypeError):
        write(path, "c", ARRAYS, {"says": object()})
    assert read(path, "c").facts == {"says": ["ŝ", 1]}
    assert list(path.parent.iterdir()) == [path]
