"""What every page says about the archive: its age and size below, and above when it is a sample or stale."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import unquote_plus, urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext, ngettext

from codex.core.errors import SearchError
from codex.core.tokens import holds_token
from codex.live import options
from codex.pages import wording
from codex.shelf import shelf
from codex.store.edition import Edition
from codex.web.local import local_path


@dataclass(frozen=True, slots=True)
class ArchiveLine:
    """One edition in words; `home` is where its site is, empty for the sample, which has none."""

    heading: str
    holds: str
    told: str
    home: str
    host: str
    notices: tuple[str, ...]


def archive_line(edition: Edition, *, age: str = "") -> ArchiveLine:
    """Describe an edition; `age` stands for how old it is, for a page that is kept while it grows older."""
    sample = edition.source == "sample"
    heading = gettext("Sample archive of %(day)s") if sample else gettext("Archive of %(day)s")
    return ArchiveLine(
        heading=heading % {"day": wording.day(dated(edition))},
        holds=_holds(edition),
        told=_told(edition, age or wording.age(edition.checked_at)),
        home="" if sample else edition.home,
        host=urlsplit(edition.home).netloc,
        notices=tuple(_notices(edition)),
    )


def _holds(edition: Edition) -> str:
    count = len(edition.tongues)
    tongues = ngettext("%(count)d tongue", "%(count)d tongues", count) % {"count": count}
    told = {"inscriptions": wording.inscriptions(edition.inscriptions), "tongues": tongues}
    return gettext("%(inscriptions)s in %(tongues)s") % told


def _told(edition: Edition, age: str) -> str:
    told = {"holds": _holds(edition), "size": wording.size(edition.size_bytes)}
    if edition.stale_since:
        confirmed = {"confirmed": wording.minute(edition.checked_at)}
        return gettext("last confirmed on %(confirmed)s: %(holds)s, %(size)s.") % (told | confirmed)
    return gettext("read %(read)s: %(holds)s, %(size)s.") % (told | {"read": age})


def _notices(edition: Edition) -> Iterator[str]:
    if edition.source == "sample":
        yield gettext(
            "This is the bundled sample archive, not binaric.tech: texts made up for trying this site; "
            "their links lead nowhere."
        )
    if edition.stale_since:
        told = {"since": wording.minute(edition.stale_since), "read": wording.minute(edition.fetched_at)}
        yield gettext("The archive could not be read since %(since)s; this is the copy of %(read)s.") % told


def dated(edition: Edition) -> datetime:
    """When the archive was made: as the index says, else as its server said, else when it was read."""
    return _iso(edition.archive.generated) or _http(edition.last_modified) or edition.fetched_at


def held() -> ArchiveLine | None:
    """Describe what this process holds in memory; nothing is fetched or read for it."""
    edition = shelf.held
    return archive_line(edition) if edition else None


def paused() -> str:
    """What people are told while staff have paused the search; empty while they have not."""
    in_force = options()
    if not in_force.pause_search:
        return ""
    if not in_force.pause_message:
        return gettext(SearchError("paused").sentence)
    return gettext("Searching is paused: %(message)s") % {"message": in_force.pause_message}


def looks(request: HttpRequest) -> dict[str, str]:
    """The theme that the browser's cookie names, and the page to come back to from choosing another one.

    The system's own theme is empty. A page that a form was sent for cannot be come back to: its place is empty too.
    """
    theme = request.COOKIES.get(settings.THEME_COOKIE_NAME, "")
    here = request.get_full_path() if request.method in ("GET", "HEAD") else ""
    # No page repeats a token that somebody put into its address.
    here = "" if holds_token(unquote_plus(here)) else local_path(here)
    return {"theme": theme if theme in ("light", "dark") else "", "here": here}


def archive(request: HttpRequest) -> dict[str, object]:
    """The context processor; what a template does not show is not asked for."""
    return {"archive": held(), "paused": SimpleLazyObject(paused), "looks": looks(request)}


def _iso(text: str) -> datetime | None:
    try:
        return _aware(datetime.fromisoformat(text))
    except ValueError:
        return None


def _http(text: str) -> datetime | None:
    try:
        return _aware(parsedate_to_datetime(text))
    except ValueError:
        return None


def _aware(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
