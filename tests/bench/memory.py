"""What processes hold over time: resident memory, open files and threads, and whether any of it grows."""

import statistics
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.bench.wrk import family

#: Percent an hour up to which memory is called flat: less than the noise of a run of some minutes.
FLAT = 5.0
#: The share of a run in which caches fill.
WARM_UP = 1 / 3


@dataclass(frozen=True, slots=True)
class Sample:
    """One process at one moment: seconds since the beginning, resident bytes, open files, threads."""

    seconds: float
    pid: int
    resident: int
    files: int
    threads: int


class Watch:
    """Looks at a process and those it started every so many seconds, in a thread of its own."""

    def __init__(self, pid: int, *, every: float = 10) -> None:
        self.samples: list[Sample] = []
        self._pid, self._every = pid, every
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def end(self) -> list[Sample]:
        """Stop looking."""
        self._over.set()
        self._thread.join()
        return self.samples

    def _look(self) -> None:
        begun = time.monotonic()
        while not self._over.wait(self._every):
            seconds = time.monotonic() - begun
            self.samples += [found for pid in family(self._pid) if (found := look(pid, seconds))]


def look(pid: int, seconds: float) -> Sample | None:
    """One process now; None when it is gone, or is none of the site's own."""
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
        lines = dict(line.partition(":")[::2] for line in Path(f"/proc/{pid}/status").read_text().splitlines())
        files = sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())
    except OSError:
        return None
    if b"resource_tracker" in command or "VmRSS" not in lines:
        return None
    return Sample(seconds, pid, int(lines["VmRSS"].split()[0]) * 1_024, files, int(lines["Threads"]))


def growth(samples: Sequence[Sample]) -> float:
    """Percent an hour by which memory grew after the warm-up: a line through the samples, over their mean."""
    settled = [one for one in samples if one.seconds >= samples[-1].seconds * WARM_UP]
    seconds, held = [one.seconds for one in settled], [float(one.resident) for one in settled]
    return statistics.linear_regression(seconds, held).slope * 3_600 / statistics.fmean(held) * 100


def lasting(samples: Sequence[Sample]) -> dict[int, list[Sample]]:
    """By process, those that were there from the warm-up to the end; others came and went."""
    found: dict[int, list[Sample]] = {}
    for one in samples:
        found.setdefault(one.pid, []).append(one)
    end = max((one.seconds for one in samples), default=0)
    return {
        pid: series
        for pid, series in found.items()
        if series[-1].seconds == end and series[0].seconds <= end * WARM_UP and len(series) > 3
    }


def curve(series: Sequence[Sample], *, width: int = 40) -> list[str]:
    """A line for each sample, with a bar from the least to the most that was held."""
    low, high = min(one.resident for one in series), max(one.resident for one in series)
    scale = width / max(high - low, 1)
    return [
        f"{one.seconds:7.0f} s {one.resident / 1e6:8.1f} MB {one.files:4} files {one.threads:4} threads "
        f"{'#' * round((one.resident - low) * scale)}"
        for one in series
    ]
