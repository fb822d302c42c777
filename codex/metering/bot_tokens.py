"""Bots' tokens: made, shown once, kept as SHA-256, rotated, revoked, and known again (API-01)."""

import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from codex.caller_models import SCOPES
from codex.core.errors import CallerError
from codex.core.tokens import digest, is_token, new_token
from codex.metering.caller_acts import Whose, record
from codex.models import BotToken, CallerAct
from codex.remembered import SECONDS

LIFETIME: Final = timedelta(days=365)
OVERLAP: Final = timedelta(days=1)
Act = CallerAct.Act
#: Last use is kept to the minute: a bot that asks a hundred times a minute writes once.
_TOUCH_EVERY: Final = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Made:
    """A new token: its row, and itself for the one time that it is shown."""

    row: BotToken
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Bearer:
    """Who holds a token that is in force: the bot, and what the token was made for."""

    bot: str
    scopes: frozenset[str]


def make(
    name: str, scopes: Iterable[str], *, expires_at: datetime | None, by: AbstractBaseUser | None, reason: str
) -> Made:
    """Make a token for a new bot."""
    return _made(BotToken(name=name, bot=secrets.token_hex(16)), scopes, expires_at, Act.MAKE, by=by, reason=reason)


@transaction.atomic
def rotate(old: BotToken, *, by: AbstractBaseUser | None, reason: str, overlap: timedelta = OVERLAP) -> Made:
    """Make a token that follows another: same bot, same scopes, as long a life; the old one ends after `overlap`.

    Raises CallerError when the old one has ended already.
    """
    now = timezone.now()
    locked = BotToken.objects.select_for_update().get(pk=old.pk)
    _check(locked, now)
    life = locked.expires_at - locked.made_at if locked.expires_at else None
    following = BotToken(name=locked.name, bot=locked.bot)
    made = _made(following, locked.scopes.split(), now + life if life else None, Act.ROTATE, by=by, reason=reason)
    locked.expires_at = min(locked.expires_at or now + overlap, now + overlap)
    locked.save(update_fields=["expires_at"])
    transaction.on_commit(known.forget)
    return made


@transaction.atomic
def revoke(row: BotToken, *, by: AbstractBaseUser | None, reason: str) -> None:
    """End a token now; every process knows it within a second or so. A second time changes nothing but the record."""
    BotToken.objects.filter(pk=row.pk, revoked_at=None).update(revoked_at=timezone.now())
    record(Whose("token", row.bot), Act.REVOKE, by=by, reason=reason, detail=str(row))
    transaction.on_commit(known.forget)


def bearer(token: str, *, now: datetime | None = None) -> Bearer:
    """Whose token this is; raises CallerError with the code that says why it is not in force."""
    now, hashed = now or timezone.now(), digest(token)
    row = known.held(hashed)
    if row is None and is_token(token):  # a checksum that is wrong spares the database
        row = known.read(hashed)
    if row is None:
        raise CallerError("token_unknown" if is_token(token) else "token_malformed")
    _check(row, now)
    _touch(row, now)
    return Bearer(row.bot, _scopes(row.scopes))


@lru_cache(maxsize=16)
def _scopes(row: str) -> frozenset[str]:
    return frozenset(row.split())


class Known:
    """The rows of tokens in use, each at most a second old; unknown tokens are not remembered."""

    #: More bots than any site has; above, all are read anew.
    MOST: Final = 1_000

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._held: dict[str, tuple[BotToken, float]] = {}

    def held(self, hashed: str) -> BotToken | None:
        """The row of that hash, if it was read within a second."""
        found = self._held.get(hashed)
        return found[0] if found and self._clock() - found[1] < SECONDS else None

    def read(self, hashed: str) -> BotToken | None:
        """The row, read now."""
        held, begun = self._held, self._clock()
        row = BotToken.objects.filter(digest=hashed).first()
        if row:
            # Into the dictionary held before reading: one that was forgotten meanwhile is not filled again.
            if len(held) >= self.MOST:
                held.clear()
            held[hashed] = row, begun
        return row

    def forget(self) -> None:
        """Read all anew; the other processes do within a second."""
        self._held = {}


known: Final = Known()


def _made(
    row: BotToken,
    scopes: Iterable[str],
    expires_at: datetime | None,
    act: Act,
    *,
    by: AbstractBaseUser | None,
    reason: str,
) -> Made:
    token = new_token()
    row.digest, row.last_four = digest(token), token[-4:]
    row.scopes = " ".join(scope for scope in SCOPES if scope in set(scopes))
    row.expires_at, row.made_by_id = expires_at, by.pk if by else None
    with transaction.atomic():
        row.save()
        record(Whose("token", row.bot), act, by=by, reason=reason, detail=f"{row}: {row.scopes}")
    return Made(row, token)


def _check(row: BotToken, now: datetime) -> None:
    if row.revoked_at is not None:
        raise CallerError("token_revoked")
    if row.is_expired(now):
        raise CallerError("token_expired")


def _touch(row: BotToken, now: datetime) -> None:
    stale = now - _TOUCH_EVERY
    if row.last_used_at is None or row.last_used_at <= stale:
        BotToken.objects.filter(pk=row.pk).exclude(last_used_at__gt=stale).update(last_used_at=now)
        row.last_used_at = now
