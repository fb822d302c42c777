"""How a newer edition is come by: another process's, else the origin's under a lease, judged before it is kept."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from codex.core.errors import ArchiveError, CodexError, FetchError
from codex.core.options import CodexOptions
from codex.core.saved import Reading
from codex.models import ArchiveSnapshot
from codex.store import origin, readings, snapshots
from codex.store.edition import Copy, Edition, Label, edition_from
from codex.store.held import FIRST_PAUSE, SAMPLE_PAUSE, Held, error_of
from codex.store.origin import NOTHING_KNOWN, Validators
from codex.store.snapshots import Stored

#: A lease outlives the fetch it is taken for by so much: parsing, indexing and storing.
LEASE_SECONDS: Final = 5.0
#: The lease while an archive of so many bytes is indexed.
_MANY: Final = 1_000_000
_LONG_LEASE: Final = 100.0
#: How often a process lines up behind others before it asks for itself.
_TURNS: Final = 3
#: How far another host's clock may run ahead before its word is not taken.
_SKEW: Final = timedelta(seconds=60)


@dataclass(frozen=True, slots=True, kw_only=True)
class Renewal:
    """Reads stored and remote copies; `clock` gives aware times, `poll` is the seconds between looks at a lease."""

    clock: Callable[[], datetime] = timezone.now
    poll: float = 0.2

    def stored(self, options: CodexOptions) -> Held | None:
        """The edition kept in the database, as a restart finds it; None when there is none that can be read.

        The database tells what it is; what was made of it lies on the disk, or is made of the database's bytes.
        """
        row = snapshots.facts(options.codex_index_url)
        label = snapshots.label_of(row, options.codex_max_bytes) if row else None
        if row is None or label is None:
            return None
        try:
            return self._edition(readings.saved(label.digest, options), label, row, options) or self._reread(options)
        except CodexError:
            return None

    def _reread(self, options: CodexOptions) -> Held | None:
        kept = snapshots.stored(options)
        if kept is None:
            return None
        return self._edition(readings.reading_of(kept.copy, options), kept.copy.label, kept, options)

    def _edition(
        self, reading: Reading | None, label: Label, left: Stored | ArchiveSnapshot, options: CodexOptions
    ) -> Held | None:
        if reading is None:
            return None
        return _as_left(edition_from(reading, self._not_ahead(label), options), left, options)

    def shared(self, options: CodexOptions, last: Edition | None) -> Held | None:
        """What another process has read or confirmed since, however old; None when what is held is as new."""
        row = snapshots.facts(options.codex_index_url)
        if row is None or row.checked_at is None or not self._is_newer(row, last):
            return None
        if last is None or last.digest != row.digest:
            return self.stored(options)
        confirmed = min(row.checked_at, self.clock())
        edition = replace(last, checked_at=confirmed, etag=row.etag, last_modified=row.last_modified, stale_since=None)
        return _as_left(edition, row, options)

    def left_good(self, options: CodexOptions) -> bool:
        """Whether the last process to ask the origin left an archive behind, and no failure."""
        row = snapshots.facts(options.codex_index_url)
        return row is not None and bool(row.digest) and not row.failure

    def renewed(self, options: CodexOptions, last: Edition | None) -> Held:
        """A confirmed edition: another process's, or the origin's own (raises GuardError, FetchError, ArchiveError)."""
        begun = self.clock()
        if found := self._fresh(options, last):
            return found
        for _ in range(_TURNS):
            leased = self._lease(options)
            found = self._just_done(options, last, begun) if leased else self._awaited(options, last, begun)
            if found:
                return found
            if leased:
                break
        return self._noted(options, last, accept_empty=False)

    def forced(self, options: CodexOptions, last: Edition | None, *, accept_empty: bool) -> Held:
        """The origin's own edition, whoever else is asking; staff may accept that the archive is empty now."""
        self._lease(options, seize=True)
        return self._noted(options, last, accept_empty=accept_empty)

    def _lease(self, options: CodexOptions, *, seize: bool = False) -> bool:
        seconds = options.codex_timeout + LEASE_SECONDS
        return snapshots.lease(options.codex_index_url, self.clock(), seconds=seconds, seize=seize)

    def _keep_lease(self, options: CodexOptions, copy: Copy) -> None:
        """Making an index of many bytes takes longer than fetching them; the others wait for that as well."""
        if len(copy.data) > _MANY:
            snapshots.lease(options.codex_index_url, self.clock(), seconds=_LONG_LEASE, seize=True)

    def _awaited(self, options: CodexOptions, last: Edition | None, begun: datetime) -> Held | None:
        """Another process's result, once its lease ends: its edition, its failure raised, or None."""
        deadline = time.monotonic() + options.codex_timeout + LEASE_SECONDS
        while time.monotonic() < deadline:
            row = snapshots.facts(options.codex_index_url)
            if row is None or row.leased_until is None or row.leased_until < self.clock():
                return self._left_behind(options, last, begun)
            time.sleep(self.poll)
        return None

    def _just_done(self, options: CodexOptions, last: Edition | None, begun: datetime) -> Held | None:
        """The same for a lease that was free because another process ended its own a moment ago."""
        try:
            found = self._left_behind(options, last, begun)
        except CodexError:
            snapshots.release(options.codex_index_url)
            raise
        if found:
            snapshots.release(options.codex_index_url)
        return found

    def _left_behind(self, options: CodexOptions, last: Edition | None, begun: datetime) -> Held | None:
        row = snapshots.facts(options.codex_index_url)
        if row and row.failure and row.tried_at and row.tried_at > begun:
            raise error_of(row.failure)
        return self._fresh(options, last)

    def _fresh(self, options: CodexOptions, last: Edition | None) -> Held | None:
        """What another process left, unless the origin is to be asked all the same."""
        found = self.shared(options, last)
        return found if found and self.clock() < found.due(options) else None

    def _noted(self, options: CodexOptions, last: Edition | None, *, accept_empty: bool) -> Held:
        try:
            return Held(edition=self._asked(options, last, accept_empty=accept_empty), options=options)
        except CodexError as error:
            snapshots.fail(options.codex_index_url, error.code, self.clock())
            raise

    def _asked(self, options: CodexOptions, last: Edition | None, *, accept_empty: bool) -> Edition:
        known = Validators(last.etag, last.last_modified) if last and not accept_empty else NOTHING_KNOWN
        copy = origin.read(options, self.clock(), known=known)
        if last and _is_same(copy, last):
            return self._confirmed(options, last, copy)
        if copy is None:
            raise FetchError("fetch_status")  # "not modified", though nothing was known
        self._keep_lease(options, copy)
        edition = edition_from(readings.reading_of(copy, options), copy.label, options)
        if _has_shrunk(edition, last) and not accept_empty:
            raise ArchiveError("archive_shrunk")
        snapshots.save(options.codex_index_url, copy)
        return edition

    def _confirmed(self, options: CodexOptions, last: Edition, copy: Copy | None) -> Edition:
        now = self.clock()
        snapshots.confirm(options.codex_index_url, copy, now, digest=last.digest)
        edition = replace(last, checked_at=now, failure="", stale_since=None)
        return replace(edition, etag=copy.etag, last_modified=copy.last_modified) if copy else edition

    def _is_newer(self, row: ArchiveSnapshot, last: Edition | None) -> bool:
        if row.source == "sample" or row.checked_at is None or row.checked_at > self.clock() + _SKEW:
            return False
        return last is None or row.checked_at > last.checked_at or _is_later(row, last)

    def _not_ahead(self, label: Label) -> Label:
        return replace(label, checked_at=min(label.checked_at, self.clock()))


def _as_left(edition: Edition, left: Stored | ArchiveSnapshot, options: CodexOptions) -> Held:
    """An edition held as the database tells how asking for a newer one has gone."""
    pause = SAMPLE_PAUSE if edition.source == "sample" else FIRST_PAUSE
    failed = bool(left.failure) or edition.source == "sample"
    return Held(
        edition=replace(edition, failure=left.failure),
        options=options,
        failed_at=left.failed_at,
        failures=int(bool(left.failure)),
        retry_at=left.tried_at + pause if failed and left.tried_at else None,
    )


def _is_later(row: ArchiveSnapshot, last: Edition) -> bool:
    return row.digest != last.digest and row.fetched_at is not None and row.fetched_at > last.fetched_at


def _is_same(copy: Copy | None, last: Edition) -> bool:
    return copy is None or (copy.digest == last.digest and copy.source == last.source)


def _has_shrunk(edition: Edition, last: Edition | None) -> bool:
    had_some = last is not None and last.source != "sample" and last.inscriptions > 0
    return had_some and edition.inscriptions == 0
