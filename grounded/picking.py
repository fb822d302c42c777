"""Picking inscriptions on the pages of a search: check boxes that the URL keeps from page to page (GRD-02)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.http import HttpRequest

from codex.core.tongues import UI_CODES
from codex.pages.extras import Extra, carried
from codex.remembered import Remembered
from codex.results import Refusal
from codex.search import inscriptions
from grounded.answer import Offer, offer

PARAMETER: Final = "pick"


@dataclass(frozen=True, slots=True)
class Picked:
    """An inscription that was picked; `lang` is a code of pages."""

    url: str
    title: str
    lang: str


@dataclass(frozen=True)
class Picking:
    """What the URL says was picked; what the archive does not hold (any more) is left out."""

    urls: tuple[str, ...]

    @cached_property
    def picks(self) -> tuple[Picked, ...]:
        """The same as the archive has it; nothing is looked up before a template asks."""
        found = inscriptions(self.urls) if self.urls else None
        if found is None or isinstance(found, Refusal):
            return ()
        return tuple(Picked(one.url, one.title, UI_CODES[one.lang]) for one in found.inscriptions)


def picking(request: HttpRequest) -> Mapping[str, object]:
    """What the templates are given."""
    return {"picking": Picking(tuple(value for name, value in carried(request) if name == PARAMETER))}


#: Every page asks, and opening a stored key takes longer than all else that a page does for this.
offered: Final = Remembered(lambda: isinstance(offer(), Offer))
PICKING: Final = Extra(
    parameter=PARAMETER,
    offered=lambda: offered.get(),
    shown=picking,
    templates={
        "head": "grounded/_picks_head.html",
        "doors": "grounded/_door.html",
        "help": "grounded/_help.html",
        "before_hits": "grounded/_picked_before.html",
        "hit": "grounded/_pick.html",
        "after_hits": "grounded/_pickbar.html",
        "inscription": "grounded/_ask_this.html",
        "account": "grounded/_to_mine.html",
    },
)
