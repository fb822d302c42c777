"""How fast is the index, beside tantivy and without the web? Ratios within one run; a table for the README.

Usage: python -m tests.bench.query [INSCRIPTIONS …]. Each engine runs in a process of its own; tantivy where the extra
`bench` is installed. A search's time is the median of five, in order; typos are searches of words with one letter lost,
unfinished words lack two. What was looked up lately is kept: new words are those that were not.
"""

import gc
import importlib.util
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from codex.core.inscriptions import Inscription
from codex.core.lemmas import make
from codex.core.stems import keep_lemmas
from tests.bench.corpus import entries, queries
from tests.bench.engines import ENGINES, Search, Searching, inscriptions_of

SIZES: Final = (1_000, 10_000)
SEARCHES: Final = 200
ROUNDS: Final = 5
Measured = dict[str, float]


def mistyped(asked: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The queries with the middle letter of every longer word lost."""
    return [(" ".join(map(_lost, query.split())), tongue) for query, tongue in asked]


def _lost(word: str) -> str:
    return word[: len(word) // 2] + word[len(word) // 2 + 1 :] if len(word) > 5 else word


def unfinished(asked: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The queries with the last two letters of every longer word not typed yet."""
    return [(" ".join(word[: max(len(word) - 2, 4)] for word in query.split()), tongue) for query, tongue in asked]


def times(search: Search, asked: Sequence[tuple[str, str]], forget: Callable[[], None]) -> Measured:
    """Median and 95th percentile of the queries' times, in microseconds, the first round left out.

    `forget` is called before each, and not measured.
    """
    taken: list[list[int]] = [[] for _ in asked]
    for _ in range(ROUNDS + 1):
        for own, (query, tongue) in zip(taken, asked, strict=True):
            forget()
            started = time.perf_counter_ns()
            search(query, tongue)
            own.append(time.perf_counter_ns() - started)
    each = sorted(statistics.median(own[1:]) / 1_000 for own in taken)
    return {"p50": each[len(each) // 2], "p95": each[len(each) * 95 // 100]}


def measured(engine: str, size: int, lemmas: Path) -> Measured:
    """Build, memory and searches of one engine, with the host's file of Ukrainian lemmas in its folder."""
    keep_lemmas(lemmas)
    inscriptions = inscriptions_of(list(entries(size)))
    with tempfile.TemporaryDirectory() as folder:
        if engine == "mapped":
            ENGINES[engine](inscriptions, Path(folder))
        gc.collect()
        before, started = _resident(), time.process_time()
        search = ENGINES[engine](inscriptions, Path(folder))
        taken = _resident() - before - (_texts(inscriptions) if engine == "mapped" else 0)
        built = {"build": time.process_time() - started, "bytes": taken / size}
        return built | _searched(search)


def _searched(search: Search) -> Measured:
    """Times of exact searches, typos and unfinished words, and of the same where no word was looked up before."""
    asked, found = queries(SEARCHES), Measured()
    forget = search.forget if isinstance(search, Searching) else _nothing
    for kind, some in {"typo ": mistyped(asked), "unfinished ": unfinished(asked), "": asked}.items():
        for new, before in {"": _nothing, "new ": forget}.items():
            found |= {f"{new}{kind}{name}": value for name, value in times(search, some, before).items()}
    return found


def _nothing() -> None: ...


def _texts(inscriptions: Sequence[Inscription]) -> int:
    """Bytes of the texts themselves, which the saved file holds too."""
    texts = (text for one in inscriptions for text in (one.title, one.summary, one.body, one.url))
    return sum(len(text.encode()) for text in texts)


def _resident() -> int:
    """Bytes of memory of this process that are in use (Linux)."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024


def in_own_process(engine: str, size: int, lemmas: Path) -> Measured:
    """The same, with nothing left of what was measured before."""
    command = [sys.executable, "-m", "tests.bench.query", "--engine", engine, str(size), str(lemmas)]
    found: Measured = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return found


def row(engine: str, size: int, found: Measured, other: Measured) -> str:
    """One line of the table: everything but memory as a share of the other engine's."""
    shares = " | ".join(f"{found[name] / other[name]:.2f}" for name in ("p50", "p95", "build"))
    near = " | ".join(
        " / ".join(f"{found[f'{new}{kind} p95'] / found[f'{new}p95']:.1f}" for kind in ("typo", "unfinished"))
        for new in ("", "new ")
    )
    return f"| {size:,} | {engine} | {shares} | {found['p95'] / found['p50']:.1f} | {near} | {found['bytes']:,.0f} |"


def table(sizes: Sequence[int], lemmas: Path) -> str:
    """The table, in Markdown; beside the built index itself where there is no tantivy."""
    engines = [name for name in ENGINES if name != "tantivy" or importlib.util.find_spec("tantivy")]
    lines = [
        f"| inscriptions | index | median / {engines[-1]} | p95 / {engines[-1]} | building / {engines[-1]} "
        "| p95 / median | typos, unfinished words: p95 / p95 | the same, new words | bytes beyond texts |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for size in sizes:
        found = {engine: in_own_process(engine, size, lemmas) for engine in engines}
        lines += [row(engine, size, found[engine], found[engines[-1]]) for engine in engines]
    return "\n".join(lines)


def main() -> None:
    """Measure one engine for a parent, or all."""
    if sys.argv[1:2] == ["--engine"]:
        sys.stdout.write(json.dumps(measured(sys.argv[2], int(sys.argv[3]), Path(sys.argv[4]))))
        return
    with tempfile.TemporaryDirectory() as folder:
        make(Path(folder))
        sys.stdout.write(table([int(size) for size in sys.argv[1:]] or SIZES, Path(folder)) + "\n")


if __name__ == "__main__":
    main()
