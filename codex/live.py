"""The settings as every process sees them: read from the row at most once a second, changed in one place."""

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import Error, transaction

from codex.core.options import OPTIONS, CodexOptions, in_words
from codex.models import CodexSettings, SettingChange

#: A change reaches every process within 2 seconds (CONTRACT §1); one second leaves room for the query.
SECONDS = 1.0
#: Nobody is answered from settings older than this, however many ask while they are read anew.
OLDEST = 1.5

_log = logging.getLogger(__name__)


Values = TypeVar("Values")


class Live(Generic[Values]):
    """Remembers what a row of settings says for a moment, so that a request need not ask the database for it."""

    def __init__(self, stored: Callable[[], Values], clock: Callable[[], float] = time.monotonic) -> None:
        self._stored = stored
        self._clock = clock
        self._reading = threading.Lock()
        self._forgotten_at = float("-inf")
        #: The options and when their reading began; one tuple, so that no thread sees half of a change.
        self._held: tuple[Values, float] | None = None

    def get(self) -> Values:
        """The settings, at most a second and a half old; the defaults while there is no row.

        When their second is over, one thread reads anew while the others go on with what is held, for half a second
        more; once it is older, as after an idle spell, or forgotten, all wait for that. A database that fails leaves
        the last settings in force; before the first good reading its error is raised.
        """
        if self._held is None:
            return self._read()
        options, begun = self._held
        if self._is_fresh(begun) or not self._reading.acquire(blocking=self._is_too_old(begun)):
            return options
        try:
            options, begun = self._held
            return options if self._is_fresh(begun) else self._read()
        except Error:
            return self._keep(options)
        finally:
            self._reading.release()

    def forget(self) -> None:
        """Read the row anew at the next call, also when another thread is reading right now."""
        self._forgotten_at = self._clock()

    def _is_fresh(self, begun: float) -> bool:
        return begun > self._forgotten_at and self._clock() - begun < SECONDS

    def _is_too_old(self, begun: float) -> bool:
        return begun <= self._forgotten_at or self._clock() - begun >= OLDEST

    def _read(self) -> Values:
        begun = self._clock()
        options = self._stored()
        self._held = options, begun
        return options

    def _keep(self, options: Values) -> Values:
        _log.warning("The settings cannot be read; the last ones stay in force.")
        # Counts as a reading: for a second nobody else waits for a database that is down.
        self._held = options, self._clock()
        return options


class LiveOptions(Live[CodexOptions]):
    """The codex's settings."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(lambda: stored(), clock)


live = LiveOptions()


def options() -> CodexOptions:
    """The settings in force."""
    return live.get()


def stored() -> CodexOptions:
    """The settings as the database holds them now; the defaults while there is no row."""
    row = CodexSettings.objects.filter(pk=1).first()
    return row.options if row else CodexOptions()


def locked_row() -> CodexSettings:
    """The row, made when there is none; locked until the transaction ends, so that changes follow each other."""
    CodexSettings.objects.get_or_create(pk=1)
    return CodexSettings.objects.select_for_update().get(pk=1)


def changed() -> None:
    """Make this process read the settings anew; the others do within a second."""
    live.forget()


def store(row: CodexSettings, *, by: AbstractBaseUser | None = None, note: str = "") -> list[SettingChange]:
    """Save the row and keep who changed which setting, from what to what, and why; return what changed."""
    with transaction.atomic():
        before = stored()
        row.save()
        changes = SettingChange.objects.bulk_create(history(_pairs(before, row.options), by, note))
        transaction.on_commit(changed)
    return changes


def history(pairs: Iterable[tuple[str, str, str]], by: AbstractBaseUser | None, note: str) -> list[SettingChange]:
    """What is to be kept of settings by name, old value and new value; nothing of those that stayed."""
    by_id = by.pk if by else None
    return [
        SettingChange(name=name, old=old, new=new, changed_by_id=by_id, note=note)
        for name, old, new in pairs
        if old != new
    ]


def _pairs(before: CodexOptions, after: CodexOptions) -> Iterator[tuple[str, str, str]]:
    for option in OPTIONS:
        yield option.name, in_words(getattr(before, option.field)), in_words(getattr(after, option.field))
