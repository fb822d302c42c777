"""What staff can go to from their start page; other apps add doors of their own."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from codex import added

_SETTINGS: Final = (
    "codex.view_codexsettings", "codex.change_codexsettings", "codex.change_index_url", "codex.refresh_archive",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Door:
    """A page, what it is for, and the rights of which one opens it."""

    title: Any
    says: Any
    page: str
    rights: tuple[str, ...]
    arguments: tuple[str, ...] = ()

    @property
    def url(self) -> str:
        """Where it is."""
        return reverse(self.page, args=self.arguments)


_CALLERS: Final = ("codex.view_usage", "codex.manage_quotas")
_TOKENS: Final = ("codex.view_bottoken", "codex.add_bottoken", "codex.change_bottoken")
_DOORS: Final = (
    Door(_("First steps"), _("What a new site needs, and what of it is done."), "staff:first", _SETTINGS),
    Door(_("Usage"), _("Searches, what found nothing, times, limits, answers."), "staff:usage", ("codex.view_usage",)),
    Door(_("Archive doctor"), _("How the archive is read, what was left out, and why."), "staff:doctor", _SETTINGS),
    Door(
        _("Settings"), _("Archive, limits, ranking, Luma."), "admin:codex_codexsettings_change", _SETTINGS, ("1",)
    ),
    Door(_("Bot tokens"), _("Make, rotate and revoke them."), "admin:codex_bottoken_changelist", _TOKENS),
    Door(_("Find a caller"), _("Its count of today; reset it or set a limit."), "admin:codex_find_caller", _CALLERS),
    Door(
        _("Limits of callers' own"), _("Whose limit differs, until when, and why."),
        "admin:codex_limitoverride_changelist", _CALLERS,
    ),
)  # fmt: skip


def open_to(request: HttpRequest) -> Iterator[Door]:
    """Those that the user may go through."""
    yield from (
        door for door in (*_DOORS, *chain.from_iterable(added.doors)) if any(map(request.user.has_perm, door.rights))
    )
