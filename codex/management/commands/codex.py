"""`manage.py codex`: search, check and refresh the archive, read and change the settings."""

from argparse import ArgumentParser
from typing import Any, Final

from django.core.management.base import BaseCommand
from django.db import Error

from codex.core.errors import CodexError
from codex.management.check import CHECK
from codex.management.config import CONFIG
from codex.management.purge import PURGE
from codex.management.refresh import REFRESH
from codex.management.search import SEARCH
from codex.management.subcommand import told
from codex.management.token import TOKEN

SUBCOMMANDS: Final = {one.name: one for one in (SEARCH, CHECK, REFRESH, CONFIG, TOKEN, PURGE)}


class Command(BaseCommand):
    """One verb a subcommand; each lives in a module of its own."""

    help = "Searches, checks and refreshes the archive; reads and changes the settings."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Give each verb its own arguments and help."""
        verbs = parser.add_subparsers(dest="verb", required=True, metavar="|".join(SUBCOMMANDS))
        for one in SUBCOMMANDS.values():
            one.add_arguments(verbs.add_parser(one.name, help=one.help, description=one.help))

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the verb; whatever fails is told in words."""
        one = SUBCOMMANDS[options["verb"]]
        try:
            one.run(options, self.stdout.write)
        except (CodexError, Error) as error:
            raise told(error) from None
