"""Values as the pages of answers word them."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

from django.utils import formats, timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from codex.pages import wording
from codex.results import Refusal

Text = str | Promise

#: Waits up to so many seconds are told in seconds, longer ones by their end.
_SOON: Final = 120

HOST_CLASSES: Final[Mapping[str, tuple[Text, Text]]] = {
    "loopback": (_("This machine"), _("The model runs on the machine that this site runs on; nothing leaves it.")),
    "private": (_("Private address"), _("A machine on the operator's own network.")),
    "public": (_("Public address"), _("A machine on the open internet, or one whose place its name does not tell.")),
}
REASONS: Final[Mapping[str, Text]] = {
    "wrong_citation": _("Wrong citation"),
    "not_in_source": _("Not in the source"),
    "wrong_language": _("Wrong tongue"),
    "unhelpful": _("No help"),
    "unsafe": _("Unsafe"),
}
#: What was taken off around the model's object, by the step's code.
STEPS: Final[Mapping[str, Text]] = {
    "white_space": _("white space around it"),
    "byte_order_mark": _("a byte order mark"),
    "reasoning": _("a closed block of reasoning before it"),
    "fence": _("a code fence around it"),
    "end_token": _("an end-of-turn token after it"),
    "text_parts": _("its split into parts"),
    "control_characters": _("raw control characters in it"),
}


def second(moment: datetime) -> str:
    """A date and time of day in UTC, to the second."""
    return formats.date_format(moment.astimezone(UTC), gettext("j F Y, H:i:s"), use_l10n=False) + " UTC"


def clock(moment: datetime) -> str:
    """A time of day in UTC, to the second."""
    return f"{moment.astimezone(UTC):%H:%M:%S} UTC"


def kib(count: int) -> str:
    """A bound in KiB."""
    return gettext("%(count)d KiB") % {"count": count // 1024}


def excerpts(count: int) -> str:
    """A count of excerpts."""
    return ngettext("%(count)d excerpt", "%(count)d excerpts", count) % {"count": count}


def passage(first: int, last: int, of: int) -> str:
    """Which part of an inscription is meant."""
    if (first, last) == (1, of):
        return gettext("The whole inscription.")
    told = {"first": first, "last": last, "of": of}
    if first == last:
        return gettext("Paragraph %(first)d of %(of)d.") % told
    return gettext("Paragraphs %(first)d to %(last)d of %(of)d.") % told


def again(refused: Refusal) -> str:
    """When to come back, for a refusal that knows it."""
    if refused.code in ("quota_used", "paused") or (refused.retry_after or 0) <= _SOON:
        return wording.again(refused)
    moment = timezone.now() + timedelta(seconds=refused.retry_after or 0)
    return gettext("New answers from %(moment)s on.") % {"moment": wording.minute(moment)}
