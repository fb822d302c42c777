"""Does search wait for answers? p95 of a search beside 200 calls in flight against its idle p95 (GRD-09).

Usage: python -m tests.bench.isolation [ROUNDS] [CALLS]. The site runs on the first core, load and a slow local endpoint
on the last one. Prints each round's two p95s, their ratio and the memory of the site, and the median ratio.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

from tests.grounded.replies import wrote
from tests.servers import PATIENCE, Request, Server, raw_reply, serving
from tests.sites import Site, running

SEARCHES = 400
QUERIES = ("manometer", "pressure steady", "boiler valve gauge", "week log shift", "котел", "ventilo")
REPLY = raw_reply(200, wrote("It reads high [s1].", ["s1"]), {"Content-Type": "application/json"})


class Gate:
    """Holds every call until it is opened."""

    def __init__(self) -> None:
        self.opened = threading.Event()

    def handle(self, request: Request) -> Iterable[bytes]:
        """Answer once the gate is open."""
        while not self.opened.wait(0.5) and not request.pause(0):
            pass
        yield REPLY


def archive(folder: Path) -> Path:
    """An index of 400 inscriptions of some kilobytes."""
    words = ("manometer", "pressure", "boiler", "valve", "gauge", "stoker", "warden", "notch", "straw", "log")
    entries = [
        {
            "title": f"Log {number} of the {words[number % 10]}",
            "url": f"/en/log-{number}/",
            "collection": "Logs",
            "content": " ".join(words[(number * step) % 10] + "." * (step % 9 == 0) for step in range(1, 500)),
        }
        for number in range(400)
    ]
    file = folder / "index.json"
    file.write_text(json.dumps(entries), encoding="utf-8")
    return file


def prepare(folder: Path, endpoint: str) -> str:
    """Settings and a token, in the site's own data folder."""
    program = f"""
import django; django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from tests.grounded.site import change_answers
from tests.shelving import change_settings
from tests.codex.bots import new_token
change_settings(codex_burst=6000, codex_daily_anonymous=100000)
change_answers(enable_answers=True, base_url="{endpoint}/v1", model="slow", answer_daily_per_user=100000,
               answer_daily_total=1000000, answers_in_flight=1000)
print(new_token("answers"))
"""
    given = os.environ | {"LUMASITE_DATA": str(folder / "data"), "DJANGO_SETTINGS_MODULE": "lumasite.settings"}
    done = subprocess.run([sys.executable, "-c", program], env=given, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def call(site: Site, path: str, body: object = None, *, token: str = "") -> dict[str, object]:
    """One request to the JSON face."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{site.url}/api/v1/{path}", data=data, headers=headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        read: dict[str, object] = json.load(answer)
    return read


def p95(site: Site) -> float:
    """Milliseconds that 95 of 100 searches take at most, one after the other."""
    taken = []
    for number in range(SEARCHES):
        begun = time.perf_counter()
        call(site, f"search?q={quote(QUERIES[number % len(QUERIES)])}")
        taken.append((time.perf_counter() - begun) * 1_000)
    return statistics.quantiles(taken, n=20)[-1]


def fly(site: Site, token: str, count: int) -> list[str]:
    """Have so many calls in flight."""
    return [_started(site, token) for _ in range(count)]


def _started(site: Site, token: str) -> str:
    asked = {"question": "Why?", "sources": [{"url": "https://binaric.tech/en/log-1/"}]}
    agreed = call(site, "answers/preview", asked, token=token)["token"]
    return str(call(site, "answers", {"token": agreed}, token=token)["id"])


def memory(site: Site) -> int:
    """Resident kilobytes of the site and the processes it started."""
    found = subprocess.run(["ps", "-o", "rss=", "--pid", _family(site)], capture_output=True, text=True, check=False)
    return sum(map(int, found.stdout.split()))


def _family(site: Site) -> str:
    found = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(site.process.pid)], capture_output=True, text=True, check=False
    )
    return ",".join([str(site.process.pid), *found.stdout.split()])


def one_round(site: Site, server: Server, gate: Gate, token: str, count: int) -> tuple[float, float]:
    """Idle p95, then p95 with so many calls in flight; they all end before this returns."""
    gate.opened.clear()
    idle, seen = p95(site), len(server.requests)
    keys = fly(site, token, count)
    while len(server.requests) < seen + count:
        time.sleep(0.05)
    beside = p95(site)
    gate.opened.set()
    while call(site, f"answers/{keys[-1]}", token=token)["state"] == "sending":
        time.sleep(0.2)
    return idle, beside


def main(rounds: int, count: int) -> None:
    """Run, and tell."""
    gate, write = Gate(), sys.stdout.write
    with tempfile.TemporaryDirectory() as name, serving(gate.handle) as server:
        folder = Path(name)
        token = prepare(folder, server.url)
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[0]})  # what is started now stays there
        with running(folder, "--no-admin", "--archive", str(archive(folder))) as site:
            os.sched_setaffinity(0, {cores[-1]})
            one_round(site, server, gate, token, 10)
            write(f"memory after 10 calls: {memory(site):,} kB\n")
            ratios = []
            for number in range(1, rounds + 1):
                idle, beside = one_round(site, server, gate, token, count)
                ratios.append(beside / idle)
                told = f"idle {idle:.1f} ms, beside {count} calls {beside:.1f} ms"
                write(f"round {number}: {told}, {ratios[-1]:.2f} times; {memory(site):,} kB\n")
            write(f"median: {statistics.median(ratios):.2f} times\n")


if __name__ == "__main__":
    main(*map(int, [*sys.argv[1:], *("5", "200")[len(sys.argv) - 1 :]]))
