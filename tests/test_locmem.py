"""The memory cache counts as Django's does, under keys of any kind."""

import time

import pytest

from lumasite.locmem import Counts

LONG = "a key with blanks, longer than memcached takes " * 10


@pytest.fixture
def counts() -> Counts:
    counts = Counts("of-this-test", {})
    counts.clear()
    return counts


def test_it_counts_under_any_key(counts: Counts) -> None:
    assert counts.add(LONG, 1, 60)
    assert not counts.add(LONG, 1, 60)
    assert [counts.incr(LONG), counts.incr(LONG)] == [2, 3]


def test_a_count_whose_time_is_over_begins_anew(counts: Counts) -> None:
    counts.add("over", 7, 0)
    assert counts.add("over", 1, 60)


def test_what_is_over_takes_no_room_for_longer_than_a_minute(counts: Counts, monkeypatch: pytest.MonkeyPatch) -> None:
    counts.add("over", 1, 0)
    counts.add("lasting", 1, 60)
    monkeypatch.setattr(Counts, "looked", time.monotonic() - 61)
    counts.add("new", 1, 60)
    left = counts._cache  # type: ignore[attr-defined]  # the stubs leave it out
    assert [key.rpartition(":")[2] for key in left] == ["new", "lasting"]
