"""Too many tries in a row are refused: by account and address, and by address alone (SEC-04)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeVar

from django.core.cache import cache
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from codex.callers import CACHE_DOWN, address_of

Act = Literal["sign-in", "sign-up", "reset"]
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Bound:
    """How many tries there are within so many seconds."""

    seconds: int
    of_account: int
    of_address: int


#: An address may be a whole school's: it gets more than one account of it. New accounts bring limits of their own.
BOUNDS: Final[Mapping[Act, Bound]] = {
    "sign-in": Bound(900, 10, 50),
    "reset": Bound(3_600, 3, 20),
    "sign-up": Bound(86_400, 20, 20),
}
#: Counts for this process while the cache cannot be reached: then fewer tries are refused, but never none.
_fallback: Final = LocMemCache("codex-throttle", {"OPTIONS": {"MAX_ENTRIES": 10_000}})


def too_many(request: HttpRequest, act: Act, account: str = "") -> bool:
    """Count one try, before it is carried out, so that no two can be the last; true when it is one too many."""
    bound = BOUNDS[act]
    by_address, by_account = _keys(request, act, account)
    counts = _counted(by_address, bound.seconds), _counted(by_account, bound.seconds)
    return counts[0] > bound.of_address or counts[1] > bound.of_account


def succeeded(request: HttpRequest, act: Act, account: str = "") -> None:
    """Take back the try that was right: the account starts anew, the address has one fewer."""
    by_address, by_account = _keys(request, act, account)
    _with_cache(lambda store: store.delete(by_account))
    _with_cache(lambda store: _lowered(store, by_address))


def _keys(request: HttpRequest, act: Act, account: str) -> tuple[str, str]:
    # Hashed: neither names nor addresses lie in the cache.
    address = address_of(request).key
    texts = (f"{act} {address}", f"{act} {address} {account.casefold()}")
    by_address, by_account = (salted_hmac("codex.accounts.throttle", text, algorithm="sha256") for text in texts)
    return f"tries-{by_address.hexdigest()}", f"tries-of-{by_account.hexdigest()}"


def _counted(key: str, seconds: int) -> int:
    return _with_cache(lambda store: _raised(store, key, seconds))


def _raised(store: BaseCache, key: str, seconds: int) -> int:
    store.add(key, 0, seconds)
    try:
        return int(store.incr(key))
    except ValueError:  # it ended in between
        store.set(key, 1, seconds)
        return 1


def _lowered(store: BaseCache, key: str) -> None:
    try:
        store.decr(key)
    except ValueError:
        return


def _with_cache(act: Callable[[BaseCache], Answer]) -> Answer:
    try:
        return act(cache)
    except CACHE_DOWN:
        return act(_fallback)
