"""A model's tool call as it came: read when it is one, a value with a code when it is not (CDX-01)."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codex.core.errors import ToolError
from codex.core.tool import PARAMETERS
from codex.core.tool_call import ReadCall, SearchCall, read_arguments, read_call, read_reading

WORDS = {"query": "valve"}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["query", "lang", "name", "function"]), inner),
)


def code(arguments: object, name: str = "codex_search") -> str:
    read = read_arguments(name, arguments)
    assert isinstance(read, ToolError)
    return read.code


@pytest.mark.parametrize("arguments", ['{"query": "valve"}', WORDS, ' {"query": "valve", "lang": null}\n'])
def test_arguments_come_as_text_or_as_an_object(arguments: object) -> None:
    assert read_arguments("codex_search", arguments) == SearchCall("valve", "en", 5)


def test_every_argument_is_read() -> None:
    assert read_arguments("codex_search", {**WORDS, "lang": "uk", "limit": 20}) == SearchCall("valve", "uk", 20)


@pytest.mark.parametrize("lang", ["tlh", "", "EN-us"])
def test_any_tongue_is_left_to_the_search(lang: str) -> None:
    assert read_arguments("codex_search", {**WORDS, "lang": lang}) == SearchCall("valve", lang, 5)


@pytest.mark.parametrize(
    "call",
    [
        {"id": "c1", "type": "function", "function": {"name": "codex_search", "arguments": '{"query": "valve"}'}},
        {"index": 0, "function": {"name": "codex_search", "arguments": {"query": "valve"}}},
        {"type": "function_call", "call_id": "c1", "name": "codex_search", "arguments": '{"query": "valve"}'},
        {"name": "codex_search", "arguments": WORDS},
    ],
)
def test_a_call_is_read_as_providers_send_it(call: object) -> None:
    assert read_call(call) == SearchCall("valve", "en", 5)


@pytest.mark.parametrize(
    "call",
    [
        None, [], "codex_search", 5, {}, {"function": None}, {"function": "codex_search"}, {"function": [WORDS]},
        {"name": "codex_search"}, {"arguments": WORDS}, {"name": None, "arguments": WORDS},
        {"function": {"name": ["codex_search"], "arguments": WORDS}}, {"function": {}, "name": "x", "arguments": {}},
    ],
)  # fmt: skip
def test_what_is_no_call_is_told_so(call: object) -> None:
    read = read_call(call)
    assert isinstance(read, ToolError)
    assert read.code == "call_invalid"


@pytest.mark.parametrize("name", ["", "fetch_url", "CODEX_SEARCH", "codex_search ", "codex_read"])
def test_another_tool_is_unknown(name: str) -> None:
    assert code(WORDS, name) == "tool_unknown"


@pytest.mark.parametrize(
    "text",
    ["", "valve", "{", '{"query": "valve"', "{'query': 'valve'}", '{"query": NaN}', '{"query": "a", "query": "b"}',
     '{"query": "valve"} {"query": "valve"}', "[" * 10_000, '{"query":' * 1_800],
)  # fmt: skip
def test_broken_and_ambiguous_json_is_told_so(text: str) -> None:
    assert code(text) == "arguments_not_json"


@pytest.mark.parametrize("text", ["x" * 1_000_000, json.dumps({"query": "v" * 1_000_000}), "[" * 1_000_000])
def test_a_megabyte_of_arguments_is_not_even_read(text: str) -> None:
    assert code(text) == "arguments_too_large"


@pytest.mark.parametrize(
    "arguments",
    [
        None, [], 5, "null", "[]", '"valve"', {}, {"lang": "en"}, {"query": None}, {"query": 5}, {"query": ["valve"]},
        {"query": {"query": "valve"}}, {**WORDS, "lang": 5}, {**WORDS, "lang": ["en"]}, {**WORDS, "page": 2},
        {**WORDS, "Query": "valve"}, {**WORDS, "limit": 0}, {**WORDS, "limit": 21}, {**WORDS, "limit": "5"},
        {**WORDS, "limit": 5.0}, {**WORDS, "limit": True}, {**WORDS, "limit": 10**400}, {5: 5},
    ],
)  # fmt: skip
def test_wrong_types_unknown_fields_and_bounds_are_told_so(arguments: Any) -> None:
    assert code(arguments) == "arguments_invalid"


def test_deep_json_is_an_error_and_no_crash() -> None:
    deep = '{"query": ' + "[" * 5_000 + "]" * 5_000 + "}"
    assert code(deep) in {"arguments_not_json", "arguments_invalid"}


def test_the_sentence_names_every_argument_so_that_a_model_can_mend_its_call() -> None:
    assert all(one.name in ToolError("arguments_invalid").sentence for one in PARAMETERS)


@given(JSON)
def test_nothing_that_json_can_say_raises(value: object) -> None:
    assert isinstance(read_call(value), SearchCall | ToolError)
    assert isinstance(read_arguments("codex_search", value), SearchCall | ToolError)


@pytest.mark.parametrize("page", [None, 1])
def test_a_reading_starts_at_the_first_page(page: object) -> None:
    assert read_reading({"url": "https://x.example/", "page": page}) == ReadCall("https://x.example/", 1)


@pytest.mark.parametrize(
    "arguments", [{}, {"url": "x", "page": 0}, {"url": "x", "page": True}, {"url": "x", "y": 1}, 5]
)
def test_a_reading_of_anything_else_is_refused(arguments: object) -> None:
    read = read_reading(arguments)
    assert isinstance(read, ToolError)
    assert read.code == "reading_invalid"
