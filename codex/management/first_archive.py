"""What a starting site searches: the archive asked for, the one configured, or the sample that ships with it."""

from typing import Final

from django.conf import settings
from django.utils import timezone

from codex import live
from codex.core.errors import ArchiveError, CodexError
from codex.core.guard import guard_url
from codex.core.options import CodexOptions
from codex.management.other_archive import pointed_at
from codex.management.subcommand import Write
from codex.models import CodexSettings
from codex.shelf import shelf
from codex.staff.failing import help_lines
from codex.store import origin
from codex.store.edition import Edition, is_file, read_archive

_NOTE: Final = "manage.py serve --archive"


def choose_archive(archive: str | None, site_origin: str | None = None, *, write: Write = str) -> None:
    """Make a URL or a file the site's archive, or only give the present one (None) another site for its links.

    Nothing is changed when it is refused; `write` is then told what would help (raises CodexError).
    """
    row = CodexSettings.objects.filter(pk=1).first() or CodexSettings()
    chosen = pointed_at(archive or row.codex_index_url, site_origin, row.options)
    try:
        _check(chosen)
    except CodexError as error:
        _help(error, chosen, write)
        raise
    row.codex_index_url, row.codex_site_origin = chosen.codex_index_url, chosen.codex_site_origin
    live.store(row, note=_NOTE)


def _help(error: CodexError, settings: CodexOptions, write: Write) -> None:
    for line in help_lines(error, settings):
        write(line)


def _check(options: CodexOptions) -> None:
    """A URL must pass the guard, it may be down today; a file must be there and hold an archive."""
    if not is_file(options.codex_index_url):
        guard_url(options.codex_index_url, allowed_hosts=settings.CODEX_ALLOWED_HOSTS)
        return
    copy = origin.read(options, timezone.now())
    if copy is None or len(options.codex_index_url) > _longest():
        raise ArchiveError("archive_file")
    read_archive(copy.data, options)


def _longest() -> int:
    return CodexSettings._meta.get_field("codex_index_url").max_length or 0


def read_first(options: CodexOptions, write: Write) -> Edition | None:
    """The edition that the site starts with, told in words; the sample when there is nothing better."""
    try:
        edition = shelf.current(options)
        if edition.source == "sample":
            edition = shelf.refresh(options)
    except CodexError as error:
        write(f"The archive could not be read. {error.sentence} ({error.code})")
        _help(error, options, write)
        return _sample(options, write)
    if edition.stale_since:
        write(f"The archive cannot be read now; the copy of {edition.fetched_at:%Y-%m-%d %H:%M} UTC is searched.")
    return edition


def _sample(options: CodexOptions, write: Write) -> Edition | None:
    try:
        edition = shelf.use_sample(options)
    except CodexError:
        write("There is no copy of it either; the site tries again whenever somebody searches.")
        return None
    if edition.source == "sample":
        write("Until it can, the bundled sample archive is searched: texts made up for trying this site.")
    return edition
