"""Dates, ages, sizes and waits in words."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils.translation import override

from codex.pages import wording
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


def test_a_long_wait_is_told_in_minutes() -> None:
    assert wording.again(refusal("maintenance", retry_after=1_199)) == "Try again in 20 minutes."


def test_a_refusal_that_knows_no_wait_tells_none() -> None:
    assert wording.again(refusal("not_found")) == ""


def test_only_a_used_up_quota_tells_of_tomorrow() -> None:
    allowance = Allowance(limit=5, used=5, resets_at=datetime.now(UTC) + timedelta(hours=4, minutes=30))
    assert "in\xa04\xa0hours." in wording.again(refusal("quota_used", retry_after=9, allowance=allowance))
    assert "in 5 seconds." in wording.again(refusal("archive_unavailable", retry_after=5, allowance=allowance))


def test_the_unmetered_are_told_nothing_of_limits() -> None:
    assert wording.left_today(None) == ""


@pytest.mark.parametrize(("code", "told"), [("en", "1,234.57"), ("de", "1.234,57"), ("uk", "1\xa0234,57")])
def test_decimals_are_rounded_and_written_as_in_the_tongue(code: str, told: str) -> None:
    with override(code):
        assert wording.decimal(1234.567, 2) == told


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("de", ["vor 1 Tag", "vor 3 Tagen", "vor 5 Stunden"]),
        ("eo", ["antaŭ 1 tago", "antaŭ 3 tagoj", "antaŭ 5 horoj"]),
        ("nb", ["for 1 dag siden", "for 3 dager siden", "for 5 timer siden"]),
        ("uk", ["1 день тому", "3 дні тому", "5 годин тому"]),
    ],
)
def test_an_age_has_the_endings_that_its_sentence_wants(code: str, told: list[str]) -> None:
    spans = (timedelta(days=1, minutes=1), timedelta(days=3, minutes=1), timedelta(hours=5, minutes=1))
    with override(code):
        assert [wording.age(datetime.now(UTC) - span).replace("\xa0", " ") for span in spans] == told
