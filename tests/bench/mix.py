"""A mix of what visitors, bots and agents ask, at a steady rate, from a process of its own.

Usage: python -m tests.bench.mix, with a Plan as JSON on standard input; tells as JSON what came of each face.
A wait counts from when a request was due, so that a site that falls behind is not measured by fewer requests.
"""

import itertools
import json
import random
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

import requests

from tests.bench.faces import FACES, WEIGHTS, Visitor


@dataclass(frozen=True, slots=True)
class Plan:
    """Where, for how long (seconds), how many requests a second by how many threads, and who asks."""

    url: str
    seconds: float
    rate: float
    threads: int
    tokens: list[str]


@dataclass(slots=True)
class Tally:
    """What came of requests by face: milliseconds, and how many ended how."""

    waits: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    ends: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, face: str, seconds: float, end: str) -> None:
        """One request."""
        with self.lock:
            self.waits[face].append(seconds * 1_000)
            self.ends[face][end] += 1

    def told(self) -> dict[str, object]:
        """As JSON."""
        return {"waits": self.waits, "ends": self.ends}


class Clock:
    """Hands out moments, each once, in order, until the time is over."""

    def __init__(self, plan: Plan) -> None:
        self.begun = time.monotonic()
        count = int(plan.seconds * plan.rate)
        self._due = iter([self.begun + number / plan.rate for number in range(count)])
        self._lock = threading.Lock()

    def moments(self) -> Iterator[float]:
        """Those of one thread, each waited for."""
        while True:
            with self._lock:
                due = next(self._due, None)
            if due is None:
                return
            time.sleep(max(0, due - time.monotonic()))
            yield due


def drive(plan: Plan) -> Tally:
    """Ask until the plan is carried out."""
    clock, tally, seeds = Clock(plan), Tally(), itertools.count()
    threads = [threading.Thread(target=_attend, args=(plan, clock, tally, next(seeds))) for _ in range(plan.threads)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return tally


def _attend(plan: Plan, clock: Clock, tally: Tally, seed: int) -> None:
    chance = random.Random(seed)
    with requests.Session() as session:
        session.trust_env = False
        visitor = Visitor(session, plan.url, chance, chance.choice(plan.tokens))
        for due in clock.moments():
            face = chance.choices(list(FACES), WEIGHTS)[0]
            end = _end(visitor, face)
            tally.note(face, time.monotonic() - due, end)


def _end(visitor: Visitor, face: str) -> str:
    try:
        answer = FACES[face](visitor)
    except requests.RequestException as error:
        return type(error).__name__
    told = " with Retry-After" if "Retry-After" in answer.headers else ""
    return f"{answer.status_code}{told}"


if __name__ == "__main__":
    sys.stdout.write(json.dumps(drive(Plan(**json.load(sys.stdin))).told()) + "\n")
