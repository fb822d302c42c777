"""A program of test_quota: many pilgrims of one bot ask at once, each counted for itself and for the bot.

Usage: python -m tests.codex.pool_race THREADS PILGRIMS OWN-LIMIT POOL-LIMIT, with DATABASE_URL naming an empty
database. Writes how many were granted, the sum of the pilgrims' counts, the bot's, and how many pilgrims got too many.
"""

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import django
from django.core.management import call_command
from django.db import connection


def main(threads: int, pilgrims: int, own: int, pool: int) -> tuple[int, int, int, int]:
    """Make the tables, let all threads start together, count the grants."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    start = threading.Barrier(threads)
    with ThreadPoolExecutor(threads) as workers:
        granted = sum(workers.map(lambda number: _granted(start, number % pilgrims, own, pool), range(threads)))
    return (granted, *_counted(own))


def _granted(start: threading.Barrier, pilgrim: int, own: int, pool: int) -> bool:
    from codex.quota import Count, grant_both  # models can be imported only after the set-up

    start.wait()
    try:
        return grant_both(Count("pilgrim", str(pilgrim), own), Count("token", "b0", pool)) is not None
    finally:
        connection.close()


def _counted(own: int) -> tuple[int, int, int]:
    from codex.models import DailyUse

    each = list(DailyUse.objects.filter(kind="pilgrim").values_list("used", flat=True))
    return sum(each), DailyUse.objects.get(kind="token").used, sum(used > own for used in each)


if __name__ == "__main__":
    sys.stdout.write(" ".join(map(str, main(*map(int, sys.argv[1:])))))
