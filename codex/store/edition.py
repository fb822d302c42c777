"""An archive as bytes that were received, and as the edition that searches are answered from."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal, get_args
from urllib.parse import urlsplit

from codex.core.archive import Archive, parse_archive
from codex.core.catalogue import Catalogue
from codex.core.inscriptions import Inscription
from codex.core.options import DEFAULT_INDEX_URL, CodexOptions
from codex.core.ranking import Index
from codex.core.saved import Reading

Source = Literal["origin", "file", "sample"]
SOURCES: Final[tuple[Source, ...]] = get_args(Source)
#: An index URL that names a local file; only commands can set one.
FILE_SCHEME: Final = "file:"


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """What is known of an archive's bytes without them; times are aware, sizes are bytes, the digest is a SHA-256."""

    digest: str
    source: Source
    size_bytes: int
    wire_bytes: int
    etag: str
    last_modified: str
    fetched_at: datetime
    checked_at: datetime


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

    @property
    def label(self) -> Label:
        """What is known of the bytes."""
        told = {name: getattr(self, name) for name in Label.__slots__ if name != "size_bytes"}
        return Label(size_bytes=len(self.data), **told)


@dataclass(frozen=True, slots=True, kw_only=True, weakref_slot=True)
class Edition(Label):
    """One reading of the archive, indexed: what every face answers from and tells about."""

    index: Index
    archive: Archive
    #: Where links to inscriptions lead.
    home: str
    stale_since: datetime | None = None
    #: The code of the last failure to confirm this edition; empty when there was none.
    failure: str = ""
    #: Of the archive: shared by all editions of the same bytes.
    catalogue: Catalogue = field(repr=False)

    @property
    def inscriptions(self) -> int:
        """How many inscriptions can be searched."""
        return len(self.archive.inscriptions)

    @property
    def tongues(self) -> Mapping[str, int]:
        """How many inscriptions each tongue holds."""
        return self.catalogue.tongues

    @property
    def collections(self) -> Mapping[str, int]:
        """How many inscriptions each collection holds, most first."""
        return self.catalogue.collections

    @property
    def by_url(self) -> Mapping[str, Inscription]:
        """Each inscription by its link."""
        return self.catalogue.by_url


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


def edition_from(reading: Reading, label: Label, options: CodexOptions) -> Edition:
    """The edition that a reading of labelled bytes makes."""
    return Edition(
        index=reading.index,
        archive=reading.archive,
        catalogue=reading.catalogue,
        home=home_of(options),
        **{name: getattr(label, name) for name in Label.__slots__},
    )
