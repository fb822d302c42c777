"""How deep JSON is nested is told from its brackets alone (CDX-05)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codex.core.nesting import nests_deeper

VALUES = st.recursive(
    st.none() | st.text() | st.integers(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


def depth_of(value: object) -> int:
    inside = list(value.values()) if isinstance(value, dict) else value
    return 1 + max(map(depth_of, inside), default=0) if isinstance(inside, list) else 0


@given(VALUES, st.booleans())
def test_the_depth_is_that_of_the_value(value: object, ascii_only: bool) -> None:
    text, depth = json.dumps(value, ensure_ascii=ascii_only), depth_of(value)
    assert not nests_deeper(text, depth)
    assert nests_deeper(text, depth - 1) == (depth > 0)


@pytest.mark.parametrize(
    "text", ['"[[[["', '["\\"[[[["]', '["\\\\", "[[[["]', '{"[[[": "]]]"}', '"[[[[', "", b'["\xff"]']
)
def test_brackets_in_strings_do_not_count(text: str | bytes) -> None:
    assert not nests_deeper(text, 1)


@pytest.mark.parametrize("text", ['["\\\\"[[', '[["a\\\\\\"", [', "[" * 1_000_000, '{"a":' * 3])
def test_what_follows_a_string_counts(text: str) -> None:
    assert nests_deeper(text, 2)


def test_half_a_pair_is_no_obstacle() -> None:
    assert nests_deeper("[[\ud800", 1)
