"""How many searches a second, as shares of what an empty JSON view gets in the same server (one command, ratios).

Usage: python -m tests.bench.request [--workers N] [--threads N] [--rounds N] [--seconds N] [--database URL]
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from tests.bench.corpus import queries, write_archive
from tests.bench.wrk import Ask, Measured, ask_once, load
from tests.codex.archives import eventually
from tests.sites import free_port, running

INSCRIPTIONS = 1_600
PILGRIMS = 500
PREPARE = """
import django; django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from tests.shelving import change_settings
from tests.codex.bots import new_token
change_settings(codex_burst=6000, codex_daily_per_user=100000, codex_daily_per_token=10000000,
                codex_daily_anonymous=100000, codex_max_bytes=1000000000, **{changes})
print(new_token("search"))
"""


def main(given: argparse.Namespace) -> None:
    """Measure in rotation, and tell."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = {"TRUSTED_PROXIES": "1"} | ({"DATABASE_URL": given.database} if given.database else {})
        token = prepare(folder, environment)
        file = write_archive(folder / "index.json", INSCRIPTIONS)
        shape = ["--workers", str(given.workers), "--threads", str(given.threads)]
        arguments = ["--no-admin", "--archive", str(file), *shape]
        with running(folder, *arguments, environment=environment) as site, empty(given) as (bare, pid):
            asked = {name: asks for name, asks in loads(token, given.queries).items() if name in given.only}
            kinds = {name: (site.url, site.process.pid, asks) for name, asks in asked.items()}
            measure({"empty": (bare, pid, [Ask("/empty")]), **kinds}, given)


def loads(token: str, count: int) -> dict[str, list[Ask]]:
    """What is asked, by name."""
    told = [(quote(words), lang) for words, lang in queries(count)]
    several = [(told[number % len(told)], f"pilgrim-{number % PILGRIMS}") for number in range(max(count, PILGRIMS))]
    return {
        "json": [Ask(f"/api/v1/search?q={q}&lang={lang}", token, pilgrim) for (q, lang), pilgrim in several],
        "page": [
            Ask(f"/search?q={q}&lang={lang}", address=address_of(number))
            for number, ((q, lang), _) in enumerate(several)
        ],
    }


def address_of(number: int) -> str:
    """One of many, so that no visitor is too fast."""
    return f"192.0.2.{number % 250 + 1}" if number % 500 < 250 else f"198.51.100.{number % 250 + 1}"


def measure(kinds: dict[str, tuple[str, int, list[Ask]]], given: argparse.Namespace) -> None:
    """Rounds in rotation; the median of each kind's ratio to the empty view of the same round."""
    for url, _, asks in kinds.values():
        ask_once(url, asks)
    rounds: dict[str, list[Measured]] = {name: [] for name in kinds}
    for number in range(given.rounds + 1):
        for name, (url, pid, asks) in kinds.items():
            found = load(url, asks, seconds=given.seconds if number else 2, pid=pid)
            rounds[name] += [found] if number else []
    for name, runs in rounds.items():
        tell(name, runs, rounds["empty"])


def tell(name: str, runs: Sequence[Measured], floor: Sequence[Measured]) -> None:
    """One line."""
    shares = [run.rate / one.rate for run, one in zip(runs, floor, strict=True)]
    costs = [one.cpu / run.cpu for run, one in zip(runs, floor, strict=True)]
    rate, cpu = (statistics.median(values) for values in ([run.rate for run in runs], [run.cpu for run in runs]))
    p50, p99 = (statistics.median(values) for values in ([run.p50 for run in runs], [run.p99 for run in runs]))
    failed = sum(run.failed for run in runs)
    told = f"{rate:8.0f} r/s {statistics.median(shares):5.2f}  cpu {cpu:6.3f} ms {statistics.median(costs):5.2f}"
    sys.stdout.write(
        f"{name:>8} {told}  p50 {p50:6.2f} p99 {p99:6.2f} ms  failed {failed}  {[round(x, 2) for x in shares]}\n"
    )


@contextmanager
def empty(given: argparse.Namespace) -> Iterator[tuple[str, int]]:
    """The empty view under the same server."""
    port = free_port()
    shape = ["--workers", str(given.workers), "--blocking-threads", str(given.threads)]
    command = [
        sys.executable,
        "-m",
        "granian",
        "--interface",
        "wsgi",
        "--port",
        str(port),
        "--no-ws",
        "--log-level",
        "error",
        *shape,
    ]
    command += ["--factory", "tests.bench.empty:application_of"]
    with subprocess.Popen(command) as process:
        try:
            import urllib.request

            def up() -> bool:
                try:
                    return bool(urllib.request.urlopen(f"http://127.0.0.1:{port}/robots.txt", timeout=5).read())
                except OSError:
                    return False

            assert eventually(up)
            yield f"http://127.0.0.1:{port}", process.pid
        finally:
            process.terminate()


def prepare(folder: Path, environment: dict[str, str], **changes: object) -> str:
    """Settings and a token in the site's own database."""
    return run_inside(PREPARE.replace("{changes}", repr(changes)), folder, environment)


def run_inside(program: str, folder: Path, environment: dict[str, str]) -> str:
    """What a program prints that runs in the site's settings."""
    given = os.environ | {"LUMASITE_DATA": str(folder / "data"), "DJANGO_SETTINGS_MODULE": "lumasite.settings"}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=given | environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--only", nargs="+", default=["json", "page"])
    parser.add_argument("--database", default="")
    main(parser.parse_args())
