"""The tool that Luma is offered: two dialects, one MCP form, and nothing while the switch is off (CDX-01)."""

import json
from typing import Any

import pytest

from codex.core.mcp_form import MCP_TOOLS, mcp_form
from codex.core.options import CodexOptions
from codex.core.tool import NAME, PARAMETERS, Dialect, Tool, openai_form, tools

ON, OFF = CodexOptions(enable_codex=True), CodexOptions()
IGDB = {"type": "function", "function": {"name": "igdb_search", "parameters": {}}}
FETCH = {"type": "function", "function": {"name": "fetch_url", "parameters": {}}}


def parameters(dialect: Dialect) -> dict[str, Any]:
    schema: dict[str, Any] = openai_form(dialect)["function"]["parameters"]
    return schema


def test_switched_on_it_stands_beside_the_others() -> None:
    assert tools(ON, [IGDB, FETCH]) == [IGDB, FETCH, openai_form("compatible")]


def test_switched_off_only_the_others_are_left() -> None:
    assert tools(OFF, [IGDB, FETCH]) == [IGDB, FETCH]
    assert tools(OFF) == []


def test_the_list_given_is_left_as_it_is() -> None:
    others = [IGDB]
    tools(ON, others).append(FETCH)
    tools(OFF, others).append(FETCH)
    assert others == [IGDB]


@pytest.mark.parametrize("dialect", ["compatible", "strict"])
def test_both_dialects_are_function_tools_of_that_name(dialect: Dialect) -> None:
    form = tools(ON, dialect=dialect)[0]
    assert (form["type"], form["function"]["name"]) == ("function", "codex_search")
    assert set(parameters(dialect)["properties"]) == {"query", "lang"}


def test_compatible_has_a_plain_enum_that_may_be_left_out() -> None:
    schema = parameters("compatible")
    assert schema["required"] == ["query"]
    assert schema["properties"]["lang"]["type"] == "string"
    assert schema["properties"]["lang"]["enum"] == ["en", "de", "eo", "no", "uk"]


def test_compatible_never_claims_to_be_strict() -> None:
    assert set(openai_form("compatible")["function"]) == {"name", "description", "parameters"}
    assert "additionalProperties" not in parameters("compatible")


def test_strict_requires_everything_and_lets_the_tongue_be_null() -> None:
    schema = parameters("strict")
    assert openai_form("strict")["function"]["strict"] is True
    assert schema["additionalProperties"] is False
    assert schema["required"] == ["query", "lang"]
    assert schema["properties"]["query"]["type"] == "string"
    assert schema["properties"]["lang"]["type"] == ["string", "null"]
    assert schema["properties"]["lang"]["enum"] == ["en", "de", "eo", "no", "uk", None]


@pytest.mark.parametrize("dialect", ["compatible", "strict"])
def test_no_keyword_is_used_that_some_provider_refuses(dialect: Dialect) -> None:
    keywords = {key for schema in parameters(dialect)["properties"].values() for key in schema}
    assert keywords == {"type", "description", "enum"}


def test_the_mcp_form_bounds_every_argument_and_describes_the_answer() -> None:
    form = mcp_form()
    assert set(form["inputSchema"]["properties"]) == {one.name for one in PARAMETERS}
    assert form["inputSchema"]["required"] == ["query"]
    limit = form["inputSchema"]["properties"]["limit"]
    assert (limit["type"], limit["minimum"], limit["maximum"], limit["default"]) == ("integer", 1, 20, 5)
    assert form["inputSchema"]["properties"]["lang"]["default"] == "en"
    assert form["outputSchema"]["properties"]["results"]["items"]["required"] == [
        "title", "summary", "collection", "url",
    ]  # fmt: skip


@pytest.mark.parametrize("tool", MCP_TOOLS, ids=lambda tool: tool.name)
def test_the_mcp_form_says_that_a_call_changes_nothing(tool: Tool) -> None:
    hints = mcp_form(tool)["annotations"]
    assert (hints["readOnlyHint"], hints["destructiveHint"]) == (True, False)
    assert (hints["idempotentHint"], hints["openWorldHint"]) == (True, False)


def test_every_form_describes_the_same_tool_in_the_same_words() -> None:
    forms = [openai_form("compatible")["function"], openai_form("strict")["function"], mcp_form()]
    assert {(form["name"], form["description"]) for form in forms} == {(NAME, mcp_form()["description"])}


def test_every_form_is_json() -> None:
    for form in (openai_form("compatible"), openai_form("strict"), mcp_form()):
        assert json.loads(json.dumps(form)) == form
