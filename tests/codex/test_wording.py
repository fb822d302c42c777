"""Dates, ages, sizes and waits in words."""

from datetime import UTC, datetime, timedelta

import pytest

from codex import wording
from codex.quota import Allowance
from codex.results import refusal


@pytest.mark.parametrize(
    ("passed", "told"),
    [
        (timedelta(seconds=20), "just now"),
        (timedelta(minutes=14, seconds=5), "14\xa0minutes\xa0ago"),
        (timedelta(hours=3, minutes=50), "3\xa0hours\xa0ago"),
    ],
)
def test_an_age_is_told_in_its_largest_unit(passed: timedelta, told: str) -> None:
    assert wording.age(datetime.now(UTC) - passed) == told


@pytest.mark.parametrize(
    ("count", "told"),
    [(740, "0.7 kB"), (65_479, "65.5 kB"), (999_949, "999.9 kB"), (999_950, "1.0 MB"), (1_978_345, "2.0 MB")],
)
def test_sizes_are_decimal_as_the_settings_are_and_rounded(count: int, told: str) -> None:
    assert wording.size(count) == told


def test_moments_are_told_in_utc() -> None:
    assert wording.minute(datetime.fromisoformat("2026-11-30T01:05:00+02:00")) == "29 November 2026, 23:05 UTC"


def test_large_counts_are_grouped() -> None:
    assert wording.inscriptions(12_345) == "12,345 inscriptions"


def test_a_short_wait_is_told_in_seconds() -> None:
    assert wording.again(refusal("too_fast", retry_after=1)) == "Try again in 1 second."
    assert wording.again(refusal("too_fast", retry_after=60)) == "Try again in 60 seconds."


def test_a_refusal_that_knows_no_wait_tells_none() -> None:
    assert wording.again(refusal("not_found")) == ""


def test_only_a_used_up_quota_tells_of_tomorrow() -> None:
    allowance = Allowance(limit=5, used=5, resets_at=datetime.now(UTC) + timedelta(hours=4, minutes=30))
    assert "in\xa04\xa0hours." in wording.again(refusal("quota_used", retry_after=9, allowance=allowance))
    assert "in 5 seconds." in wording.again(refusal("archive_unavailable", retry_after=5, allowance=allowance))


def test_the_unmetered_are_told_nothing_of_limits() -> None:
    assert wording.left_today(None) == ""
