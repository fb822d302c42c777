"""Too many tries in a row are refused: by account and address, by address alone, and by account from anywhere (SEC-04).

The last bound is for many addresses that guess at one account together, and must not keep its owner out. So it does not
hold for an address from which, today, that account was signed in with or its password was set anew by a mail; and it
ends after a quarter of an hour. An open session alone is no reason: whoever found it would guess the password with it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final, Literal, NamedTuple

from django.db import connection, transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from codex.callers import address_of
from codex.models import Tries

Act = Literal["sign-in", "sign-up", "reset"]

# One statement counts and tells, so that no two tries can both be the last; a count whose time is over begins anew.
_COUNT = """
INSERT INTO codex_tries (key, count, ends_at) VALUES (%s, 1, %s)
ON CONFLICT (key) DO UPDATE SET
count = CASE WHEN codex_tries.ends_at <= %s THEN 1 ELSE codex_tries.count + 1 END,
ends_at = CASE WHEN codex_tries.ends_at <= %s THEN excluded.ends_at ELSE codex_tries.ends_at END
RETURNING count
"""


@dataclass(frozen=True, slots=True)
class Bound:
    """How many tries there are within so many seconds."""

    seconds: int
    of_account: int
    of_address: int
    #: For one account, from all addresses; not for acts of nobody's account.
    of_all: int = 0


#: An address may be a whole school's: it gets more than one account of it. New accounts bring limits of their own.
BOUNDS: Final[Mapping[Act, Bound]] = {
    "sign-in": Bound(900, 10, 50, of_all=100),
    # So many mails are enough: any of them is good for a day.
    "reset": Bound(3_600, 3, 20, of_all=6),
    "sign-up": Bound(86_400, 20, 20),
}
_KNOWN: Final = 86_400


def too_many(request: HttpRequest, act: Act, account: str = "") -> bool:
    """Count one try, before it is carried out, so that no two can be the last; true when it is one too many.

    Counted in the database, which all processes share. Raises DatabaseError when that cannot be written.
    """
    bound = BOUNDS[act]
    Tries.objects.filter(ends_at__lte=timezone.now()).delete()
    keys = _keys(request, act, account)
    counts = _counted(keys.address, bound.seconds), _counted(keys.account, bound.seconds)
    if counts[0] > bound.of_address or counts[1] > bound.of_account:
        return True
    if not account:
        return False
    # Only what was not refused yet: one address alone never uses it up.
    return _counted(keys.all, bound.seconds) > bound.of_all and not _is_known(request, account)


@transaction.atomic
def succeeded(request: HttpRequest, act: Act, account: str = "") -> None:
    """Take back the try that was right: the account starts anew here, the others have one fewer."""
    keys = _keys(request, act, account)
    Tries.objects.filter(pk=keys.account).delete()
    Tries.objects.filter(pk__in=(keys.address, keys.all), count__gt=0).update(count=F("count") - 1)
    remember(request, account)


def remember(request: HttpRequest, account: str) -> None:
    """This address has shown today that it is the owner's."""
    until = timezone.now() + timedelta(seconds=_KNOWN)
    Tries.objects.update_or_create(pk=_known(request, account), defaults={"count": 0, "ends_at": until})


def _is_known(request: HttpRequest, account: str) -> bool:
    return Tries.objects.filter(pk=_known(request, account)).exists()


class _Keys(NamedTuple):
    address: str
    account: str
    all: str


def _keys(request: HttpRequest, act: Act, account: str) -> _Keys:
    # Hashed: neither names nor addresses lie in the table.
    address, name = address_of(request).key, account.casefold()
    told = f"{act} {address}", f"{act} {address} {name} of account", f"{act} {name} from anywhere"
    return _Keys(*map(_hashed, told))


def _known(request: HttpRequest, account: str) -> str:
    return _hashed(f"{address_of(request).key} {account.casefold()} is known")


def _hashed(text: str) -> str:
    return salted_hmac("codex.accounts.throttle", text, algorithm="sha256").hexdigest()


def _counted(key: str, seconds: int) -> int:
    now = timezone.now()
    begun, ends = _moment(now), _moment(now + timedelta(seconds=seconds))
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [key, ends, begun, begun])
        return int(cursor.fetchone()[0])


def _moment(moment: Any) -> Any:
    return connection.ops.adapt_datetimefield_value(moment)
