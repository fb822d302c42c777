"""Load from wrk on a server of ours, and what the server spent on it."""

import json
import os
import subprocess
import tempfile
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

_SCRIPT: Final = Path(__file__).with_name("wrk.lua")
_TICK: Final = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Ask:
    """One request: where to, and for whom."""

    path: str
    token: str = ""
    pilgrim: str = ""
    #: Told by X-Forwarded-For, which a site believes that has a proxy (TRUSTED_PROXIES=1).
    address: str = ""

    @property
    def headers(self) -> dict[str, str]:
        """What is sent besides the path."""
        token = f"Bearer {self.token}" if self.token else ""
        sent = {"Authorization": token, "X-Codex-User": self.pilgrim, "X-Forwarded-For": self.address}
        return {name: value for name, value in sent.items() if value}


@dataclass(frozen=True, slots=True)
class Measured:
    """Requests per second, milliseconds that half and that 95 % took at most, and the server's processor time each."""

    rate: float
    p50: float
    p95: float
    p99: float
    cpu: float
    failed: int


def load(url: str, asked: Sequence[Ask], *, seconds: float, pid: int, connections: int = 8) -> Measured:
    """Ask in turn for so many seconds; `pid` is the server's main process."""
    urllib.request.urlopen(url + "/robots.txt", timeout=60).read()
    before = spent(pid)
    told = _wrk(url, asked, seconds, connections)
    done = max(told["requests"], 1)
    cpu = (spent(pid) - before) * 1_000 / done
    return Measured(done / told["seconds"], told["p50"], told["p95"], told["p99"], cpu, told["failed"])


def ask_once(url: str, asked: Sequence[Ask]) -> None:
    """Ask each once, so that nothing is measured that is made only at the first."""
    for ask in asked:
        request = urllib.request.Request(url + ask.path, headers={**ask.headers, "Accept-Language": "en"})
        urllib.request.urlopen(request, timeout=120).read()


def spent(pid: int) -> float:
    """Seconds of processor time of a process and those it started."""
    return sum(_spent(one) for one in family(pid))


def family(pid: int) -> list[int]:
    """A process and its descendants."""
    parents: dict[int, int] = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        fields = _fields(file)
        parents |= {int(file.parent.name): int(fields[1])} if fields else {}
    found = [pid]
    for one in found:
        found.extend(child for child, parent in parents.items() if parent == one)
    return found


def resident(pid: int) -> int:
    """Bytes in memory that these processes have for themselves or share, each page once (proportional set size)."""
    total = 0
    for one in family(pid):
        rollup = Path(f"/proc/{one}/smaps_rollup")
        lines = rollup.read_text().splitlines() if rollup.exists() else []
        total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total * 1_024


def _spent(pid: int) -> float:
    fields = _fields(Path(f"/proc/{pid}/stat"))
    return (int(fields[11]) + int(fields[12])) / _TICK if fields else 0.0


def _fields(file: Path) -> list[str]:
    try:
        return file.read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _wrk(url: str, asked: Sequence[Ask], seconds: float, connections: int) -> dict[str, Any]:
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as listed:
        listed.writelines(f"{ask.path}\t{ask.token}\t{ask.pilgrim}\t{ask.address}\n" for ask in asked)
        listed.flush()
        command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds:g}s", "--timeout", "20s", "-s", str(_SCRIPT), url]
        given = os.environ | {"LOAD": listed.name}
        done = subprocess.run(command, env=given, capture_output=True, text=True, check=True)
    told: dict[str, Any] = json.loads(next(line for line in done.stdout.splitlines() if line.startswith("{")))
    return told
