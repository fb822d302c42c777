"""How a newer edition is come by: another process's, else the origin's under a lease, judged before it is kept."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from codex import origin, snapshots
from codex.core.errors import ArchiveError, CodexError, FetchError
from codex.core.options import CodexOptions
from codex.edition import Copy, Edition, edition_of
from codex.held import FIRST_PAUSE, SAMPLE_PAUSE, Held, error_of
from codex.models import ArchiveSnapshot
from codex.origin import NOTHING_KNOWN, Validators

#: A lease outlives the fetch it is taken for by so much: parsing, indexing and storing.
LEASE_SECONDS: Final = 5.0
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
        """The edition kept in the database, as a restart finds it; None when there is none that can be read."""
        kept = snapshots.stored(options)
        if kept is None:
            return None
        try:
            edition = edition_of(self._not_ahead(kept.copy), options)
        except CodexError:
            return None
        pause = SAMPLE_PAUSE if edition.source == "sample" else FIRST_PAUSE
        failed = bool(kept.failure) or edition.source == "sample"
        return Held(
            edition=replace(edition, failure=kept.failure),
            options=options,
            failed_at=kept.failed_at,
            failures=int(bool(kept.failure)),
            retry_at=kept.tried_at + pause if failed and kept.tried_at else None,
        )

    def shared(self, options: CodexOptions, last: Edition | None) -> Edition | None:
        """What another process has read or confirmed since; None when that is no newer than what is held."""
        row = snapshots.facts(options.codex_index_url)
        if row is None or row.checked_at is None or not self._is_newer(row, options, last):
            return None
        if last and last.digest == row.digest:
            return replace(last, checked_at=row.checked_at, failure="", stale_since=None)
        found = self.stored(options)
        return found.edition if found else None

    def renewed(self, options: CodexOptions, last: Edition | None) -> Edition:
        """A confirmed edition: another process's, or the origin's own (raises GuardError, FetchError, ArchiveError)."""
        begun = self.clock()
        if found := self.shared(options, last):
            return found
        for _ in range(_TURNS):
            leased = self._lease(options)
            found = self._just_done(options, last, begun) if leased else self._awaited(options, last, begun)
            if found:
                return found
            if leased:
                break
        return self._noted(options, last, accept_empty=False)

    def forced(self, options: CodexOptions, last: Edition | None, *, accept_empty: bool) -> Edition:
        """The origin's own edition, whoever else is asking; staff may accept that the archive is empty now."""
        self._lease(options, seize=True)
        return self._noted(options, last, accept_empty=accept_empty)

    def _lease(self, options: CodexOptions, *, seize: bool = False) -> bool:
        seconds = options.codex_timeout + LEASE_SECONDS
        return snapshots.lease(options.codex_index_url, self.clock(), seconds=seconds, seize=seize)

    def _awaited(self, options: CodexOptions, last: Edition | None, begun: datetime) -> Edition | None:
        """Another process's result, once its lease ends: its edition, its failure raised, or None."""
        deadline = time.monotonic() + options.codex_timeout + LEASE_SECONDS
        while time.monotonic() < deadline:
            row = snapshots.facts(options.codex_index_url)
            if row is None or row.leased_until is None or row.leased_until < self.clock():
                return self._left_behind(options, last, begun)
            time.sleep(self.poll)
        return None

    def _just_done(self, options: CodexOptions, last: Edition | None, begun: datetime) -> Edition | None:
        """The same for a lease that was free because another process ended its own a moment ago."""
        try:
            found = self._left_behind(options, last, begun)
        except CodexError:
            snapshots.release(options.codex_index_url)
            raise
        if found:
            snapshots.release(options.codex_index_url)
        return found

    def _left_behind(self, options: CodexOptions, last: Edition | None, begun: datetime) -> Edition | None:
        row = snapshots.facts(options.codex_index_url)
        if row and row.failure and row.tried_at and row.tried_at > begun:
            raise error_of(row.failure)
        return self.shared(options, last)

    def _noted(self, options: CodexOptions, last: Edition | None, *, accept_empty: bool) -> Edition:
        try:
            return self._asked(options, last, accept_empty=accept_empty)
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
        edition = edition_of(copy, options)
        if _has_shrunk(edition, last) and not accept_empty:
            raise ArchiveError("archive_shrunk")
        snapshots.save(options.codex_index_url, copy)
        return edition

    def _confirmed(self, options: CodexOptions, last: Edition, copy: Copy | None) -> Edition:
        now = self.clock()
        snapshots.confirm(options.codex_index_url, copy, now)
        edition = replace(last, checked_at=now, failure="", stale_since=None)
        return replace(edition, etag=copy.etag, last_modified=copy.last_modified) if copy else edition

    def _is_newer(self, row: ArchiveSnapshot, options: CodexOptions, last: Edition | None) -> bool:
        now, ttl = self.clock(), timedelta(seconds=options.codex_cache_ttl)
        if row.source == "sample" or row.checked_at is None or not now - ttl < row.checked_at <= now + _SKEW:
            return False
        return last is None or row.checked_at > last.checked_at

    def _not_ahead(self, copy: Copy) -> Copy:
        return replace(copy, checked_at=min(copy.checked_at, self.clock()))


def _is_same(copy: Copy | None, last: Edition) -> bool:
    return copy is None or (copy.digest == last.digest and copy.source == last.source)


def _has_shrunk(edition: Edition, last: Edition | None) -> bool:
    had_some = last is not None and last.source != "sample" and last.inscriptions > 0
    return had_some and edition.inscriptions == 0
