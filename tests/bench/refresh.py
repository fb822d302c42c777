"""Does a refresh hold up searches? The median of a search while the archive is read anew, against idle (CDX-02).

Usage: python -m tests.bench.refresh [--inscriptions N …] [--rounds N]. 1,600 inscriptions make the seed's 4 MB, 100,000
make 250 MB. Also tells how long a refresh takes, and how much memory the site holds before and after it.
"""

import argparse
import http.client
import itertools
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import quote, urlsplit

from tests.bench.corpus import queries, write_archive
from tests.bench.request import prepare
from tests.bench.wrk import resident
from tests.sites import Site, running

#: Seconds that the first start of a large archive may take on a busy machine.
PATIENCE = 600


class Caller:
    """Asks one search after the other, as one of many pilgrims, over one connection."""

    def __init__(self, site: Site, token: str) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(site.url).netloc, timeout=120)
        self._token = token
        self._asked = itertools.cycle([f"q={quote(words)}&lang={lang}" for words, lang in queries(200)])
        self._pilgrims = itertools.cycle(range(1_000))

    def search(self, query: str = "") -> tuple[float, int]:
        """Milliseconds that a search took, and how many it found."""
        headers = {"Authorization": f"Bearer {self._token}", "X-Codex-User": f"pilgrim-{next(self._pilgrims)}"}
        begun = time.perf_counter()
        self._connection.request("GET", f"/api/v1/search?{query or next(self._asked)}", headers=headers)
        told = json.loads(self._connection.getresponse().read())
        return (time.perf_counter() - begun) * 1_000, told["total"] if told["match"] == "exact" else 0


def main(given: argparse.Namespace) -> None:
    """Measure each size, and tell."""
    for count in given.inscriptions:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            token = prepare(folder, {}, codex_cache_ttl=given.fresh)
            file = write_archive(folder / "index.json", count)
            sys.stdout.write(f"{file.stat().st_size / 1e6:.1f} MB\n")
            with running(folder, "--no-admin", "--archive", str(file), patience=PATIENCE) as site:
                begun = time.perf_counter()
                for number in range(given.rounds):
                    grow(file, number)
                    begun = one_round(site, Caller(site, token), number, begun + given.fresh)


def one_round(site: Site, caller: Caller, number: int, due: float) -> float:
    """Searches at rest, then from when the edition is due until the next one answers; returns when it was due."""
    before, idle = resident(site.process.pid), []
    while time.perf_counter() < due - 1:
        idle.append(caller.search()[0])
    while time.perf_counter() < due:
        time.sleep(0.01)
    beside: list[float] = []
    while not caller.search(f"q=marker{number}")[1]:
        beside += [caller.search()[0] for _ in range(20)]
    taken = time.perf_counter() - due
    ratio = statistics.median(beside) / statistics.median(idle)
    memory = f"{before / 1e6:.0f} MB, then {resident(site.process.pid) / 1e6:.0f} MB"
    sys.stdout.write(f"idle {told(idle)}, beside {told(beside)}, {ratio:.2f} times; {taken:.1f} s; memory {memory}\n")
    sys.stdout.flush()
    return due


def grow(file: Path, number: int) -> None:
    """Add an inscription that holds a word of its own."""
    entry = {"title": f"marker{number}", "url": f"/en/marker-{number}/", "content": "A mark."}
    with file.open("r+b") as written:
        written.seek(-1, 2)
        written.write(b"," + json.dumps(entry).encode() + b"]")


def told(taken: list[float]) -> str:
    """Median and 99th percentile, in milliseconds."""
    return f"p50 {statistics.median(taken):.2f} p99 {statistics.quantiles(taken, n=100)[-1]:.1f} ms ({len(taken)})"


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--inscriptions", type=int, nargs="+", default=[1_600, 100_000])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--fresh", type=int, default=15, help="seconds that an edition is used; longer than a refresh")
    main(parser.parse_args())
