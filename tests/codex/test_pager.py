"""The numbers of a pager."""

import pytest

from codex.pages.pager import pager


def link(page: int) -> str:
    return f"?page={page}"


@pytest.mark.parametrize(
    ("page", "pages", "labels"),
    [
        (1, 2, "1 2"),
        (1, 9, "1 2 … 9"),
        (2, 9, "1 2 3 … 9"),
        (3, 9, "1 2 3 4 … 9"),
        (5, 9, "1 … 4 5 6 … 9"),
        (9, 9, "1 … 8 9"),
    ],
)
def test_the_ends_and_the_neighbours_are_linked(page: int, pages: int, labels: str) -> None:
    found = pager(page, pages, link)
    assert found is not None
    assert " ".join(step.label for step in found.steps) == labels
    assert [step.label for step in found.steps if step.current] == [str(page)]


def test_the_ends_have_no_neighbour_beyond() -> None:
    first, last = pager(1, 3, link), pager(3, 3, link)
    assert first is not None
    assert (first.previous, first.next) == ("", "?page=2")
    assert last is not None
    assert (last.previous, last.next) == ("?page=2", "")


def test_one_page_needs_no_pager() -> None:
    assert pager(1, 1, link) is None
