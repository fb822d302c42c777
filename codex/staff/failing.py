"""Why an archive cannot be used, beyond the sentence: what was asked, what came back, and what would help.

The address is the staff's own; nothing that a server or an index says is repeated.
"""

from collections.abc import Iterator
from typing import Final

from codex.core.characters import clean_characters
from codex.core.errors import ArchiveError, CodexError, FetchError, GuardError
from codex.core.guard import guard_url
from codex.core.inscriptions import REASONS
from codex.core.options import CodexOptions
from codex.core.weburl import read_url
from codex.staff.checkup import check_archive
from codex.store.edition import FILE_SCHEME, home_of, is_file

Facts = dict[str, str | int]
_LOSSES: Final = 3
#: An address that holds a password is not repeated.
_UNTOLD: Final = "url_credentials"


def facts_of(error: CodexError, options: CodexOptions) -> Facts:
    """What is known of a failed reading, for a program: only what there is."""
    facts: Facts = {} if error.code == _UNTOLD else {"address": _address(options)}
    if isinstance(error, FetchError):
        facts |= {"status": error.answered} if error.answered else {}
        facts |= {"size": error.size} if error.size else {}
    if error.code == "fetch_too_large":
        facts["max_bytes"] = options.codex_max_bytes
    if isinstance(error, ArchiveError) and error.place:
        facts["place"] = error.place
    return facts


def fact_lines(error: CodexError, options: CodexOptions) -> Iterator[str]:
    """The same in words, each on a line of its own."""
    facts = facts_of(error, options)
    if "address" in facts:
        yield f"{'File' if is_file(options.codex_index_url) else 'Address'}: {facts['address']}"
    if error.code in {"name_unresolved", "name_timeout"}:
        yield f"Host: {read_url(options.codex_index_url).host}; see how it is spelt, and whether names are found here."
    if "status" in facts:
        redirect = ", a redirect; name the address that it leads to" if error.code == "fetch_redirect" else ""
        yield f"Status: {facts['status']}{redirect}."
    if "max_bytes" in facts:
        size = f"{facts['size']:,}" if "size" in facts else "more"
        yield f"Size: {size} bytes; codex-max-bytes allows {facts['max_bytes']:,}."
    if "place" in facts:
        yield f"Place: {facts['place']}."


def help_lines(error: CodexError, options: CodexOptions) -> Iterator[str]:
    """What would help, where that is known."""
    if error.code in {"private_host", "url_port"} and (host := _openable(options.codex_index_url)):
        yield f"CODEX_ALLOWED_HOSTS={host} in the environment allows it."
    if error.code == "fetch_too_large":
        wanted = getattr(error, "size", None) or "BYTES"
        how = f"in the settings under /admin/, or with: manage.py codex config set codex-max-bytes {wanted}"
        yield f"Raise codex-max-bytes, now {options.codex_max_bytes:,} bytes, {how}"
    if error.code == "archive_no_entries":
        yield from _loss_lines(options)
        if is_file(options.codex_index_url):
            yield links_line(options)


def links_line(options: CodexOptions) -> str:
    """Where the links of an archive in a file lead, and how to change it."""
    return f"Links lead to {home_of(options)}; name the archive's own site with --site-origin https://host/de/"


def _loss_lines(options: CodexOptions) -> Iterator[str]:
    """The archive is read once more: what was left out is not kept with a refusal."""
    try:
        losses = check_archive(options).report.losses
    except CodexError:
        losses = ()
    for loss in losses[:_LOSSES]:
        yield f"Dropped: {loss.count:,} × {REASONS[loss.reason]} ({loss.reason})"
    yield f"`manage.py codex check {_address(options)}` says more."


def _openable(url: str) -> str:
    """The host:port that opens an address when it is listed; empty where nothing opens it."""
    try:
        host = read_url(url).netloc
        guard_url(url, allowed_hosts=(host,))
    except GuardError:
        return ""
    return host


def _address(options: CodexOptions) -> str:
    return clean_characters(options.codex_index_url.removeprefix(FILE_SCHEME))
