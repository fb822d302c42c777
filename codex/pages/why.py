"""Why a hit is a hit, in words."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from codex.core.hits import Hit, Why

FIELDS = {"title": _("title"), "summary": _("summary"), "text": _("text")}
RULES = {
    "written": _("as written"),
    "stem": _("in another form"),
    "spelling": _("typed without its marks"),
    "prefix": _("as the beginning of a word"),
    "typo": _("with a letter or two changed"),
    "part": _("as part of a longer word"),
}


@dataclass(frozen=True, slots=True)
class Reason:
    """One word of the query and where it was found."""

    word: str
    told: str


def reasons(hit: Hit) -> tuple[Reason, ...]:
    """One line for each word that was found."""
    return tuple(Reason(why.word, _told(why)) for why in hit.why)


def _told(why: Why) -> str:
    points = ngettext("%(count)d point", "%(count)d points", why.points) % {"count": why.points}
    fields = ", ".join(str(FIELDS[field]) for field in why.fields)
    return gettext("%(fields)s, %(rule)s: %(points)s") % {"fields": fields, "rule": RULES[why.rule], "points": points}
