"""Pages of results as strangers get them: the same for all who ask the same, but for what each has left today.

Where that stands, and how old the archive is, a page is kept with marks that nobody can write into it.
"""

import secrets
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest
from django.utils.html import escape
from django.utils.translation import get_language

from codex.callers import Caller
from codex.live import options
from codex.metering.limits import limit_of
from codex.pages import wording
from codex.pages.extras import offered
from codex.store.edition import Edition
from codex.web.memory import Memory

LEFT, AGE = secrets.token_hex(16), secrets.token_hex(16)


@dataclass(frozen=True, slots=True)
class Page:
    """A page with marks in it."""

    content: bytes
    outcome: str

    def telling(self, left: str, edition: Edition) -> bytes:
        """The page for one caller, now."""
        age = wording.age(edition.checked_at)
        return _put(_put(self.content, LEFT, left), AGE, age)


#: The pages asked for lately: some two hundred.
pages: Final[Memory[Page]] = Memory(most=8_000_000, size=lambda page: len(page.content))


def is_stranger(request: HttpRequest) -> bool:
    """Whether nothing is known of who asks: no session, no choice of tongue or look."""
    return not request.COOKIES


def name_of(request: HttpRequest, lang: str, caller: Caller) -> Hashable:
    """All that decides what a stranger's page of results says, beside the archive; `lang` is the tongue searched."""
    settings, asked = options(), (request.scheme, request.get_host(), request.get_full_path())
    is_limited = limit_of(caller, settings) is not None
    return (*asked, get_language(), lang, settings, is_limited, offered())


def _put(content: bytes, mark: str, text: str) -> bytes:
    return content.replace(mark.encode(), escape(text).encode())
