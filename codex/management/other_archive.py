"""The archive that a command's arguments name, in place of the configured one."""

from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path

from codex.core.errors import GuardError
from codex.core.options import CodexOptions
from codex.core.weburl import check_fragment, read_url
from codex.store.edition import FILE_SCHEME, home_of, is_file


def add_site_origin(parser: ArgumentParser) -> None:
    """The argument that says where another archive's links lead."""
    parser.add_argument(
        "--site-origin",
        metavar="URL",
        help="where the archive's links lead, if not to its own site; such as https://host/de/",
    )


def pointed_at(archive: str, site_origin: str | None, configured: CodexOptions) -> CodexOptions:
    """The settings for another archive (raises GuardError).

    Without `site_origin` a URL's links lead to its own site; a file's to this site's archive: it may be its next index.
    """
    given = replace(configured, codex_index_url=_index_url_of(archive))
    if site_origin is not None:
        return replace(given, codex_site_origin=_checked(site_origin))
    if given == configured:
        return given
    home = home_of(configured) if is_file(given.codex_index_url) else ""
    return replace(given, codex_site_origin="" if home == home_of(replace(given, codex_site_origin="")) else home)


def _index_url_of(archive: str) -> str:
    if "://" in archive:
        check_fragment(archive)
        return archive
    return f"{FILE_SCHEME}{Path(archive.removeprefix(FILE_SCHEME)).expanduser().absolute()}"


def _checked(site_origin: str) -> str:
    if site_origin and read_url(site_origin).has_extra:
        raise GuardError("url_query")
    return site_origin
