"""`manage.py grounded`: set up answers, judge receipts again, and delete what is kept no longer."""

from argparse import ArgumentParser
from typing import Any, Final

from django.core.management.base import BaseCommand
from django.db import Error

from codex.core.errors import CodexError
from codex.management.subcommand import told
from grounded.management.config import CONFIG
from grounded.management.purge import PURGE
from grounded.management.verify import VERIFY

SUBCOMMANDS: Final = {one.name: one for one in (CONFIG, VERIFY, PURGE)}


class Command(BaseCommand):
    """One verb a subcommand; each lives in a module of its own."""

    help = "Reads and changes the settings of answers; judges receipts again; deletes what is kept no longer."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Give each verb its own arguments and help."""
        verbs = parser.add_subparsers(dest="verb", required=True, metavar="|".join(SUBCOMMANDS))
        for one in SUBCOMMANDS.values():
            one.add_arguments(verbs.add_parser(one.name, help=one.help, description=one.help))

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the verb; whatever fails is told in words."""
        try:
            SUBCOMMANDS[options["verb"]].run(options, self.stdout.write)
        except (CodexError, Error) as error:
            raise told(error) from None
