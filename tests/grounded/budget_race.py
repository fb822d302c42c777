"""A program of test_budget: many threads with a connection each reserve at once.

Usage: python -m tests.grounded.budget_race THREADS LIMIT, with DATABASE_URL naming an empty database.
Writes how many were let in, how many calls the site's and the caller's rows count, and what is set aside.
"""

import os
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import django
from django.core.management import call_command
from django.db import OperationalError, connection, transaction
from django.utils import timezone


def main(threads: int, limit: int) -> str:
    """Make the tables, let all threads start together, count."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    start = threading.Barrier(threads)
    with ThreadPoolExecutor(threads) as pool:
        let_in = sum(pool.map(lambda _: _reserved(start, limit), range(threads)))
    return f"{let_in} {_counts()}"


def _reserved(start: threading.Barrier, limit: int) -> bool:
    """Whether this thread was let in; one that met a full house of connections tries again, as a reader would."""
    start.wait()
    while True:
        try:
            return _reserve(limit)
        except OperationalError:
            time.sleep(0.05)
        finally:
            connection.close()


def _reserve(limit: int) -> bool:
    from codex.callers import Caller  # models can be imported only after the set-up
    from grounded.budget import reserve
    from grounded.errors import AnswerError
    from grounded.options import GroundedOptions

    options = GroundedOptions(answer_daily_per_user=10**6, answer_daily_total=limit)
    try:
        with transaction.atomic():
            reserve(Caller("user", "1"), 1_000, options, now=timezone.now())
    except AnswerError:
        return False
    return True


def _counts() -> str:
    from grounded.models import Spend

    site = Spend.objects.get(kind="site")
    return f"{site.calls} {Spend.objects.get(kind='caller').calls} {Spend.objects.get(kind='month').held}"


if __name__ == "__main__":
    sys.stdout.write(main(int(sys.argv[1]), int(sys.argv[2])))
