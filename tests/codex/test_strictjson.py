"""JSON with one meaning, or none."""

import pytest

from codex.core.strictjson import loads


@pytest.mark.parametrize("text", ['{"a": [1, 2.5, null, true, "ŝ"]}', '{"a": [1, 2.5, null, true, "ŝ"]}'.encode()])
def test_plain_json_is_read(text: str | bytes) -> None:
    assert loads(text) == {"a": [1, 2.5, None, True, "ŝ"]}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "{'a': 1}",
        '{"a": 1, "a": 1}',
        '{"deep": {"a": 1, "b": 2, "a": 3}}',
        "NaN",
        "[-Infinity]",
        "[1e5, Infinity]",
        "9" * 5_000,
        "[" * 100_000,
        '{"a":' * 100_000,
        b"\xff\xfe[\x00]\x00",
        b'"\xff"',
        b'\xef\xbb\xbf"bom"',
    ],
)
def test_anything_else_is_a_value_error_without_the_text(text: str | bytes) -> None:
    with pytest.raises(ValueError, match=r"^no strict JSON$") as caught:
        loads(text)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__
