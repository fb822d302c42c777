"""The pages of a list: previous, next, and the numbers worth a link."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """One number with its address; the current page and the gaps have none."""

    label: str
    href: str = ""
    current: bool = False


@dataclass(frozen=True, slots=True)
class Pager:
    """Addresses of the neighbours (empty at either end) and the numbers between."""

    previous: str
    next: str
    steps: tuple[Step, ...]


def pager(page: int, pages: int, link: Callable[[int], str]) -> Pager | None:
    """Lay out the pages of a list; nothing for a list of one page."""
    if pages < 2:
        return None
    return Pager(
        previous=link(page - 1) if page > 1 else "",
        next=link(page + 1) if page < pages else "",
        steps=tuple(_step(number, page, link) for number in _shown(page, pages)),
    )


def _step(number: int, page: int, link: Callable[[int], str]) -> Step:
    return Step(str(number), link(number), number == page) if number else Step("…")


def _shown(page: int, pages: int) -> Iterator[int]:
    """The ends, the page and its neighbours; 0 stands for a gap."""
    last = 0
    for number in sorted({1, page - 1, page, page + 1, pages} & set(range(1, pages + 1))):
        if number > last + 1:
            yield 0
        yield number
        last = number
