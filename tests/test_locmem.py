"""The memory cache counts as Django's does, under keys of any kind."""

import pytest

from lumasite.locmem import Counts

LONG = "a key with blanks, longer than memcached takes " * 10


@pytest.fixture
def counts() -> Counts:
    return Counts("of-this-test", {})


def test_it_counts_under_any_key(counts: Counts) -> None:
    assert counts.add(LONG, 1, 60)
    assert not counts.add(LONG, 1, 60)
    assert [counts.incr(LONG), counts.incr(LONG)] == [2, 3]


def test_a_count_whose_time_is_over_begins_anew(counts: Counts) -> None:
    counts.add("over", 7, 0)
    assert counts.add("over", 1, 60)
