"""What is made of an edition is remembered for that edition alone, the latest first, within its bounds."""

import gc
import weakref
from collections.abc import Hashable
from dataclasses import replace

from codex.store.edition import Edition
from codex.web.memory import Memory
from tests.codex.archives import edition_at_noon


def memory(most: int = 10) -> Memory[str]:
    return Memory(most=most, size=len)


def kept(held: Memory[str], edition: Edition, *keys: Hashable) -> list[str | None]:
    return [held.get(edition, key) for key in keys]


def test_what_was_kept_is_given_back() -> None:
    held, edition = memory(), edition_at_noon()
    held.keep(edition, ("a", 1), "alpha")
    assert kept(held, edition, ("a", 1), ("a", 2)) == ["alpha", None]


def test_another_edition_begins_with_nothing_though_it_be_equal() -> None:
    held, edition = memory(), edition_at_noon()
    held.keep(edition, "a", "alpha")
    assert held.get(replace(edition), "a") is None
    held.keep(replace(edition), "b", "beta")
    assert kept(held, edition, "a", "b") == [None, None]


def test_what_was_not_asked_for_longest_makes_room() -> None:
    held, edition = memory(most=10), edition_at_noon()
    for key in "abc":
        held.keep(edition, key, key * 3)
    held.get(edition, "a")
    held.keep(edition, "d", "ddd")
    assert kept(held, edition, "a", "b", "c", "d") == ["aaa", None, "ccc", "ddd"]


def test_what_is_kept_twice_counts_once() -> None:
    held, edition = memory(most=6), edition_at_noon()
    for key in "aab":
        held.keep(edition, key, key * 3)
    assert kept(held, edition, "a", "b") == ["aaa", "bbb"]


def test_what_is_larger_than_all_is_not_kept_and_drives_nothing_out() -> None:
    held, edition = memory(most=5), edition_at_noon()
    held.keep(edition, "a", "aaa")
    held.keep(edition, "b", "b" * 6)
    assert kept(held, edition, "a", "b") == ["aaa", None]


def test_an_edition_does_not_stay_for_what_was_made_of_it() -> None:
    held, edition = memory(), edition_at_noon()
    held.keep(edition, "a", "alpha")
    gone = weakref.ref(edition)
    del edition
    gc.collect()
    assert gone() is None
