"""What a new site needs: each step says how it stands, and leads to where it is done; other apps add theirs."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from codex import added
from codex.core.options import CodexOptions
from codex.live import locked_row, options, store
from codex.models import ArchiveSnapshot, BotToken
from codex.pages import wording
from codex.store import snapshots
from lumasite.mail import sends_mail


@dataclass(frozen=True, slots=True)
class Act:
    """A button: its name, what stands on it, and the right that it takes."""

    name: str
    label: str
    right: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """`is_done` None: a choice that is fine either way."""

    name: str
    title: str
    is_done: bool | None
    told: str
    link: str = ""
    link_text: str = ""
    act: Act | None = None


Source = Callable[[], Step]
#: Name of a button → the setting it changes, and to what.
SWITCHES: Final[dict[str, tuple[str, bool]]] = {
    "luma-on": ("enable_codex", True),
    "luma-off": ("enable_codex", False),
    "signup-on": ("allow_signup", True),
    "signup-off": ("allow_signup", False),
}
_CHANGE: Final = "codex.change_codexsettings"
#: Reading the archive is for whoever may have it read in earnest, or set what is read.
TEST: Final = ("codex.refresh_archive", _CHANGE, "codex.change_index_url")


def steps() -> Iterator[Step]:
    """All steps, in their order (raises DatabaseError)."""
    settings = options()
    yield _archive(settings)
    yield _luma(settings)
    yield _token()
    yield from (source() for source in added.steps)
    yield _mail()
    yield _sign_up(settings)


def switch(name: str, *, by: AbstractBaseUser | None) -> None:
    """Do what a button says, as a change of settings with its history."""
    field, value = SWITCHES[name]
    with transaction.atomic():
        row = locked_row()
        setattr(row, field, value)
        store(row, by=by, note="first steps")


def _settings_page() -> dict[str, Any]:
    link = reverse("admin:codex_codexsettings_change", args=["1"])
    return {"link": link, "link_text": gettext("Settings")}


def _archive(settings: CodexOptions) -> Step:
    row = snapshots.facts(settings.codex_index_url)
    is_read = row is not None and row.source != ArchiveSnapshot.Source.SAMPLE and row.fetched_at is not None
    if row and is_read and row.fetched_at and not row.failure:
        told = gettext("It was read on %(moment)s.") % {"moment": wording.minute(row.fetched_at)}
    elif is_read:
        told = gettext("It was read once, but its site fails now; the last good copy is searched.")
    else:
        told = gettext("Nothing was read from its address yet; the bundled sample is searched meanwhile.")
    return Step(
        name="archive",
        title=gettext("The archive"),
        is_done=bool(row and is_read and not row.failure),
        told=f"{told} codex-index-url: {settings.codex_index_url}",
        act=Act("test", gettext("Test archive"), ""),
        **_settings_page(),
    )


def _luma(settings: CodexOptions) -> Step:
    if settings.enable_codex:
        told, act = (
            gettext("Luma can search here by tools and MCP."),
            Act("luma-off", gettext("Switch Luma off"), _CHANGE),
        )
    else:
        told, act = (
            gettext("Tools and MCP are off; people can search."),
            Act("luma-on", gettext("Switch Luma on"), _CHANGE),
        )
    return Step(
        name="luma", title=gettext("Luma"), is_done=settings.enable_codex, told=told, act=act, **_settings_page()
    )


def _token() -> Step:
    now = timezone.now()
    active = [one for one in BotToken.objects.filter(revoked_at=None) if not one.is_expired(now)]
    told = gettext("Luma's bot shows one with each call. Active tokens: %(count)s.") % {"count": len(active)}
    link = reverse("admin:codex_bottoken_changelist")
    title = gettext("A token for the bot")
    return Step(name="token", title=title, is_done=bool(active), told=told, link=link, link_text=gettext("Bot tokens"))


def _mail() -> Step:
    told = (
        gettext("Mails go out through a server.")
        if sends_mail()
        else gettext("Mails are printed where the site runs; set EMAIL_URL in its environment.")
    )
    return Step(name="mail", title=gettext("Mail"), is_done=sends_mail(), told=told)


def _sign_up(settings: CodexOptions) -> Step:
    if settings.allow_signup:
        told, act = gettext("Anybody can make an account."), Act("signup-off", gettext("Close sign-up"), _CHANGE)
    else:
        told, act = gettext("Staff make the accounts."), Act("signup-on", gettext("Open sign-up"), _CHANGE)
    return Step(name="signup", title=gettext("Sign-up"), is_done=None, told=told, act=act, **_settings_page())
