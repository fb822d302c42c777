"""While the site is worked on, every address answers 503; staff may pass, and probes are answered as ever.

The switch is a file in the data folder, so it also holds while there is no database; each host has its own.
"""

import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import Error as DatabaseError
from django.http import HttpRequest, HttpResponse

from codex.results import refusal
from codex.web.problems import answer

#: What callers are told to wait, in seconds, when nobody said how long it takes, or it takes longer.
WAIT: Final = 600
_SHORTEST: Final = 30
#: Where staff sign in.
DOORS: Final = frozenset({"/admin/login/", "/account/sign-in/"})


def switch() -> Path:
    """The file: while it exists the site is closed; it may hold the time (ISO 8601) when it opens again."""
    return Path(_switch(settings.DATA_DIR))


def is_closed() -> bool:
    """Whether the site is closed on this host."""
    return os.path.exists(_switch(settings.DATA_DIR))


@lru_cache(maxsize=8)
def _switch(folder: Path) -> str:
    """As a plain string: making a path takes ten times as long as looking for it, and every request looks."""
    return str(Path(folder) / "maintenance")


def close(minutes: int | None = None, *, now: datetime | None = None) -> None:
    """Close the site, perhaps for about so many minutes; it stays closed until somebody opens it. Raises OSError."""
    opens = (now or datetime.now(UTC)) + timedelta(minutes=minutes) if minutes else None
    switch().write_text(f"{opens.isoformat(timespec='seconds')}\n" if opens else "", encoding="utf-8")


def reopen() -> bool:
    """Open it again; says whether it was closed. Raises OSError."""
    was_closed = is_closed()
    switch().unlink(missing_ok=True)
    return was_closed


def seconds_left(*, now: datetime | None = None) -> int:
    """How long callers should wait."""
    try:
        opens = datetime.fromisoformat(switch().read_text(encoding="utf-8").strip())
        left = int((opens - (now or datetime.now(UTC))).total_seconds())
    except (OSError, ValueError, TypeError):  # TypeError: a time without its zone
        return WAIT
    return max(left, _SHORTEST) if left > 0 else WAIT


class Maintenance:
    """Answers for all views while the site is closed."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Let staff and their doors through."""
        if not is_closed() or request.path_info in DOORS or _is_staff(request):
            return self.get_response(request)
        return answer(request, refusal("maintenance", retry_after=seconds_left()))


def _is_staff(request: HttpRequest) -> bool:
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return False
    try:
        user = getattr(request, "user", None)
        return bool(user is not None and user.is_active and user.is_staff)
    except DatabaseError:  # the very thing that may be worked on
        return False
