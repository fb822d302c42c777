"""`manage.py grounded verify FILE`: the same verdict again, offline, from the receipt alone."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Final

from django.core.management.base import CommandError

from codex.management.subcommand import Arguments, Subcommand, Write
from grounded.verify import NoReceipt, verify

#: A receipt holds the texts and the replies a few times over; nothing real is larger.
LARGEST: Final = 4_000_000


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="the JSON of an answer")


def _run(arguments: Arguments, write: Write) -> None:
    try:
        checks = verify(_read(arguments["file"]))
    except NoReceipt:
        raise CommandError("This file is no receipt of an answer.") from None
    for check in checks:
        write(f"{check.name}: {check.told}, {'the same' if check.is_same else 'NOT what the receipt says'}")
    if not all(check.is_same for check in checks):
        raise CommandError("The receipt does not follow from its own bytes.")


def _read(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            data = opened.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise NoReceipt
        return data.decode("utf-8-sig")
    except OSError:
        raise CommandError("The file could not be read.") from None
    except UnicodeDecodeError:
        raise NoReceipt from None


VERIFY = Subcommand("verify", "Judges the receipt of an answer again, offline.", _add_arguments, _run)
