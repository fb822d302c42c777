"""`manage.py codex check`: the archive doctor, for the configured archive or any other; nothing is kept."""

import json
from argparse import ArgumentParser
from dataclasses import replace
from typing import Final

from django.db import Error

from codex.checkup import check_archive
from codex.core.errors import ArchiveError, CodexError
from codex.core.options import CodexOptions
from codex.edition import is_file
from codex.live import options
from codex.management.subcommand import Arguments, Subcommand, Write, index_url_of

#: What a program has been told already, with the report.
_EMPTY: Final = "archive_no_entries"


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("archive", nargs="?", metavar="URL-or-FILE", help="another archive than the configured one")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def _run(arguments: Arguments, write: Write) -> None:
    try:
        _check(_settings_for(arguments["archive"]), write, as_json=arguments["json"])
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


def _settings_for(archive: str | None) -> CodexOptions:
    if archive is None:
        return options()
    configured = _configured()
    given = replace(configured, codex_index_url=index_url_of(archive))
    # Another site's links lead to that site; a file's to wherever this site's do.
    same = given == configured or is_file(given.codex_index_url)
    return given if same else replace(given, codex_site_origin="")


def _configured() -> CodexOptions:
    """Another archive can be examined before this site has a database."""
    try:
        return options()
    except Error:
        return CodexOptions()


CHECK = Subcommand("check", "Examines the archive, or another one, and keeps nothing.", _add_arguments, _run)
