"""`manage.py codex check`: the archive doctor, for the configured archive or any other; nothing is kept."""

import json
from argparse import ArgumentParser
from typing import Final

from django.db import Error

from codex.core.errors import ArchiveError, CodexError
from codex.core.options import CodexOptions
from codex.live import options
from codex.management.other_archive import add_site_origin, pointed_at
from codex.management.subcommand import Arguments, Subcommand, Write
from codex.staff.checkup import check_archive
from codex.staff.failing import fact_lines, facts_of, help_lines, links_line
from codex.store.edition import is_file

#: What a program has been told already, with the report.
_EMPTY: Final = "archive_no_entries"


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("archive", nargs="?", metavar="URL-or-FILE", help="another archive than the configured one")
    add_site_origin(parser)
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def _run(arguments: Arguments, write: Write) -> None:
    archive, site_origin = arguments["archive"], arguments["site_origin"]
    settings = None
    try:
        settings = _settings_for(archive, site_origin)
        _check(settings, write, as_json=arguments["json"], asks_for_site=archive is not None and site_origin is None)
    except CodexError as error:
        if error.code != _EMPTY:
            _tell(error, settings, write, as_json=arguments["json"])
        raise


def _tell(error: CodexError, settings: CodexOptions | None, write: Write, *, as_json: bool) -> None:
    if as_json:
        told = {
            "usable": False,
            "error": error.sentence,
            "code": error.code,
            **(facts_of(error, settings) if settings else {}),
        }
        write(json.dumps(told, indent=2))
        return
    for line in (*fact_lines(error, settings), *help_lines(error, settings)) if settings else ():
        write(line)


def _check(settings: CodexOptions, write: Write, *, as_json: bool, asks_for_site: bool) -> None:
    found = check_archive(settings)
    if as_json:
        write(json.dumps(found.as_dict(), ensure_ascii=False, indent=2))
    else:
        for line in found.lines():
            write(line)
        if asks_for_site and is_file(settings.codex_index_url):
            write(links_line(settings))
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
