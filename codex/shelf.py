"""The archive in memory: answers at once while fresh, asks again once at a time, outlives a failing origin (CDX-02)."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from codex.core.errors import CodexError, FetchError
from codex.core.options import CodexOptions
from codex.store.bundled import keep_sample
from codex.store.edition import Edition
from codex.store.flight import Flight
from codex.store.held import FIRST_PAUSE, Held, error_of, reads_the_same
from codex.store.renewal import LEASE_SECONDS, Renewal

__all__ = ["Edition", "Shelf", "shelf"]


@dataclass(frozen=True, slots=True)
class _ColdFailure:
    """Why there was nothing to answer with, and how long that is not tried again."""

    code: str
    options: CodexOptions
    until: datetime


class Shelf:
    """One process's archive; every method may be called from any thread.

    `clock` gives aware times. In seconds: `patience` is how long a search waits for a newer edition before the last
    one answers, `look` how often another process's refresh is looked for in the background, `poll` how often its lease,
    `last_look` how often at most it is looked for before an error is answered.
    """

    def __init__(
        self,
        *,
        clock: Callable[[], datetime] = timezone.now,
        patience: float = 2.0,
        look: float = 5.0,
        poll: float = 0.2,
        last_look: float = 1.0,
    ) -> None:
        self._clock = clock
        self._patience = patience
        self._look, self._last_look = timedelta(seconds=look), timedelta(seconds=last_look)
        self._renewal = Renewal(clock=clock, poll=poll)
        self._lock = threading.Lock()
        self._held: Held | None = None
        self._cold: _ColdFailure | None = None
        self._flight: Flight | None = None
        self._look_at: datetime | None = None
        self._last_look_at: datetime | None = None

    def current(self, options: CodexOptions) -> Edition:
        """The edition to answer from; raises GuardError, FetchError or ArchiveError when there is none."""
        held = self._held
        if held is None or not held.fits(options):
            held = self._opened(options)
        now = self._clock()
        if now >= held.due(options):
            held = self._renewed(options, held, now)
        elif self._look_at and now >= self._look_at:
            self._start_look(options, held, now)
        return self._answer(held, options)

    def latest(self, options: CodexOptions) -> Edition:
        """The same after looking for what another process may have left: for acts that must not rest on an old copy."""
        self.current(options)
        held = self._held
        if held and held.fits(options):
            self._looked(options, held)
        return self.current(options)

    def refresh(self, options: CodexOptions, *, force: bool = False) -> Edition:
        """Ask the origin now; `force` reads it anew and accepts an empty archive.

        Raises GuardError, FetchError or ArchiveError; the last good edition then goes on answering.
        """
        flight = self._lead(options)
        flight.run(lambda: self._forced(flight, options, force=force))
        return flight.result().edition

    def use_sample(self, options: CodexOptions) -> Edition:
        """Answer from the bundled sample, unless an archive is kept for the configured URL."""
        keep_sample(options, self._clock())
        self.forget()
        return self.current(options)

    @property
    def held(self) -> Edition | None:
        """What is in memory, whatever its age; nothing is read, asked or waited for."""
        held = self._held
        return held.edition if held else None

    def is_answering(self, options: CodexOptions) -> bool:
        """Whether what is in memory answers searches; nothing is read, asked or waited for."""
        held = self._held
        return held is not None and held.fits(options) and held.answers(options, self._clock())

    def forget(self) -> None:
        """Remember nothing; what is stored stays."""
        with self._lock:
            self._held = self._cold = self._flight = self._look_at = self._last_look_at = None

    def _answer(self, held: Held, options: CodexOptions) -> Edition:
        if not held.answers(options, self._clock()):
            held = self._looked_last(options, held)
        now = self._clock()
        if not held.answers(options, now):
            raise error_of(held.edition.failure)
        since = held.stale_since(options, now)
        if since and self._is_asked_about(held, options, now):
            since = None
        if held.edition.stale_since != since:
            held = self._swapped(held, held.marked(since))
        return held.edition

    def _is_asked_about(self, held: Held, options: CodexOptions, now: datetime) -> bool:
        """Whether the edition's time ended just now, and asking for a newer one has begun and not gone wrong."""
        flight = self._flight
        asking = flight is not None and flight.is_under_way and flight.age < self._patience
        return asking and held.failed_at is None and now < held.due(options) + timedelta(seconds=self._patience)

    def _opened(self, options: CodexOptions) -> Held:
        """The first edition under these settings; one thread reads it, all others wait for that."""
        with self._lock:
            if held := self._fitting(options):
                return held
            if (cold := self._remembered(options)) and not self._may_look_last():
                raise error_of(cold.code)
            flight, leads = self._join(options)
        if leads:
            flight.run(lambda: self._open(flight, options))
        flight.wait(_limit(options))
        return flight.result()

    def _renewed(self, options: CodexOptions, held: Held, now: datetime) -> Held:
        """What is held after giving the background a moment to confirm or replace it."""
        with self._lock:
            held = self._fitting(options) or held
            if now < held.due(options):
                return held
            flight, leads = self._join(options)
        if leads:
            flight.start(lambda: self._renew(flight, options, held))
        if not held.answers(options, now):
            flight.wait(_limit(options))
        elif leads and not held.is_sample:
            flight.wait(self._patience)  # this search alone; those that come meanwhile are answered at once
        return self._fitting(options) or held

    def _start_look(self, options: CodexOptions, held: Held, now: datetime) -> None:
        """See in the background whether another process has something newer; nobody waits for it."""
        with self._lock:
            if self._look_at and now < self._look_at:
                return
            self._look_at = now + self._look
        Flight(options).start(lambda: self._looked(options, held))

    def _looked(self, options: CodexOptions, held: Held) -> Held:
        found = self._renewal.shared(options, held.edition)
        return self._adopted(held, found) if found else held

    def _looked_last(self, options: CodexOptions, held: Held) -> Held:
        """What another process may have left, before an error is answered."""
        with self._lock:
            held = self._fitting(options) or held
            if held.answers(options, self._clock()) or not self._may_look_last():
                return held
        return self._looked(options, held)

    def _may_look_last(self) -> bool:
        """Whether it is time for that; the lock is held."""
        now = self._clock()
        if self._last_look_at and now < self._last_look_at:
            return False
        self._last_look_at = now + self._last_look
        return True

    def _open(self, flight: Flight, options: CodexOptions) -> Held:
        if (cold := self._remembered(options)) and not self._renewal.left_good(options):
            raise error_of(cold.code)
        if held := self._renewal.stored(options):
            return self._publish(flight, held)
        return self._ask(flight, options, None, lambda: self._renewal.renewed(options, None))

    def _renew(self, flight: Flight, options: CodexOptions, held: Held) -> Held:
        if found := self._renewal.shared(options, held.edition):
            held = self._publish(flight, found)
            if self._clock() < held.due(options):
                return held
        return self._ask(flight, options, held, lambda: self._renewal.renewed(options, held.edition))

    def _forced(self, flight: Flight, options: CodexOptions, *, force: bool) -> Held:
        held = self._fitting(options)
        if found := self._renewal.shared(options, held.edition) if held else self._renewal.stored(options):
            held = self._publish(flight, found)
        last = held.edition if held else None
        return self._ask(flight, options, held, lambda: self._renewal.forced(options, last, accept_empty=force))

    def _ask(self, flight: Flight, options: CodexOptions, held: Held | None, ask: Callable[[], Held]) -> Held:
        try:
            return self._publish(flight, ask())
        except CodexError as error:
            self._note_failure(flight, options, held, error.code)
            raise

    def _note_failure(self, flight: Flight, options: CodexOptions, held: Held | None, code: str) -> None:
        now, latest = self._clock(), self._fitting(options) or held
        if latest:
            self._publish(flight, latest.failed(code, now, options))
            return
        with self._lock:
            if self._flight is flight:
                self._cold = _ColdFailure(code, options, now + FIRST_PAUSE)

    def _publish(self, flight: Flight, held: Held) -> Held:
        with self._lock:
            if self._flight is flight:  # else it was forgotten, or settings have changed since
                self._held, self._cold, self._look_at = held, None, self._clock() + self._look
        return held

    def _swapped(self, old: Held, new: Held) -> Held:
        with self._lock:
            if self._held is old:
                self._held = new
        return new

    def _adopted(self, old: Held, found: Held) -> Held:
        """Take another process's edition in place of the old one, however that was marked meanwhile."""
        with self._lock:
            if self._held and _confirmed(self._held) == _confirmed(old):
                self._held = found
        return found

    def _fitting(self, options: CodexOptions) -> Held | None:
        held = self._held
        return held if held and held.fits(options) else None

    def _remembered(self, options: CodexOptions) -> _ColdFailure | None:
        cold = self._cold
        return cold if cold and cold.options == options and self._clock() < cold.until else None

    def _join(self, options: CodexOptions) -> tuple[Flight, bool]:
        """The flight to wait for, and whether the caller is to carry it out; the lock is held."""
        if self._flight and self._flight.is_under_way and reads_the_same(self._flight.options, options):
            return self._flight, False
        self._flight = Flight(options)
        return self._flight, True

    def _lead(self, options: CodexOptions) -> Flight:
        """A flight of one's own, after any other has landed."""
        while True:
            with self._lock:
                other = self._flight
                if other is None or not other.is_under_way or not reads_the_same(other.options, options):
                    self._cold = None
                    self._flight = Flight(options)
                    return self._flight
            if not other.wait(_limit(options)):
                raise FetchError("fetch_timeout")


def _confirmed(held: Held) -> tuple[str, datetime, CodexOptions]:
    return held.edition.digest, held.edition.checked_at, held.options


def _limit(options: CodexOptions) -> float:
    """How long a thread waits at most for another's work: lining up behind other processes, and one fetch."""
    return 4 * (options.codex_timeout + LEASE_SECONDS)


#: This process's archive.
shelf = Shelf()
