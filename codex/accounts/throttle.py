"""Too many tries in a row are refused: by account and address, and by address alone (SEC-04)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final, Literal

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


#: An address may be a whole school's: it gets more than one account of it. New accounts bring limits of their own.
BOUNDS: Final[Mapping[Act, Bound]] = {
    "sign-in": Bound(900, 10, 50),
    "reset": Bound(3_600, 3, 20),
    "sign-up": Bound(86_400, 20, 20),
}


def too_many(request: HttpRequest, act: Act, account: str = "") -> bool:
    """Count one try, before it is carried out, so that no two can be the last; true when it is one too many.

    Counted in the database, which all processes share. Raises DatabaseError when that cannot be written.
    """
    bound = BOUNDS[act]
    Tries.objects.filter(ends_at__lte=timezone.now()).delete()
    by_address, by_account = _keys(request, act, account)
    counts = _counted(by_address, bound.seconds), _counted(by_account, bound.seconds)
    return counts[0] > bound.of_address or counts[1] > bound.of_account


@transaction.atomic
def succeeded(request: HttpRequest, act: Act, account: str = "") -> None:
    """Take back the try that was right: the account starts anew, the address has one fewer."""
    by_address, by_account = _keys(request, act, account)
    Tries.objects.filter(pk=by_account).delete()
    Tries.objects.filter(pk=by_address, count__gt=0).update(count=F("count") - 1)


def _keys(request: HttpRequest, act: Act, account: str) -> tuple[str, str]:
    # Hashed: neither names nor addresses lie in the table.
    address = address_of(request).key
    return _hashed(f"{act} {address}"), _hashed(f"{act} {address} {account.casefold()} of account")


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
