"""Closing an account: everything that is its owner's goes; what the site did, and what staff did, stays (GRD-10)."""

from collections.abc import Iterable, Iterator

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext, ngettext

from codex import belongings
from codex.callers import Caller
from codex.metering.overrides import amounts
from codex.models import DailyUse, LimitOverride
from codex.pages import wording


def is_closable(user: AbstractBaseUser) -> bool:
    """Whether the owner can close it alone: an account of the staff is closed by another of them."""
    return not (getattr(user, "is_staff", False) or getattr(user, "is_superuser", False))


def leaves_a_superuser(going: Iterable[int]) -> bool:
    """Whether somebody who may do everything is left without these, if there is anybody; one account stays for good."""
    supers = set(User.objects.filter(is_superuser=True, is_active=True).values_list("pk", flat=True))
    gone = supers.intersection(going)
    return not gone or gone != supers


@transaction.atomic
def close(user: AbstractBaseUser) -> None:
    """Delete the account with all that is its owner's; its sessions end with it. Raises DatabaseError."""
    caller = Caller("user", str(user.pk))
    belongings.drop(caller)
    for model in (DailyUse, LimitOverride):
        model.objects.filter(kind=caller.kind, caller=caller.key).delete()
    user.delete()
    transaction.on_commit(amounts.forget)


def held(user: AbstractBaseUser) -> Iterator[str]:
    """What closing it deletes, each in words."""
    caller = Caller("user", str(user.pk))
    yield gettext("Name, e-mail address and password")
    days = DailyUse.objects.filter(kind=caller.kind, caller=caller.key).count()
    sentence = ngettext("Counts of searches of %(count)s day", "Counts of searches of %(count)s days", days)
    if days:
        yield sentence % {"count": wording.number(days)}
    yield from belongings.held(caller)


def kept() -> Iterator[str]:
    """What stays all the same, and why."""
    yield gettext("The site's own counts of each day, which name nobody: they hold the site to its limits.")
    yield gettext("What staff did about a limit of this account, under its number alone: such acts are accounted for.")
    yield from belongings.kept()
    yield gettext("Copies of the database that the operator made before, until those are deleted.")
