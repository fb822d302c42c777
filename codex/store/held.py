"""The edition in memory and the rules of its age: when to ask again, since when stale, whether it still answers."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from codex.core.errors import ArchiveError, CodexError, FetchError, GuardError, SearchError
from codex.core.options import CodexOptions
from codex.store.edition import Edition

#: After the first failure the origin is asked again so soon; the pause doubles up to the longest.
FIRST_PAUSE: Final = timedelta(seconds=5)
LONGEST_PAUSE: Final = timedelta(seconds=60)
#: How often the origin of a sample is asked for the real archive.
SAMPLE_PAUSE: Final = timedelta(seconds=60)


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """The last good edition, the settings it was made under, and how asking for a newer one has gone since."""

    edition: Edition
    options: CodexOptions
    failures: int = 0
    failed_at: datetime | None = None
    #: The origin is not asked before then, unless a setting changes.
    retry_at: datetime | None = None

    def fits(self, options: CodexOptions) -> bool:
        """Whether the edition is what these settings ask for."""
        if options == self.options:
            return True
        within = self.edition.size_bytes <= options.codex_max_bytes or self.is_sample
        return within and _shaping(options) == _shaping(self.options)

    @property
    def is_sample(self) -> bool:
        """Whether the bundled sample stands in for an archive that was never read."""
        return self.edition.source == "sample"

    def due(self, options: CodexOptions) -> datetime:
        """When the origin is to be asked next."""
        ends = self.edition.checked_at if self.is_sample else self._ends(options)
        if self.retry_at is None or options != self.options:
            return ends
        return max(self.retry_at, ends)

    def stale_since(self, options: CodexOptions, now: datetime) -> datetime | None:
        """When the edition's time was over; None while it lasts. A sample is never stale: nothing newer is known."""
        ends = self._ends(options)
        return None if self.is_sample or now < ends else ends

    def answers(self, options: CodexOptions, now: datetime) -> bool:
        """Whether searches are answered: always at first, for `codex-stale-if-error` once the origin has failed."""
        if self.failed_at is None or self.stale_since(options, now) is None:
            return True
        grace = timedelta(seconds=options.codex_stale_if_error)
        return now < max(self.failed_at, self._ends(options)) + grace

    def marked(self, stale_since: datetime | None) -> "Held":
        """The same edition, saying since when it is stale."""
        return replace(self, edition=replace(self.edition, stale_since=stale_since))

    def failed(self, code: str, now: datetime, options: CodexOptions) -> "Held":
        """The same edition after one more failure."""
        return replace(
            self,
            edition=replace(self.edition, failure=code),
            options=options,
            failures=self.failures + 1,
            failed_at=self.failed_at or now,
            retry_at=now + self._pause(),
        )

    def _pause(self) -> timedelta:
        if self.is_sample:
            return SAMPLE_PAUSE
        return min(FIRST_PAUSE * (1 << min(self.failures, 10)), LONGEST_PAUSE)

    def _ends(self, options: CodexOptions) -> datetime:
        return self.edition.checked_at + timedelta(seconds=options.codex_cache_ttl)


def _shaping(options: CodexOptions) -> tuple[str, str, int, str]:
    """The settings that decide what an edition holds."""
    return (options.codex_index_url, options.codex_site_origin, options.codex_summary_chars, options.codex_ranking)


def reads_the_same(one: CodexOptions, other: CodexOptions) -> bool:
    """Whether reading the archive under either setting gives the same edition."""
    return _shaping(one) == _shaping(other) and one.codex_max_bytes == other.codex_max_bytes


def error_of(code: str) -> CodexError:
    """The refusal that a stored code stands for."""
    for kind in (GuardError, FetchError, ArchiveError):
        if code in kind.reasons:
            return kind(code)
    return SearchError("archive_unavailable")
