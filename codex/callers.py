"""Who asks: a signed-in user, a bot's pilgrim, or the address behind our own proxies (CDX-06)."""

import hmac
import logging
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final, Literal

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django_ratelimit.core import is_ratelimited

from codex.core.errors import CallerError
from codex.core.options import CodexOptions
from codex.seldom import Seldom

Address = IPv4Address | IPv6Address

_log = logging.getLogger(__name__)
#: A cache that is down is met at every request; one line a minute is enough to find it.
_complaint: Final = Seldom(60)
LONGEST_PILGRIM: Final = 128


@dataclass(frozen=True, slots=True)
class Caller:
    """Whoever is metered; `key` is a user's id, a bot's, or a hash that leads back to no address and no pilgrim.

    A "bot" asks in its own name; a "token" is a bot with all its pilgrims, whose searches are counted there as well.
    """

    kind: Literal["user", "address", "pilgrim", "bot", "token"]
    key: str
    #: Of a pilgrim or bot: the bot.
    bot: str = ""

    @property
    def pool(self) -> "Caller | None":
        """Who else each of the caller's searches is counted for."""
        return Caller("token", self.bot) if self.bot else None


def caller_of(request: HttpRequest, *, now: datetime | None = None) -> Caller:
    """The signed-in user, else the hash of the client's address on the UTC day of `now`."""
    user = _user_id(request)
    return Caller("user", user) if user else address_of(request, now=now)


def address_of(request: HttpRequest, *, now: datetime | None = None) -> Caller:
    """The address alone, whoever is signed in: the JSON face reads no cookie, so no other site spends for a visitor."""
    return Caller("address", _daily_hash(client_address(request), now))


def address_named(text: str, *, now: datetime | None = None) -> Caller | None:
    """The caller behind an address that somebody typed; None when it is none."""
    address = _parse(text)
    return Caller("address", _daily_hash(address, now)) if address else None


def pilgrim_of(bot: str, pilgrim: str | None) -> Caller:
    """Whom a bot speaks for, by an id of the bot's own choice; the bot itself when it names nobody.

    Raises CallerError (pilgrim_invalid). The same id of the same bot has the same key every day, also after its token
    was rotated; what the id was cannot be read from the key.
    """
    if pilgrim is None:
        return Caller("bot", bot, bot)
    name = pilgrim.strip()
    if not 0 < len(name) <= LONGEST_PILGRIM or not name.isprintable():
        raise CallerError("pilgrim_invalid")
    return Caller("pilgrim", _hashed(f"codex.callers pilgrim {bot}", name.encode()), bot)


def too_fast(
    request: HttpRequest,
    options: CodexOptions,
    *,
    caller: Caller | None = None,
    group: str = "requests",
    times: int = 1,
) -> bool:
    """Count one request of this minute, whatever the face; true above the limit, never while the cache is down.

    Another `group` is counted for itself, with `times` the limit.
    """
    caller = caller or caller_of(request)
    try:
        return bool(
            is_ratelimited(
                request,
                group=group,
                key=lambda _group, _request: f"{caller.kind} {caller.key}",
                rate=(options.codex_burst * times, 60),
                increment=True,
            )
        )
    except cache_errors():
        # The daily limit still holds: it is counted in the database.
        if _complaint.is_due():
            _log.warning("The cache cannot be reached; bursts are not limited until it can.")
        return False


def cache_errors() -> tuple[type[Exception], ...]:
    """What a cache that cannot be reached raises; Redis has its own, which nothing raises before it is imported."""
    redis = sys.modules.get("redis.exceptions")
    return (OSError, redis.RedisError) if redis else (OSError,)


def _user_id(request: HttpRequest) -> str:
    # Touching request.user loads the session and makes the answer vary by cookie; without the cookie nobody is there.
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return ""
    user = getattr(request, "user", None)
    return str(user.pk) if user is not None and user.is_authenticated else ""


def _daily_hash(address: Address | None, now: datetime | None) -> str:
    day = (now or datetime.now(UTC)).astimezone(UTC).date()
    # Four bytes of IPv4; of IPv6 the /64, since one household holds all of it; no address: all who have none together.
    network = address.packed[:8] if address else b""
    return _hashed(f"codex.callers {day}", network)


def _hashed(purpose: str, value: bytes) -> str:
    keyed = _keyed(purpose, settings.SECRET_KEY).copy()
    keyed.update(value)
    return keyed.hexdigest()


@lru_cache(maxsize=256)
def _keyed(purpose: str, secret: str) -> "hmac.HMAC":
    """What Django's salted_hmac makes of the site's secret for one purpose: most of its time is the same each time."""
    return salted_hmac(purpose, b"", secret=secret, algorithm="sha256")


def client_address(request: HttpRequest) -> Address | None:
    """The client's address as far as our proxies vouch for it; None when there is none (a Unix socket)."""
    peer: str = request.META.get("REMOTE_ADDR") or ""
    return _parse(_forwarded(request)) or _parse(peer)


def _forwarded(request: HttpRequest) -> str:
    depth: int = settings.TRUSTED_PROXIES
    # Each proxy adds on the right the address that spoke to it; what lies further left anyone may have written.
    hops = request.META.get("HTTP_X_FORWARDED_FOR", "").rsplit(",", depth)
    return hops[-depth] if 0 < depth <= len(hops) else ""


def _parse(text: str) -> Address | None:
    try:
        address = ip_address(_without_port(text.strip()))
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _without_port(text: str) -> str:
    # Some proxies write 192.0.2.1:4711 or [2001:db8::1]:4711.
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text
