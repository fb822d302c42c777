"""Pages of results as strangers get them: the same for all who ask the same, but for what each has left today."""

import secrets
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest
from django.utils.html import escape
from django.utils.translation import get_language

from codex import context
from codex.callers import Caller
from codex.extras import offered
from codex.limits import limit_of
from codex.live import options
from codex.memory import Memory
from codex.results import Results

#: Stands for the sentence about what is left; nobody can write it into a page.
_LEFT: Final = secrets.token_hex(16)


@dataclass(frozen=True, slots=True)
class Page:
    """A page before and behind that sentence; one piece where it has none."""

    pieces: tuple[bytes, ...]

    def telling(self, left: str) -> bytes:
        """The page with the sentence."""
        return escape(left).encode().join(self.pieces)


#: The pages asked for lately: some two hundred.
pages: Final[Memory[Page]] = Memory(most=8_000_000, size=lambda page: sum(map(len, page.pieces)))


def is_stranger(request: HttpRequest) -> bool:
    """Whether nothing is known of who asks: no session, no choice of tongue or look."""
    return not request.COOKIES


def name_of(request: HttpRequest, lang: str, caller: Caller) -> Hashable:
    """All that decides what a stranger's page of results says, beside the archive; `lang` is the tongue searched."""
    settings, asked = options(), (request.scheme, request.get_host(), request.get_full_path())
    is_limited = limit_of(caller, settings) is not None
    return (*asked, get_language(), lang, settings, is_limited, offered(), context.age())


def page_of(render: Callable[[Results, str], bytes], found: Results) -> Page:
    """A page made once; `render` is given the results and the sentence about what is left."""
    has_limit = found.allowance is not None and found.allowance.limit is not None
    return Page(tuple(render(found, _LEFT if has_limit else "").split(_LEFT.encode())))
