"""`manage.py codex purge`: deletes what is kept no longer."""

from argparse import ArgumentParser

from codex.management.subcommand import Arguments, Subcommand, Write, counted
from codex.purging import purge


def _add_arguments(parser: ArgumentParser) -> None:
    """None."""


def _run(arguments: Arguments, write: Write) -> None:
    gone = purge()
    told = (
        counted(gone.counts, "daily count"),
        f"{counted(gone.tries, 'count')} of tries",
        f"{counted(gone.archives, 'archive')} of former addresses",
        f"{counted(gone.hours, 'count')} of use",
        f"{counted(gone.words, 'record')} of words looked for",
    )
    write(f"Deleted: {', '.join(told)}.")


PURGE = Subcommand("purge", "Deletes old counts and archives of former addresses.", _add_arguments, _run)
