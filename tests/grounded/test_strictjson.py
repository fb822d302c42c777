"""JSON as the standard has it, and nothing else."""

import pytest

from grounded.core.strictjson import INVALID, holds_surrogate, load_json


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "{'a': 1}",
        "[1,]",
        "NaN",
        '{"a": Infinity}',
        '{"a": -Infinity}',
        '{"a": 1, "a": 1}',
        '{"a": {"b": 1, "b": 2}}',
        "1" * 401,
        "1" * 5000,
        "[" * 100_000,
        "[" * 101 + "]" * 101,
        "[" * 3000 + "]" * 3000,
        '{"a":' * 100_000,
        '"line\nbreak"',
        "\ufeff{}",
        "{} {}",
        "// no\n{}",
    ],
)
def test_what_is_no_json_is_told_apart_from_any_value(text: str) -> None:
    assert load_json(text) is INVALID


@pytest.mark.parametrize(
    ("text", "value"),
    [("null", None), (' {"a": [1, 2.5]}\n', {"a": [1, 2.5]}), ("1e400", float("inf")), ("0." + "1" * 900, 1 / 9)],
)
def test_json_is_read(text: str, value: object) -> None:
    assert load_json(text) == value


def test_a_hundred_levels_are_read_on_every_python() -> None:
    assert load_json("[" * 100 + "]" * 100) is not INVALID


def test_raw_controls_are_read_where_that_is_asked_for() -> None:
    assert load_json('{"a": "b\n\tc"}', strict=False) == {"a": "b\n\tc"}


def test_only_strings_may_hold_raw_controls() -> None:
    assert load_json('{"a"\x01: 1}', strict=False) is INVALID


@pytest.mark.parametrize("text", ['"\\ud83d"', '[["\\udc00"]]', '{"a": {"b": "\\ud800x"}}', '{"\\ud800": 1}'])
def test_half_a_pair_is_found_wherever_it_stands(text: str) -> None:
    assert holds_surrogate(load_json(text))


@pytest.mark.parametrize("text", ['"\\ud83d\\udd14"', '{"a": [1, null, "b"]}', "7"])
def test_a_whole_pair_is_none(text: str) -> None:
    assert not holds_surrogate(load_json(text))
