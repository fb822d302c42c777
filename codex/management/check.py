"""`manage.py codex check`: the archive doctor, for the configured archive or any other; nothing is kept."""

import json
from argparse import ArgumentParser
from typing import Final

from django.db import Error

from codex.checkup import check_archive
from codex.core.errors import ArchiveError, CodexError
from codex.core.options import CodexOptions
from codex.live import options
from codex.management.other_archive import add_site_origin, pointed_at
from codex.management.subcommand import Arguments, Subcommand, Write

#: What a program has been told already, with the report.
_EMPTY: Final = "archive_no_entries"


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("archive", nargs="?", metavar="URL-or-FILE", help="another archive than the configured one")
    add_site_origin(parser)
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def _run(arguments: Arguments, write: Write) -> None:
    try:
        _check(_settings_for(arguments["archive"], arguments["site_origin"]), write, as_json=arguments["json"])
    except CodexError as error:
        if arguments["json"] and error.code != _EMPTY:
            write(json.dumps({"usable": False, "error": error.sentence, "code": error.code}, indent=2))
        raise


def _check(settings: CodexOptions, write: Write, *, as_json: bool) -> None:
    found = check_archive(settings)
    if as_json:
        write(json.dumps(found.as_dict(), ensure_ascii=False, indent=2))
    else:
        for line in found.lines():
            write(line)
    if not found.is_usable:
        raise ArchiveError(_EMPTY)


def _settings_for(archive: str | None, site_origin: str | None) -> CodexOptions:
    if archive is not None:
        return pointed_at(archive, site_origin, _configured())
    configured = options()
    return configured if site_origin is None else pointed_at(configured.codex_index_url, site_origin, configured)


def _configured() -> CodexOptions:
    """Another archive can be examined before this site has a database."""
    try:
        return options()
    except Error:
        return CodexOptions()


CHECK = Subcommand("check", "Examines the archive, or another one, and keeps nothing.", _add_arguments, _run)
