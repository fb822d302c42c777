"""`manage.py codex refresh`: read the archive anew now."""

from argparse import ArgumentParser

from codex.core.errors import CodexError
from codex.live import options
from codex.management.subcommand import Arguments, Subcommand, Write, counted
from codex.shelf import shelf
from codex.staff.failing import help_lines
from codex.store.edition import Edition


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--force", action="store_true", help="read it whole, and accept it although it is empty now")


def _run(arguments: Arguments, write: Write) -> None:
    settings = options()
    try:
        edition = shelf.refresh(settings, force=arguments["force"])
    except CodexError as error:
        for line in help_lines(error, settings):
            write(line)
        raise
    write(f"Refreshed: {told_edition(edition)}.")


def told_edition(edition: Edition) -> str:
    """One line: how many inscriptions, in which tongues, how large."""
    tongues = ", ".join(f"{tongue} {count:,}" for tongue, count in edition.tongues.items()) or "no tongue"
    return f"{counted(edition.inscriptions, 'inscription')} ({tongues}), {counted(edition.size_bytes, 'byte')}"


REFRESH = Subcommand(
    "refresh", "Reads the archive anew now; the last good copy stays when that fails.", _add_arguments, _run
)
