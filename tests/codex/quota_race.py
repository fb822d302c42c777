"""A program of test_quota: many threads with a connection each ask for the same caller's allowance at once.

Usage: python -m tests.codex.quota_race THREADS LIMIT, with DATABASE_URL naming an empty database.
Writes how many were granted and how many the database counted.
"""

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import django
from django.core.management import call_command
from django.db import connection


def main(threads: int, limit: int) -> tuple[int, int]:
    """Make the tables, let all threads start together, count the grants."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    start = threading.Barrier(threads)
    with ThreadPoolExecutor(threads) as pool:
        granted = sum(pool.map(lambda _: _granted(start, limit), range(threads)))
    return granted, _counted(limit)


def _granted(start: threading.Barrier, limit: int) -> bool:
    from codex.quota import grant  # models can be imported only after the set-up

    start.wait()
    try:
        return grant("user", "1", limit) is not None
    finally:
        connection.close()


def _counted(limit: int) -> int:
    from codex.quota import standing

    return standing("user", "1", limit).used


if __name__ == "__main__":
    sys.stdout.write("{} {}".format(*main(int(sys.argv[1]), int(sys.argv[2]))))
