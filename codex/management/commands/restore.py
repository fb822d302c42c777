"""`manage.py restore FILE`: put a copy back."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import Error

from codex.deployment.copies import CopyError, is_newer, restore
from codex.management.subcommand import told


class Command(BaseCommand):
    """All of it or nothing, then the migrations that the copy lacks."""

    help = "Puts a copy that `backup` made in place of what the database holds."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which, and whether what is there may go."""
        parser.add_argument("file", metavar="FILE", type=Path, help="what `backup` wrote")
        parser.add_argument("--replace", action="store_true", help="what the database holds now is lost")

    def handle(self, *args: Any, **given: Any) -> None:
        """Put back, then migrate."""
        try:
            restore(given["file"], replace=given["replace"])
            if is_newer():
                raise CommandError("Restored, but the copy is of a newer version; install that one.")
        except CopyError as error:
            raise CommandError(str(error)) from None
        except Error as error:
            raise told(error) from None
        call_command("migrate", interactive=False, verbosity=0)
        self.stdout.write("Restored; the database is up to date.")
