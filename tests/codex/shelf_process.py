"""A program of test_shelf_crash: one process that searches the archive, as often as it is started.

Usage: python -m tests.codex.shelf_process INDEX_URL SECONDS_FROM_NOW, with DATABASE_URL naming the database and
CODEX_ALLOWED_HOSTS the server. Writes the titles found, and "stale" when they are of the last good archive.
"""

import os
import sys
from datetime import datetime, timedelta

import django
from django.core.management import call_command
from django.utils import timezone


def main(index_url: str, seconds: float) -> str:
    """Search as a process would whose clock says that so much time has passed."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    from codex.core.options import CodexOptions
    from codex.shelf import Shelf

    def clock() -> datetime:
        return timezone.now() + timedelta(seconds=seconds)

    options = CodexOptions(codex_index_url=index_url, codex_cache_ttl=60, codex_timeout=60)
    # Patience of an hour: the test decides how long the refresh takes.
    edition = Shelf(clock=clock, patience=3600 if os.environ.get("WAIT") else 0.05).current(options)
    titles = ", ".join(inscription.title for inscription in edition.archive.inscriptions)
    return f"{titles} {'stale' if edition.stale_since else 'fresh'}"


if __name__ == "__main__":
    sys.stdout.write(main(sys.argv[1], float(sys.argv[2])))
