"""`manage.py backup FILE`: a copy of the database while the site runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from codex.deployment.copies import CopyError, back_up


class Command(BaseCommand):
    """SQLite by its own backup interface, PostgreSQL by pg_dump."""

    help = "Writes a consistent copy of the database to a new file; the site may run meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to."""
        parser.add_argument("file", metavar="FILE", type=Path, help="a file that does not exist yet")

    def handle(self, *args: Any, **given: Any) -> None:
        """Copy, then say what is not in it."""
        try:
            size = back_up(given["file"])
        except CopyError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"Copied: {size:,} bytes. Key files are not in it; keep those of the data folder elsewhere.")
