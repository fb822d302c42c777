"""Bombs (SEC-02): what unpacks to a great deal never takes more memory than the cap and a little."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.scripts import chunked, gzip_bomb, gzip_twice, gzipped, labelled
from tests.servers import Handler, serving

ROOT = Path(__file__).parents[2]
CAP = 4 << 20
ROOM = CAP + (32 << 20)
HUGE = 160 << 20
MEMORY = Path("/proc/self/status")
# VmHWM counts this program alone; ru_maxrss would begin at the size of whoever started it.
PEAK = f"""
import gzip, sys
def peak():
    line = next(line for line in open({str(MEMORY)!r}) if line.startswith("VmHWM"))
    return int(line.split()[1]) * 1024
"""
FETCHING = """
from codex.core.errors import FetchError
from codex.core.fetch import fetch
from codex.core.guard import guard_url
target = guard_url(sys.argv[1], allowed_hosts=(sys.argv[2],))
before = peak()
try:
    print("read", end=" ")
    fetch(target, max_bytes=int(sys.argv[3]), seconds=60)
except FetchError as refusal:
    print(refusal.code, end=" ")
print(peak() - before)
"""
CARELESS = """
import urllib.request
before = peak()
gzip.decompress(urllib.request.urlopen(sys.argv[1]).read())
print("read", peak() - before)
"""

pytestmark = pytest.mark.skipif(not MEMORY.exists(), reason="peak memory is read from Linux's /proc")


def run(script: str, handler: Handler) -> tuple[str, int]:
    """Run the script in a process of its own against the handler; its words and by how much its peak grew, in bytes."""
    with serving(handler) as server:
        command = [sys.executable, "-c", PEAK + script, server.url, server.netloc, str(CAP)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=True)
    *words, grown = done.stdout.split()
    return words[-1], int(grown)


@pytest.mark.parametrize(
    ("handler", "code"),
    [
        (gzip_bomb(HUGE), "fetch_too_large"),
        (gzip_twice(HUGE), "fetch_encoding"),
        (labelled("br", bytes(CAP)), "fetch_encoding"),
        (labelled("zstd", bytes(CAP)), "fetch_encoding"),
        (chunked(*[bytes(1 << 20)] * 64), "fetch_too_large"),
        (gzipped(bytes(CAP)), "read"),
    ],
    ids=["gzip", "gzip twice", "br", "zstd", "no length", "honest"],
)
def test_memory_stays_near_the_cap(handler: Handler, code: str) -> None:
    words, grown = run(FETCHING, handler)
    assert words == code
    assert grown < ROOM


def test_the_measure_would_see_a_bomb_go_off() -> None:
    assert run(CARELESS, gzip_bomb(HUGE))[1] > HUGE > ROOM
