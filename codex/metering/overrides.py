"""The limits that staff set for single callers and groups, as every process sees them (CDX-06)."""

from collections.abc import Mapping
from typing import Final

from django.contrib.auth.models import Group
from django.db.models import Q
from django.utils import timezone

from codex.models import LimitOverride
from codex.remembered import Remembered

#: (kind, caller) -> searches a day, None for no limit.
Amounts = Mapping[tuple[str, str], int | None]

GROUP: Final = LimitOverride.Kind.GROUP.value


def _in_force() -> Amounts:
    rows = LimitOverride.objects.filter(Q(until=None) | Q(until__gt=timezone.now()))
    return {(kind, caller): amount for kind, caller, amount in rows.values_list("kind", "caller", "amount")}


amounts: Final = Remembered(_in_force)


def override_of(kind: str, caller: str) -> tuple[int | None] | None:
    """The caller's own limit or that of a user's group, boxed, since None in the box means no limit; None: neither.

    Of several groups the one that allows most counts. Asks for a user's groups only while some group has a limit.
    """
    held = amounts.get()
    if (kind, caller) in held:
        return (held[kind, caller],)
    groups = [group for of, group in held if of == GROUP] if kind == "user" else []
    return _of_groups(caller, groups, held) if groups else None


def _of_groups(user: str, groups: list[str], held: Amounts) -> tuple[int | None] | None:
    joined = Group.objects.filter(user=int(user), pk__in=groups).values_list("pk", flat=True)
    allowed = [held[GROUP, str(group)] for group in joined]
    if None in allowed:
        return (None,)
    return (max(amount for amount in allowed if amount is not None),) if allowed else None
