"""Memory is given back where the system's library can do that, and nothing happens where it cannot."""

import ctypes
from collections.abc import Iterator
from pathlib import Path

import pytest

from codex.core import heap


@pytest.fixture
def library() -> Iterator[None]:
    heap._trim.cache_clear()
    yield
    heap._trim.cache_clear()


def resident() -> int:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024


def has_glibc() -> bool:
    return hasattr(ctypes.CDLL(None), "malloc_trim") and Path("/proc/self/status").exists()


@pytest.mark.skipif(not has_glibc(), reason="glibc alone gives back on demand")
def test_what_lies_below_something_that_stays_is_given_back(library: None) -> None:
    blocks = [bytes([number % 251]) * 100_000 for number in range(500)]
    stays = blocks[-1]
    del blocks
    before = resident()
    heap.give_back()
    assert before - resident() > 20_000_000
    assert len(stays) == 100_000


@pytest.mark.parametrize("fault", [AttributeError, OSError, TypeError])
def test_where_nothing_can_be_given_back_nothing_happens(
    library: None, monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    def refused(name: None) -> None:
        raise fault

    monkeypatch.setattr(ctypes, "CDLL", refused)
    heap.give_back()
