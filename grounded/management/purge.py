"""`manage.py grounded purge`: delete what is kept no longer; run it once a day (GRD-10)."""

from argparse import ArgumentParser

from codex.management.subcommand import Arguments, Subcommand, Write
from grounded.purging import purge


def _add_arguments(parser: ArgumentParser) -> None:
    """It takes none."""


def _run(arguments: Arguments, write: Write) -> None:
    gone = purge()
    write(f"Deleted: {gone.answers} answers, {gone.unsent} that were never sent, {gone.counts} old counts.")


PURGE = Subcommand("purge", "Deletes answers that were kept long enough, and old counts.", _add_arguments, _run)
