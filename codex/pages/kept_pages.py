"""Pages of results as strangers get them: the same for all who ask the same, but for what each has left today.

Where that stands, and how old the archive is, a page is kept with marks that nobody can write into it.
"""

import re
import secrets
from collections.abc import Callable, Hashable
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
from codex.pages.wording import left_today
from codex.results import Refusal, Results
from codex.search import PAGE, answered
from codex.store.edition import Edition
from codex.web.memory import Memory

LEFT, AGE = secrets.token_hex(16), secrets.token_hex(16)
_MARKS: Final = re.compile(f"({LEFT}|{AGE})".encode())


@dataclass(frozen=True, slots=True)
class Page:
    """A page in parts, those between the others being marks."""

    parts: tuple[bytes, ...]
    outcome: str

    def telling(self, left: str, edition: Edition) -> bytes:
        """The page for one caller, now."""
        told = {LEFT.encode(): _escaped(left), AGE.encode(): _escaped(wording.age(edition.checked_at))}
        return b"".join([told.get(part, part) for part in self.parts])


#: The pages asked for lately: some two hundred.
pages: Final[Memory[Page]] = Memory(most=8_000_000, size=lambda page: sum(map(len, page.parts)))


def is_stranger(request: HttpRequest) -> bool:
    """Whether nothing is known of who asks: no session, no choice of tongue or look."""
    return not request.COOKIES


@dataclass(frozen=True, slots=True)
class Asked:
    """All that a stranger's page of results hangs on, beside the archive and what staff can change."""

    query: str
    #: The tongue searched, and the one of the page (BCP 47).
    lang: str
    tongue: str
    page: int
    collection: str
    #: Scheme, host, path with its query: the page's links hold them.
    address: tuple[str, str, str]

    def named(self, caller: Caller) -> Hashable:
        """The name of the page that answers it now."""
        settings = options()
        is_limited = limit_of(caller, settings) is not None
        return (self.address, self.tongue, self.lang, settings, is_limited, offered())


def asked_by(request: HttpRequest, *, query: str, lang: str, page: int, collection: str) -> Asked:
    """What a stranger asks for on this thread's tongue."""
    address = (request.scheme or "", request.get_host(), request.get_full_path())
    return Asked(query, lang, get_language() or "", page, collection, address)


def page_for(asked: Asked, caller: Caller, render: Callable[..., bytes]) -> bytes | Refusal:
    """Count a stranger's search and tell the page; `render` makes it of results, with marks for `left` and `age`."""

    def make(found: Results) -> Page:
        content = render(found, left=LEFT if left_today(found.allowance) else "", age=AGE)
        return Page(tuple(_MARKS.split(content)), found.outcome)

    found = answered(
        asked.query,
        asked.lang,
        caller,
        page=asked.page,
        collection=asked.collection,
        face=PAGE,
        memory=pages,
        key=asked.named(caller),
        make=make,
    )
    if isinstance(found, Refusal):
        return found
    return found.made.telling(left_today(found.allowance), found.edition)


def _escaped(text: str) -> bytes:
    return escape(text).encode()
