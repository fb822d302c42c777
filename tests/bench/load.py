"""Does the site hold a mixed load, and is its memory flat? (CDX-06, GRD-09)

Usage: python -m tests.bench.load [MINUTES] [--rate N] [--workers N] [--database URL --cache URL]. Without a database
the site runs on SQLite. Prints rate and waits by face, how requests ended, each process's memory over time, and the
verdicts; ends with 1 when anything failed but by 429 or 503 with Retry-After, or memory grows.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.bench.corpus import write_archive
from tests.bench.faces import HOME, INSCRIPTIONS
from tests.bench.isolation import REPLY
from tests.bench.memory import FLAT, Watch, curve, growth, lasting
from tests.bench.mix import Plan
from tests.bench.request import run_inside
from tests.scripts import json_bytes
from tests.servers import Request, Server, serving
from tests.sites import running

TOP = Path(__file__).parents[2]
FINE = ("200", "202", "304", "429 with Retry-After", "503 with Retry-After")
PREPARE = """
import django; django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from tests.grounded.site import change_answers
from tests.shelving import change_settings
from tests.codex.bots import new_token
change_settings(enable_codex=True, codex_burst=6000, codex_daily_per_user=100000, codex_daily_per_token=10000000,
                codex_daily_anonymous=100000, codex_cache_ttl=60)
change_answers(enable_answers=True, base_url="{endpoint}/v1", model="slow", answer_daily_per_user=100000,
               answer_daily_total=10000000)
print(*[new_token("search", "tools", "answers") for _ in range(20)])
"""


def main(given: argparse.Namespace) -> bool:
    """Run, tell, and say whether all was well."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        file = write_archive(folder / "index.json", INSCRIPTIONS)
        origin = stack.enter_context(serving(json_bytes(file.read_bytes(), etag='"1"')))
        endpoint = stack.enter_context(serving(slow))
        environment = environment_of(given, origin)
        tokens = run_inside(PREPARE.replace("{endpoint}", endpoint.url), folder, environment).split()
        shape = ("--no-admin", "--workers", str(given.workers))
        archive = ("--archive", f"{origin.url}/index.json", "--site-origin", HOME)
        site = stack.enter_context(running(folder, *shape, *archive, environment=environment))
        watch = Watch(site.process.pid, every=given.every)
        told = mixed(Plan(site.url, given.minutes * 60, given.rate, given.threads, tokens))
        return tell_requests(told, given.minutes * 60) & tell_memory(watch)


def environment_of(given: argparse.Namespace, origin: Server) -> dict[str, str]:
    """The site behind one proxy, which the load plays, so that many addresses ask."""
    own = {"CODEX_ALLOWED_HOSTS": origin.netloc, "TRUSTED_PROXIES": "1"}
    named = {"DATABASE_URL": given.database, "CACHE_URL": given.cache}
    return own | {name: value for name, value in named.items() if value}


def slow(request: Request) -> Iterable[bytes]:
    """A model that takes a second or two."""
    request.pause(1 + len(request.body) % 10 / 10)
    yield REPLY


def mixed(plan: Plan) -> dict[str, Any]:
    """What another process made of the plan."""
    command = [sys.executable, "-m", "tests.bench.mix"]
    done = subprocess.run(command, input=json.dumps(asdict(plan)), capture_output=True, text=True, check=True, cwd=TOP)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def tell_requests(told: dict[str, Any], seconds: float) -> bool:
    """A line for each face; whether all ended well."""
    count, bad = sum(map(len, told["waits"].values())), 0
    sys.stdout.write(f"held {count / seconds:.1f} requests a second, {count} in all\n")
    for face, waits in told["waits"].items():
        cuts = statistics.quantiles(waits * 2, n=100)
        half, most, nearly_all = (cuts[number - 1] for number in (50, 95, 99))
        bad += sum(number for end, number in told["ends"][face].items() if end not in FINE)
        line = f"p50 {half:7.1f} p95 {most:7.1f} p99 {nearly_all:7.1f} ms  {told['ends'][face]}"
        sys.stdout.write(f"{face:>8} {len(waits):6} {line}\n")
    sys.stdout.write(f"failed: {bad}\n")
    return not bad


def tell_memory(watch: Watch) -> bool:
    """Each process's curve and verdict; whether none grows."""
    flat = True
    for pid, series in lasting(watch.end()).items():
        slope = growth(series)
        flat &= slope <= FLAT
        verdict = "memory flat" if slope <= FLAT else "memory GROWS"
        sys.stdout.write("\n".join([f"process {pid}", *curve(series), f"{verdict}: {slope:+.1f} % an hour\n"]))
    return flat


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("minutes", type=float, nargs="?", default=5)
    parser.add_argument("--rate", type=float, default=40, help="requests a second")
    parser.add_argument("--threads", type=int, default=32, help="requests at once")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--every", type=float, default=10, help="seconds between two looks at memory")
    parser.add_argument("--database", default="")
    parser.add_argument("--cache", default="")
    sys.exit(not main(parser.parse_args()))
