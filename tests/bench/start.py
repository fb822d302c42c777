"""How soon the first search is answered: a new archive against one that was read before (CDX-02).

Usage: python -m tests.bench.start [--inscriptions N …] [--rounds N]. 1,600 inscriptions make the seed's 4 MB, 100,000
make 250 MB. Each start is `manage.py serve` until a page with hits has come, in seconds and in processor seconds. The
archive's own part is also told: bytes to index, against the saved index opened.
"""

import argparse
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlencode

from codex.core.archive import parse_archive
from codex.core.saved import open_saved, read, save
from tests.bench.corpus import queries, write_archive
from tests.bench.request import prepare
from tests.bench.wrk import resident, spent
from tests.sites import running

#: Seconds that the first start of a large archive may take on a busy machine.
PATIENCE = 600
INDEX_URL = "https://archive.example/search-index.json"


@dataclass(frozen=True, slots=True)
class Start:
    """Seconds until the first page of hits, processor seconds of all processes, and bytes in memory then."""

    seconds: float
    processor: float
    memory: int


def main(given: argparse.Namespace) -> None:
    """Measure each size, and tell."""
    for count in given.inscriptions:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            prepare(folder, {})
            file = write_archive(folder / "index.json", count)
            sys.stdout.write(f"{file.stat().st_size / 1e6:.1f} MB\n")
            first = started(folder, "--archive", str(file))
            again = [started(folder) for _ in range(given.rounds)]
            tell("first start", [first])
            tell("from the saved index", again)
            tell_parts(file, folder, given.rounds)


def started(folder: Path, *arguments: str) -> Start:
    """One start, ended after the first page of hits."""
    words, lang = queries(1)[0]
    begun = time.perf_counter()
    with running(folder, "--no-admin", *arguments, patience=PATIENCE) as site:
        page = site.page("/search?" + urlencode({"q": words, "lang": lang}, quote_via=quote))
        seconds = time.perf_counter() - begun
        assert "/inscription-" in page
        return Start(seconds, spent(site.process.pid), resident(site.process.pid))


def tell(name: str, starts: list[Start]) -> None:
    """One line of medians."""
    seconds, processor, memory = (
        statistics.median(getattr(one, field) for one in starts) for field in ("seconds", "processor", "memory")
    )
    sys.stdout.write(f"{name:>22}: {seconds:6.2f} s, {processor:6.2f} s of processor, {memory / 1e6:.0f} MB\n")
    sys.stdout.flush()


def tell_parts(file: Path, folder: Path, rounds: int) -> None:
    """The archive's own part of a start, in processor time: what a saved index spares."""
    made = time.process_time()
    reading = read(parse_archive(file.read_bytes(), INDEX_URL), ranking="seed")
    made = time.process_time() - made
    path = folder / "bench.index"
    save(reading, path, of="bench")
    opened = statistics.median(timed_opening(path) for _ in range(rounds))
    sys.stdout.write(
        f"{'read and indexed':>22}: {made:6.2f} s; opened {opened:.4f} s, {made / opened:.0f} times sooner\n"
    )


def timed_opening(path: Path) -> float:
    """Processor seconds until a saved index has answered."""
    words, lang = queries(1)[0]
    begun = time.process_time()
    assert list(open_saved(path, of="bench").index.search(words, lang))
    return time.process_time() - begun


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--inscriptions", type=int, nargs="+", default=[1_600, 100_000])
    parser.add_argument("--rounds", type=int, default=3)
    main(parser.parse_args())
