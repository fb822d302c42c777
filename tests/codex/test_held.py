"""The rules of an edition's age: when it is due, stale, and no longer answers (CDX-02)."""

from datetime import timedelta
from typing import Any

import pytest

from codex.core.errors import ArchiveError, FetchError, GuardError, SearchError
from codex.core.options import CodexOptions
from codex.store.held import Held, error_of, reads_the_same
from tests.codex.archives import NOON, edition_at_noon

OPTIONS = CodexOptions(codex_cache_ttl=60, codex_stale_if_error=100)


def at(seconds: float) -> Any:
    return NOON + timedelta(seconds=seconds)


def held(**changes: Any) -> Held:
    return Held(edition=edition_at_noon(**changes), options=OPTIONS)


def options(**changes: Any) -> CodexOptions:
    return CodexOptions(**{"codex_cache_ttl": 60, "codex_stale_if_error": 100} | changes)


@pytest.mark.parametrize(
    "change",
    [
        {"codex_index_url": "https://other.org/search-index.json"},
        {"codex_site_origin": "https://other.org"},
        {"codex_summary_chars": 100},
        {"codex_ranking": "blended"},
        {"codex_max_bytes": 50},
    ],
)
def test_an_edition_fits_no_other_shaping_setting(change: dict[str, Any]) -> None:
    assert not held().fits(options(**change))


@pytest.mark.parametrize("change", [{"codex_cache_ttl": 10}, {"codex_timeout": 3}, {"codex_max_bytes": 5_000_000}, {}])
def test_an_edition_fits_other_settings(change: dict[str, Any]) -> None:
    assert held().fits(options(**change))


def test_a_sample_fits_whatever_the_byte_cap() -> None:
    assert held(source="sample").fits(options(codex_max_bytes=1_000))


def test_an_edition_is_due_when_its_time_is_over() -> None:
    assert held().due(OPTIONS) == at(60)
    assert held().due(options(codex_cache_ttl=600)) == at(600)


def test_pauses_between_failures_double_up_to_a_minute() -> None:
    one, pauses = held(), []
    for _ in range(6):
        one = one.failed("fetch_connect", at(60), OPTIONS)
        pauses.append((one.due(OPTIONS) - at(60)).total_seconds())
    assert pauses == [5, 10, 20, 40, 60, 60]


def test_a_changed_setting_ends_the_pause() -> None:
    failed = held().failed("fetch_connect", at(70), OPTIONS)
    assert failed.due(OPTIONS) == at(75)
    assert failed.due(options(codex_timeout=30)) == at(60)


def test_a_failure_while_fresh_changes_nothing_before_the_time_is_over() -> None:
    failed = held().failed("fetch_connect", at(10), OPTIONS)
    assert failed.due(OPTIONS) == at(60)
    assert failed.stale_since(OPTIONS, at(59)) is None
    assert failed.answers(options(codex_stale_if_error=0), at(59))


def test_an_edition_is_stale_since_its_time_was_over() -> None:
    assert held().stale_since(OPTIONS, at(59)) is None
    assert held().stale_since(OPTIONS, at(61)) == at(60)


def test_an_edition_that_never_failed_answers_however_old() -> None:
    assert held().answers(options(codex_stale_if_error=0), at(100_000))


def test_a_failing_edition_answers_for_so_long_after_the_failure() -> None:
    failed = held().failed("fetch_connect", at(70), OPTIONS)
    assert failed.answers(OPTIONS, at(169))
    assert not failed.answers(OPTIONS, at(170))


def test_the_time_to_answer_counts_from_the_first_failure() -> None:
    failed = held().failed("fetch_connect", at(70), OPTIONS).failed("fetch_timeout", at(160), OPTIONS)
    assert not failed.answers(OPTIONS, at(170))
    assert failed.edition.failure == "fetch_timeout"


def test_without_stale_if_error_a_failure_is_plain_at_once() -> None:
    failed = held().failed("fetch_connect", at(60), OPTIONS)
    assert not failed.answers(options(codex_stale_if_error=0), at(60))


def test_a_sample_always_answers_and_is_never_stale() -> None:
    failed = held(source="sample").failed("fetch_connect", at(0), OPTIONS)
    assert failed.answers(OPTIONS, at(1_000_000))
    assert failed.stale_since(OPTIONS, at(1_000_000)) is None


def test_the_origin_of_a_sample_is_asked_every_minute() -> None:
    failed = held(source="sample").failed("fetch_connect", at(10), OPTIONS)
    assert failed.due(OPTIONS) == at(70)


def test_marking_keeps_everything_but_the_mark() -> None:
    marked = held().marked(at(60))
    assert marked.edition.stale_since == at(60)
    assert marked.marked(None).edition.digest == held().edition.digest


def test_readings_differ_by_the_byte_cap_too() -> None:
    assert reads_the_same(OPTIONS, options(codex_timeout=1))
    assert not reads_the_same(OPTIONS, options(codex_max_bytes=2_000))
    assert not reads_the_same(OPTIONS, options(codex_ranking="blended"))


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("url_scheme", GuardError),
        ("fetch_tls", FetchError),
        ("archive_shape", ArchiveError),
        ("from a later version", SearchError),
    ],
)
def test_a_stored_code_becomes_its_refusal_again(code: str, kind: type[Exception]) -> None:
    assert isinstance(error_of(code), kind)
