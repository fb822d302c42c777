"""What this site keeps, about whom and how long, in words: each sentence comes from a setting or a constant in force.

Other apps add sections of their own; this one knows none by name.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.utils.translation import gettext, ngettext

from codex import added
from codex.accounts.throttle import BOUNDS
from codex.core.options import CodexOptions
from codex.live import options
from codex.pages import wording
from codex.purging import COUNTS_KEPT
from codex.usage_models import LONGEST_WORDS
from codex.web.look import SECONDS as LOOK_SECONDS

DAY: Final = 86_400


@dataclass(frozen=True, slots=True)
class Section:
    """One thing that is kept, and what is to be known of it."""

    heading: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cookie:
    """One cookie: its name, what it holds, when a browser gets it, and how long it stays there."""

    name: str
    holds: str
    when: str
    stays: str


def sections() -> tuple[Section, ...]:
    """All of it, as the settings are now. Raises DatabaseError."""
    found = options()
    own = (
        Section(gettext("Searches"), tuple(_searches(found))),
        Section(gettext("Accounts"), tuple(_accounts(found))),
    )
    return (*own, *(section() for section in added.sections), Section(gettext("Logs"), tuple(_logs())))


def cookies() -> tuple[Cookie, ...]:
    """Every cookie that this site sets; there is no other, and none of anybody else's."""
    session, form = settings.SESSION_COOKIE_AGE, settings.CSRF_COOKIE_AGE
    return (
        Cookie(
            settings.SESSION_COOKIE_NAME,
            gettext("a random number, by which the site knows that you are signed in"),
            gettext("when you sign in"),
            days(session),
        ),
        Cookie(
            settings.CSRF_COOKIE_NAME,
            gettext("a random number, which proves that a form was sent from a page of this site"),
            gettext("with the first page that has such a form"),
            days(form),
        ),
        Cookie(
            settings.THEME_COOKIE_NAME,
            gettext("light or dark"),
            gettext("when you choose one at the foot of a page"),
            days(LOOK_SECONDS),
        ),
        Cookie(
            settings.LANGUAGE_COOKIE_NAME,
            gettext("the tongue of the pages"),
            gettext("when you choose one at the foot of a page"),
            days(settings.LANGUAGE_COOKIE_AGE),
        ),
    )


def days(seconds: float) -> str:
    """A span in whole days."""
    return for_days(int(seconds // DAY))


def for_days(count: int) -> str:
    """The same of a count of days."""
    return ngettext("%(count)s day", "%(count)s days", count) % {"count": wording.number(count)}


def _searches(found: CodexOptions) -> Iterator[str]:
    if found.query_log_days:
        told = {"days": for_days(found.query_log_days), "count": LONGEST_WORDS}
        yield (
            gettext(
                "Words that found nothing are kept for %(days)s, without who looked for them, up to %(count)d "
                "characters each; other words are not kept."
            )
            % told
        )
    else:
        yield gettext("Words that were searched for are not kept.")
    yield gettext(
        "How many searches somebody made is counted by day: under the number of an account, or, without one, under a "
        "keyed hash of the network address (of IPv6 its first half). The hash is another every day, and leads back to "
        "no address."
    )
    yield gettext("How many searches there were, how they ended and how long they took is counted without names.")
    yield gettext("These counts are kept for %(days)s.") % {"days": for_days(COUNTS_KEPT.days)}


def _accounts(found: CodexOptions) -> Iterator[str]:
    yield gettext(
        "Of an account are kept its name, its e-mail address if one was given, a hash of its password, and when it was "
        "made and last signed in to, until its owner closes it."
    )
    hours = max(bound.seconds for bound in BOUNDS.values()) // 3_600
    sentence = ngettext(
        "Tries to sign in, to sign up and to reset a password are counted under hashes, for at most %(count)d hour.",
        "Tries to sign in, to sign up and to reset a password are counted under hashes, for at most %(count)d hours.",
        hours,
    )
    yield sentence % {"count": hours}
    if found.allow_signup:
        yield gettext("Anybody can make an account; searching needs none.")


def _logs() -> Iterator[str]:
    yield gettext("Logs hold no query, no question, no answer and no network address.")
    if settings.LOG_REQUESTS:
        yield gettext("Each request is logged with its method, the kind of page, its status and its time.")
    else:
        yield gettext("Requests are not logged, only what went wrong.")


def page() -> dict[str, Any]:
    """All that the page shows."""
    return {"sections": sections(), "cookies": cookies(), "heading": gettext("What we keep")}
