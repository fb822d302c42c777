"""What other apps add to the pages of a search; this app knows none of them by name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from django.http import HttpRequest

from codex import added

Place = Literal["head", "doors", "help", "before_hits", "hit", "after_hits", "inscription", "account"]
#: Parameters of the URL, and their values, that the links and forms of a search take along.
Carried = tuple[tuple[str, str], ...]

#: So many values of one parameter are taken along, each of so many characters at most.
_MOST: Final = 16
_LONGEST: Final = 2_048


@dataclass(frozen=True, slots=True, kw_only=True)
class Extra:
    """Templates for places of the pages, and the parameter of the URL that they read, if any.

    `offered` says at each page whether anything is added, `shown` what the templates are given.
    """

    templates: Mapping[Place, str]
    offered: Callable[[], bool]
    shown: Callable[[HttpRequest], Mapping[str, object]]
    parameter: str = ""


def offered() -> tuple[bool, ...]:
    """Which of them add to the pages now."""
    return tuple(extra.offered() for extra in added.extras)


def carried(request: HttpRequest) -> Carried:
    """What the URL says for the extras, each value once."""
    pairs = [(extra.parameter, value) for extra in added.extras for value in _values(request, extra.parameter)]
    return tuple(pairs)


def extras(request: HttpRequest) -> dict[str, object]:
    """The context processor: each place with its templates, and what those show."""
    places: dict[str, list[str]] = {}
    shown: dict[str, object] = {}
    for extra in added.extras:
        if extra.offered():
            shown |= extra.shown(request)
            for place, template in extra.templates.items():
                places.setdefault(place, []).append(template)
    return shown | {"extras": places}


def _values(request: HttpRequest, parameter: str) -> list[str]:
    sent = dict.fromkeys(request.GET.getlist(parameter)) if parameter else {}
    return [value for value in sent if 0 < len(value) <= _LONGEST and "\0" not in value][:_MOST]
