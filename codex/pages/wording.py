"""Values as words in the tongue of the pages: dates, ages, sizes, waits."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Any

from django.utils import formats, timezone
from django.utils.text import Truncator
from django.utils.timesince import timesince
from django.utils.translation import get_language, gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from codex.core.characters import clean_characters
from codex.quota import Allowance
from codex.results import Refusal

#: The tongues as a sentence of the interface names them; links carry each tongue's own name.
TONGUES = {"en": _("English"), "de": _("German"), "eo": _("Esperanto"), "no": _("Norwegian"), "uk": _("Ukrainian")}
#: Spans of time as parts of sentences: "3 days" alone has other endings in some tongues than "3 days ago".
AGO: dict[str, Any] = {
    "year": ngettext_lazy("%(num)d year ago", "%(num)d years ago", "num"),
    "month": ngettext_lazy("%(num)d month ago", "%(num)d months ago", "num"),
    "week": ngettext_lazy("%(num)d week ago", "%(num)d weeks ago", "num"),
    "day": ngettext_lazy("%(num)d day ago", "%(num)d days ago", "num"),
    "hour": ngettext_lazy("%(num)d hour ago", "%(num)d hours ago", "num"),
    "minute": ngettext_lazy("%(num)d minute ago", "%(num)d minutes ago", "num"),
}
#: A limit begins anew within a day.
AHEAD: dict[str, Any] = {
    "day": ngettext_lazy("in %(num)d day", "in %(num)d days", "num"),
    "hour": ngettext_lazy("in %(num)d hour", "in %(num)d hours", "num"),
    "minute": ngettext_lazy("in %(num)d minute", "in %(num)d minutes", "num"),
}
ECHOED_CHARS = 80
#: Waits up to so many seconds are told in seconds.
_SOON = 120


def echoed(text: str) -> str:
    """What somebody sent, for a sentence of ours: without invisible and direction characters, and not too long.

    A longer query stands whole in the box.
    """
    return Truncator(clean_characters(text)).chars(ECHOED_CHARS)


def quoted(typed: str) -> str:
    """What somebody typed, in the quotation marks of the page's tongue."""
    return gettext("“%(word)s”") % {"word": echoed(typed)}


def day(moment: datetime) -> str:
    """A date: 30 November 2026."""
    return formats.date_format(moment.astimezone(UTC), gettext("j F Y"), use_l10n=False)


def minute(moment: datetime) -> str:
    """A date and time of day in UTC."""
    return formats.date_format(moment.astimezone(UTC), gettext("j F Y, H:i"), use_l10n=False) + " UTC"


def age(moment: datetime) -> str:
    """How long ago: 14 minutes ago."""
    return _age(moment, int((timezone.now() - moment).total_seconds()) // 60, get_language())


@lru_cache(maxsize=64)
def _age(moment: datetime, minutes: int, _tongue: str | None) -> str:
    """Remembered, since every page tells the archive's."""
    if minutes < 1:
        return gettext("just now")
    return timesince(moment, moment + timedelta(minutes=minutes), depth=1, time_strings=AGO)


def size(count: int) -> str:
    """Bytes in decimal units, as the settings count them: 1.9 MB."""
    if round(count / 1_000, 1) < 1_000:
        return gettext("%(size)s kB") % {"size": decimal(count / 1_000, 1)}
    return gettext("%(size)s MB") % {"size": decimal(count / 1_000_000, 1)}


def number(count: int) -> str:
    """A count with its thousands set apart."""
    return formats.number_format(count, force_grouping=True)


def decimal(value: float | Decimal, digits: int) -> str:
    """A number with so many digits behind its point, or comma."""
    # Rounded here: number_format only cuts off.
    return formats.number_format(round(float(value), digits), digits, force_grouping=True)


def inscriptions(count: int) -> str:
    """A count of inscriptions."""
    return ngettext("%(told)s inscription", "%(told)s inscriptions", count) % {"told": number(count)}


def left_today(allowance: Allowance | None) -> str:
    """How many searches the caller still has; nothing for one who is not metered or has no limit."""
    if allowance is None or allowance.left is None or allowance.limit is None:
        return ""
    return _left_today(allowance.left, allowance.limit, get_language())


@lru_cache(maxsize=1_024)
def _left_today(left: int, limit: int, _tongue: str | None) -> str:
    """Remembered, since every page of results tells it."""
    sentence = ngettext(
        "%(left)s of your %(limit)s searches is left today.",
        "%(left)s of your %(limit)s searches are left today.",
        left,
    )
    return sentence % {"left": number(left), "limit": number(limit)}


def closed(*, has_account: bool) -> dict[str, str]:
    """What people are told whose limit is 0: nothing of theirs is used up, and tomorrow is no different."""
    if has_account:
        sentence = gettext("Searching is closed for this account.")
    else:
        sentence = gettext("Searching is closed for callers without an account.")
    return {"heading": gettext("Searching is closed"), "sentence": sentence, "again": ""}


def again(refused: Refusal) -> str:
    """When to come back, for a refusal that knows it; otherwise nothing."""
    if refused.code == "quota_used" and refused.allowance:
        return _at(refused.allowance.resets_at)
    # How long staff will pause the search nobody knows: the seconds are for programs.
    return _in(refused.retry_after) if refused.retry_after and refused.code != "paused" else ""


def _at(moment: datetime) -> str:
    told = {"moment": minute(moment), "wait": timesince(timezone.now(), moment, depth=1, time_strings=AHEAD)}
    return gettext("New searches from %(moment)s on, %(wait)s.") % told


def _in(seconds: int) -> str:
    if seconds > _SOON:
        minutes = -(-seconds // 60)
        sentence = ngettext("Try again in %(minutes)d minute.", "Try again in %(minutes)d minutes.", minutes)
        return sentence % {"minutes": minutes}
    sentence = ngettext("Try again in %(seconds)d second.", "Try again in %(seconds)d seconds.", seconds)
    return sentence % {"seconds": seconds}
