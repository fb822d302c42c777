"""Bytes → inscriptions, and what was dropped and why (CDX-03, CDX-04, CDX-05)."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Final

from codex.core.errors import ArchiveError
from codex.core.fields import Fields, label, read_fields
from codex.core.inscriptions import Archive, Dropped, Inscription, Unfit
from codex.core.jsonsafe import load
from codex.core.links import Link, Site, join, site_of
from codex.core.readers import Reading, recognise
from codex.core.shapes import Row, Shape
from codex.core.text import sanitize_external_text
from codex.core.tongues import DEFAULT, tongue_in_path, tongue_of
from codex.core.traits import cut_bodies, traits_of

__all__ = ["Archive", "Dropped", "Inscription", "parse_archive", "survey_archive"]

#: No archive that anyone keeps has so many bad entries; naming each costs time and memory.
MAX_DROPPED: Final = 100_000
_POSITION_CHARS: Final = 80
_GENERATED_CHARS: Final = 64
#: Characters of a title or link by which a dropped entry is told.
_LABEL_CHARS: Final = 100
#: More origins than anyone reads.
_ORIGINS: Final = 20


def parse_archive(data: bytes, index_url: str, *, site_origin: str = "", summary_chars: int = 500) -> Archive:
    """Read an index into inscriptions.

    `index_url` is where the bytes came from and `site_origin` where links lead (empty: the same site); `summary_chars`
    caps title, summary and collection. One bad entry is dropped and counted. Whatever the bytes, raises nothing but
    ArchiveError, also when there are entries and none can be used; addresses that the guard refuses give GuardError.
    """
    archive = survey_archive(data, index_url, site_origin=site_origin, summary_chars=summary_chars)
    if archive.dropped and not archive.inscriptions:
        raise ArchiveError("archive_no_entries")
    return archive


def survey_archive(data: bytes, index_url: str, *, site_origin: str = "", summary_chars: int = 500) -> Archive:
    """The same for the doctor: an archive of which nothing can be used is returned too, with the reasons."""
    reading = recognise(load(data))
    site = site_of(index_url, site_origin=site_origin, below=reading.shape.folder)
    desk = _Desk(reading, site, summary_chars)
    for row in reading.rows:
        desk.take(row)
    return desk.archive()


class _Desk:
    """Takes rows in the file's order and keeps the books."""

    def __init__(self, reading: Reading, site: Site, summary_chars: int) -> None:
        self._reading = reading
        self._site = site
        self._chars = summary_chars
        self._kept: list[Inscription] = []
        self._dropped: list[Dropped] = []
        self._pages: set[str] = set()
        self._names: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._traits: Counter[str] = Counter()
        self._lengths: Counter[int] = Counter()
        self._foreign: Counter[str] = Counter()

    def take(self, row: Row) -> None:
        """Keep one row, or note why not."""
        try:
            self._keep(row, read_fields(row, self._reading.shape))
        except Unfit as unfit:
            self._dropped.append(Dropped(_position(row.position), unfit.reason, _known_by(row, self._reading.shape)))
            if len(self._dropped) > MAX_DROPPED:
                raise ArchiveError("archive_unusable") from None
            self._foreign.update([unfit.origin] if unfit.origin else [])

    def archive(self) -> Archive:
        """What was kept and noted."""
        return Archive(
            inscriptions=tuple(self._kept),
            dropped=tuple(self._dropped),
            shape=self._reading.shape.code,
            fields={field: dict(names) for field, names in self._names.items()},
            generated=sanitize_external_text(label(self._reading.generated), _GENERATED_CHARS),
            traits={**self._traits, **cut_bodies(self._lengths)},
            foreign=dict(self._foreign.most_common(_ORIGINS)),
        )

    def _keep(self, row: Row, fields: Fields) -> None:
        title = sanitize_external_text(fields.title, self._chars)
        if not title:
            raise Unfit("title_missing")
        link = self._link(fields)
        body = sanitize_external_text(fields.body)
        summary = sanitize_external_text(fields.summary, self._chars)
        collection = sanitize_external_text(fields.collection, self._chars)
        lang = self._tongue(row, fields, link)
        shown = summary or self._start(body)
        self._kept.append(Inscription(title, shown, body, collection, link.url, lang, own_summary=bool(summary)))
        self._note(fields)

    def _link(self, fields: Fields) -> Link:
        link = join(self._site, fields.url + self._reading.shape.suffix)
        if link.page in self._pages:
            raise Unfit("duplicate")
        self._pages.add(link.page)
        return link

    def _tongue(self, row: Row, fields: Fields, link: Link) -> str:
        in_link, own = tongue_in_path(link.path), tongue_of(fields.lang)
        sources = {
            "(link)": in_link,
            fields.names.get("lang", ""): own,
            "(archive)": tongue_of(label(row.lang)),
            "(index address)": self._site.tongue,
            "(default)": DEFAULT,
        }
        source, tongue = next((source, tongue) for source, tongue in sources.items() if tongue)
        self._names["lang"][source] += 1
        self._traits.update(["tongue_differs"] if in_link and own and in_link != own else [])
        return tongue

    def _start(self, body: str) -> str:
        # The cut is the sanitiser's, which keeps joined characters whole.
        return body if len(body) <= self._chars else sanitize_external_text(body[: self._chars + 100], self._chars)

    def _note(self, fields: Fields) -> None:
        for field, name in fields.names.items():
            if field != "lang":
                self._names[field][name] += 1
        self._traits.update(traits_of(fields))
        if fields.body:
            self._lengths[len(fields.body)] += 1


def _position(position: int | str) -> int | str:
    return sanitize_external_text(position, _POSITION_CHARS) if isinstance(position, str) else position


def _known_by(row: Row, shape: Shape) -> str:
    """The title or link of an entry that is of no use otherwise."""
    value = row.value if isinstance(row.value, Mapping) else {}
    told = (value.get(name) for name in (*shape.names.get("title", ()), *shape.names.get("url", ())))
    texts = (sanitize_external_text(text, _LABEL_CHARS) for text in told if isinstance(text, str))
    return next(filter(None, texts), "")
