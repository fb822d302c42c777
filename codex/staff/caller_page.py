"""What staff see of one caller: who it is, today's count, whose limit that is, and what was done about it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, cast

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from codex.callers import Caller
from codex.live import options
from codex.metering.caller_acts import Whose, seen_of
from codex.metering.limits import limit_of
from codex.models import BotToken, CallerAct, DailyUse, LimitOverride
from codex.pages import wording
from codex.quota import standing

Kind = LimitOverride.Kind
KINDS: Final[dict[str, Any]] = {
    Kind.USER: _("User"),
    Kind.GROUP: _("Group of users"),
    Kind.PILGRIM: _("Pilgrim"),
    Kind.BOT: _("Bot in its own name"),
    Kind.TOKEN: _("Bot with all its pilgrims"),
    Kind.ADDRESS: _("Address of today"),
}
#: The setting that counts for whoever has no limit of their own.
SETTINGS: Final[dict[str, str]] = {Kind.ADDRESS: "codex-daily-anonymous", Kind.TOKEN: "codex-daily-per-token"}
#: So much of a hash tells callers apart.
SHOWN: Final = 12
LAST: Final = 20
_HASH: Final = re.compile("[0-9a-f]{64}", re.ASCII)
#: Of the largest number that databases take.
DIGITS: Final = 18


@dataclass(frozen=True, slots=True, kw_only=True)
class CallerPage:
    """One caller; `own` is its limit of its own, also one whose time is over."""

    whose: Whose
    kind: str
    name: str
    facts: tuple[tuple[str, str], ...]
    own: LimitOverride | None
    #: Sent along with an act: it is done only while this is still the caller's limit.
    seen: str
    acts: tuple[CallerAct, ...]
    others: tuple[tuple[str, Whose], ...]


def is_caller(kind: str, key: str) -> bool:
    """Whether there is, was or can be such a caller: pilgrims and addresses are any hash, others are known."""
    if kind in (Kind.PILGRIM, Kind.ADDRESS):
        return _HASH.fullmatch(key) is not None
    if kind in (Kind.BOT, Kind.TOKEN):
        return BotToken.objects.filter(bot=key).exists()
    if kind not in (Kind.USER, Kind.GROUP) or not (key.isdecimal() and len(key) <= DIGITS):
        return False
    model: Any = Group if kind == Kind.GROUP else get_user_model()
    return model._default_manager.filter(pk=int(key)).exists() or _left_traces(kind, key)


def _left_traces(kind: str, key: str) -> bool:
    """Whether something is kept of a user or group that was deleted."""
    kept: tuple[Any, ...] = (DailyUse, CallerAct, LimitOverride)
    return any(model.objects.filter(kind=kind, caller=key).exists() for model in kept)


def caller_page(whose: Whose) -> CallerPage:
    """Read everything that is known of a caller."""
    own = LimitOverride.objects.filter(kind=whose.kind, caller=whose.caller).select_related("set_by").first()
    return CallerPage(
        whose=whose,
        kind=str(KINDS[whose.kind]),
        name=names([whose])[whose],
        facts=tuple(_facts(whose, own)),
        own=own,
        seen=seen_of(own),
        acts=acts_on(whose),
        others=tuple(_others(whose)),
    )


def acts_on(whose: Whose) -> tuple[CallerAct, ...]:
    """What was done last, the newest first."""
    return tuple(CallerAct.objects.filter(kind=whose.kind, caller=whose.caller).select_related("done_by")[:LAST])


def names(callers: Iterable[Whose]) -> dict[Whose, str]:
    """What to call each caller: users and groups by name, bots by their newest token's, others by their hash."""
    known = _known(list(dict.fromkeys(callers)))
    return {whose: name or f"{whose.caller[:SHOWN]}…" for whose, name in known.items()}


def _known(callers: list[Whose]) -> dict[Whose, str]:
    users = get_user_model()._default_manager.in_bulk(_numbers(callers, Kind.USER))
    groups = Group.objects.in_bulk(_numbers(callers, Kind.GROUP))
    bots = [one.caller for one in callers if one.kind in (Kind.BOT, Kind.TOKEN)]
    tokens = dict(BotToken.objects.filter(bot__in=bots).order_by("made_at", "pk").values_list("bot", "name"))
    told = {Kind.USER: users, Kind.GROUP: groups}
    return {one: _named(one, cast("dict[str, Any]", told), tokens) for one in callers}


def _named(whose: Whose, told: dict[str, Any], tokens: dict[str, str]) -> str:
    if whose.kind in told:
        found = told[whose.kind].get(int(whose.caller))
        return str(found) if found else gettext("number %(number)s, deleted") % {"number": whose.caller}
    return tokens.get(whose.caller, "")


def _numbers(callers: list[Whose], kind: str) -> list[int]:
    return [int(one.caller) for one in callers if one.kind == kind]


def _facts(whose: Whose, own: LimitOverride | None) -> Iterator[tuple[str, str]]:
    if whose.kind != Kind.GROUP:
        limit = limit_of(Caller(cast("Any", whose.kind), whose.caller), options())
        allowance = standing(whose.kind, whose.caller, limit)
        yield gettext("Searches today"), wording.number(allowance.used)
        yield gettext("Limit"), gettext("none") if limit is None else wording.number(limit)
        if allowance.left is not None:
            yield gettext("Left today"), wording.number(allowance.left)
        yield gettext("New day from"), wording.minute(allowance.resets_at)
        yield gettext("Where the limit comes from"), _origin(whose, own, limit)
    else:
        yield gettext("Members"), wording.number(Group.objects.filter(pk=int(whose.caller), user__isnull=False).count())


def _origin(whose: Whose, own: LimitOverride | None, limit: int | None) -> str:
    if own and own.is_in_force:
        return gettext("a limit of its own")
    setting = SETTINGS.get(whose.kind, "codex-daily-per-user")
    given = getattr(options(), setting.replace("-", "_"))
    is_group_s = whose.kind == Kind.USER and limit != given
    return gettext("a group of this user") if is_group_s else gettext("the setting %(name)s") % {"name": setting}


def _others(whose: Whose) -> Iterator[tuple[str, Whose]]:
    """The other counter of the same bot."""
    if whose.kind == Kind.TOKEN:
        yield str(KINDS[Kind.BOT]), Whose(Kind.BOT, whose.caller)
    if whose.kind == Kind.BOT:
        yield str(KINDS[Kind.TOKEN]), Whose(Kind.TOKEN, whose.caller)
