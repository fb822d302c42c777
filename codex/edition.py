"""An archive as bytes that were received, and as the edition that searches are answered from."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal, get_args
from urllib.parse import urlsplit

from codex.core.archive import Archive, parse_archive
from codex.core.inscriptions import Inscription
from codex.core.options import DEFAULT_INDEX_URL, CodexOptions
from codex.core.ranking import Index
from codex.core.tongues import TONGUES

Source = Literal["origin", "file", "sample"]
SOURCES: Final[tuple[Source, ...]] = get_args(Source)
#: An index URL that names a local file; only commands can set one.
FILE_SCHEME: Final = "file:"


@dataclass(frozen=True, slots=True, kw_only=True)
class Copy:
    """An archive's bytes and what is known of them; times are aware, sizes are bytes."""

    data: bytes
    source: Source
    wire_bytes: int
    etag: str
    last_modified: str
    fetched_at: datetime
    checked_at: datetime
    #: SHA-256 of the bytes, in hex.
    digest: str = field(init=False)

    def __post_init__(self) -> None:
        """Name the bytes once: there may be many."""
        object.__setattr__(self, "digest", hashlib.sha256(self.data).hexdigest())


@dataclass(frozen=True, slots=True, kw_only=True, weakref_slot=True)
class Edition:
    """One reading of the archive, indexed: what every face answers from and tells about."""

    index: Index
    archive: Archive
    digest: str
    source: Source
    size_bytes: int
    wire_bytes: int
    etag: str
    last_modified: str
    fetched_at: datetime
    checked_at: datetime
    #: Where links to inscriptions lead.
    home: str
    stale_since: datetime | None = None
    #: The code of the last failure to confirm this edition; empty when there was none.
    failure: str = ""
    #: How many inscriptions each tongue and each collection holds.
    tongues: Mapping[str, int] = field(init=False)
    collections: Mapping[str, int] = field(init=False)
    #: Each inscription by its link.
    by_url: Mapping[str, Inscription] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Count and sort once, here: pages ask on every request."""
        object.__setattr__(self, "by_url", {one.url: one for one in self.archive.inscriptions})
        found = Counter(inscription.lang for inscription in self.archive.inscriptions)
        object.__setattr__(self, "tongues", {tongue: found[tongue] for tongue in TONGUES if found[tongue]})
        object.__setattr__(self, "collections", _most_first(one.collection for one in self.archive.inscriptions))

    @property
    def inscriptions(self) -> int:
        """How many inscriptions can be searched."""
        return len(self.archive.inscriptions)


def _most_first(names: Iterable[str]) -> dict[str, int]:
    found = Counter(name for name in names if name)
    return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))


def home_of(options: CodexOptions) -> str:
    """Where links lead: `codex-site-origin`, or the index URL's own origin; a file has the default archive's."""
    if options.codex_site_origin:
        return options.codex_site_origin.rstrip("/")
    return _origin(DEFAULT_INDEX_URL if is_file(options.codex_index_url) else options.codex_index_url)


def is_file(index_url: str) -> bool:
    """Whether the setting names a local file."""
    return index_url.startswith(FILE_SCHEME)


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def read_archive(data: bytes, options: CodexOptions, *, parse: Callable[..., Archive] = parse_archive) -> Archive:
    """Parse bytes under the settings; `parse` may be `survey_archive` (raises ArchiveError)."""
    url, site = options.codex_index_url, options.codex_site_origin
    if is_file(url):
        site = home_of(options)
        url = f"{site}/search-index.json"
    return parse(data, url, site_origin=site, summary_chars=options.codex_summary_chars)


def edition_of(copy: Copy, options: CodexOptions) -> Edition:
    """Parse and index a copy (raises ArchiveError)."""
    archive = read_archive(copy.data, options)
    return Edition(
        index=Index(archive.inscriptions, ranking=options.codex_ranking),
        archive=archive,
        digest=copy.digest,
        source=copy.source,
        size_bytes=len(copy.data),
        wire_bytes=copy.wire_bytes,
        etag=copy.etag,
        last_modified=copy.last_modified,
        fetched_at=copy.fetched_at,
        checked_at=copy.checked_at,
        home=home_of(options),
    )
