"""THE DOOR for suggestions: the archive's own titles that go on as somebody begins to type (PAGE-01)."""

from dataclasses import dataclass
from typing import Final

from django.db import DatabaseError

from codex.core.errors import CodexError
from codex.core.tongues import TONGUES
from codex.live import options as live_options
from codex.pages.parameters import holds_controls
from codex.results import Refusal, refusal
from codex.search import PAUSED, SOON
from codex.shelf import shelf
from codex.store.edition import Edition

#: So many titles are offered, for so many characters of what was typed at most.
MOST: Final = 8
LONGEST: Final = 100


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A title of the archive and its tongue."""

    title: str
    lang: str


def suggest(typed: str, lang: str) -> tuple[Suggestion, ...] | Refusal:
    """Titles that begin with what was typed or hold a word that does, the asked tongue's first; not metered.

    What cannot be looked for finds nothing; refuses with a reason, never raises.
    """
    try:
        options = live_options()
        if options.pause_search:
            return refusal("paused", retry_after=PAUSED)
        if len(typed) > LONGEST or holds_controls(typed):
            return ()
        return _suggestions(shelf.current(options), typed, lang)
    except CodexError as error:
        return refusal(error, status=503, retry_after=SOON)
    except (DatabaseError, OSError):
        return refusal("storage_unavailable", retry_after=SOON)


def _suggestions(edition: Edition, typed: str, lang: str) -> tuple[Suggestion, ...]:
    titles, found = edition.catalogue.titles, list[Suggestion]()
    for tongue in sorted(TONGUES, key=lambda tongue: tongue != lang):
        if tongue in titles and len(found) < MOST:
            found += (Suggestion(title, tongue) for title in titles[tongue].beginning(typed, MOST - len(found)))
    return tuple(found)
