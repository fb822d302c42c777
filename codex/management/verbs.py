"""A command of several verbs, each a module of its own: `manage.py codex`, `manage.py grounded`."""

from argparse import ArgumentParser
from typing import Any, ClassVar

from django.core.management.base import BaseCommand
from django.db import Error

from codex.core.errors import CodexError
from codex.management.subcommand import Subcommand, told


class VerbsCommand(BaseCommand):
    """One verb a subcommand; whatever fails is told in words."""

    subcommands: ClassVar[tuple[Subcommand, ...]]

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Give each verb its own arguments and help."""
        names = [one.name for one in self.subcommands]
        verbs = parser.add_subparsers(dest="verb", required=True, metavar="|".join(names))
        for one in self.subcommands:
            one.add_arguments(verbs.add_parser(one.name, help=one.help, description=one.help))

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the verb."""
        (chosen,) = (one for one in self.subcommands if one.name == options["verb"])
        try:
            chosen.run(options, self.stdout.write)
        except (CodexError, Error) as error:
            raise told(error) from None
