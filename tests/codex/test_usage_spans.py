"""Times kept as a small histogram are told within a sixteenth (ADM-01)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codex.usage.spans import LONGEST, middle_of, percentile, place_of


@given(st.integers(1, LONGEST))
def test_no_time_is_told_more_than_a_sixteenth_wrong(time: int) -> None:
    assert abs(middle_of(place_of(time)) - time) <= time / 16


@given(st.lists(st.integers(-5, LONGEST * 4), min_size=2, max_size=2).map(sorted))
def test_longer_times_never_stand_before_shorter_ones(times: list[int]) -> None:
    assert place_of(times[0]) <= place_of(times[1])


def test_what_is_out_of_bounds_counts_as_the_bound() -> None:
    assert place_of(0) == place_of(1)
    assert place_of(LONGEST * 9) == place_of(LONGEST)


@pytest.mark.parametrize(("share", "time"), [(0.5, 5), (0.95, 7), (0.99, 7), (1.0, 7)])
def test_a_percentile_is_the_time_that_so_many_stay_within(share: float, time: int) -> None:
    assert percentile({3: 40, 5: 54, 7: 6}, share) == time


def test_of_nothing_there_is_no_percentile() -> None:
    assert percentile({}, 0.5) is None
