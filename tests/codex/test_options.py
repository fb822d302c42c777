"""The table of settings: what CONTRACT §5 lists, and that the table, the values and the row agree."""

from dataclasses import FrozenInstanceError, fields
from decimal import Decimal
from typing import Any

import pytest
from django.db import models

from codex.core.options import DEFAULT_INDEX_URL, DEFAULT_PERSONA, OPTIONS, CodexOptions, Option, Value, in_words
from codex.models import CodexSettings

#: name, default, low, high: CONTRACT §5, with the bounds it leaves open chosen by us.
CONTRACT: list[tuple[str, Any, int | None, int | None]] = [
    ("enable-codex", False, None, None),
    ("codex-index-url", "https://binaric.tech/search-index.json", None, None),
    ("codex-site-origin", "", None, None),
    ("codex-max-bytes", 4_000_000, 1_000, 1_000_000_000),
    ("codex-timeout", 10, 1, 60),
    ("codex-cache-ttl", 3600, 10, 604_800),
    ("codex-stale-if-error", 86_400, 0, 2_592_000),
    ("codex-summary-chars", 500, 50, 5_000),
    ("codex-daily-per-user", 50, 0, 100_000),
    ("codex-daily-anonymous", 50, 0, 100_000),
    ("codex-daily-per-token", 5_000, 0, 10_000_000),
    ("codex-ranking", "seed", None, None),
    ("codex-burst", 30, 1, 6_000),
    ("pause-search", False, None, None),
    ("pause-message", "", 0, 200),
    ("allow-anonymous-api", True, None, None),
    ("allow-signup", False, None, None),
    ("persona-line", DEFAULT_PERSONA, 0, 2_000),
    ("query-log-days", 30, 0, 400),
]


def test_the_table_is_the_contract_s() -> None:
    assert [(option.name, option.default, option.low, option.high) for option in OPTIONS] == CONTRACT


def test_the_values_are_the_table_s() -> None:
    assert [field.name for field in fields(CodexOptions)] == [option.field for option in OPTIONS]
    assert {option.field: option.default for option in OPTIONS} == {
        field.name: getattr(CodexOptions(), field.name) for field in fields(CodexOptions)
    }


def test_the_row_has_a_column_for_each_setting_and_no_other() -> None:
    columns = {field.name for field in CodexSettings._meta.get_fields() if isinstance(field, models.Field)}
    assert columns - {"id", "changed_at"} == {option.field for option in OPTIONS}


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_setting_is_described_in_one_sentence(option: Option) -> None:
    assert option.help[0].isupper() or option.kind == "choice"
    assert option.help.endswith(".")


@pytest.mark.parametrize("option", [o for o in OPTIONS if o.kind == "int"], ids=lambda option: option.name)
def test_every_number_has_a_unit_and_a_default_within_its_bounds(option: Option) -> None:
    assert option.unit
    assert option.low is not None
    assert option.high is not None
    assert isinstance(option.default, int)
    assert option.low <= option.default <= option.high


def test_the_choices_hold_the_default_and_are_the_row_s() -> None:
    (option,) = [option for option in OPTIONS if option.kind == "choice"]
    assert option.default in option.choices
    field = CodexSettings._meta.get_field("codex_ranking")
    assert [value for value, _ in field.flatchoices] == list(option.choices)


def test_whoever_names_a_host_needs_the_permission() -> None:
    assert {option.name for option in OPTIONS if option.guarded} == {"codex-index-url", "codex-site-origin"}
    assert ("change_index_url", "Can change the index URL and the site origin") in CodexSettings._meta.permissions


def test_the_persona_s_bound_holds_the_default() -> None:
    assert len(DEFAULT_PERSONA) <= 2_000
    assert CodexSettings._meta.get_field("persona_line").max_length == 2_000


def test_the_index_url_is_the_seed_s() -> None:
    assert DEFAULT_INDEX_URL == "https://binaric.tech/search-index.json"


def test_values_cannot_be_changed_in_place() -> None:
    with pytest.raises(FrozenInstanceError):
        CodexOptions().codex_timeout = 3  # type: ignore[misc]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (True, "true"),
        (False, "false"),
        (7, "7"),
        ("seed", "seed"),
        (Decimal("2.50"), "2.5"),
        (Decimal(100), "100"),
        (None, ""),
    ],
)
def test_a_value_is_told_as_it_can_be_typed(value: Value, words: str) -> None:
    assert in_words(value) == words
