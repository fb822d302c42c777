"""Both dialects of the tool keep the rules of those who take them, and the rules bite (CDX-01)."""

from copy import deepcopy
from typing import Any

import pytest

from codex.core.tool import Dialect, openai_form
from tests.codex.tool_rules import broken_rules

DIALECTS: list[Dialect] = ["compatible", "strict"]


def form(dialect: Dialect) -> dict[str, Any]:
    return deepcopy(dict(openai_form(dialect)))


@pytest.mark.parametrize("dialect", DIALECTS)
def test_each_dialect_keeps_its_rules(dialect: Dialect) -> None:
    assert broken_rules(form(dialect), dialect) == []


def test_neither_dialect_is_the_other() -> None:
    assert broken_rules(form("compatible"), "strict")
    assert broken_rules(form("strict"), "compatible")


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    ("name", "value"), [("name", "codex search"), ("name", "x" * 65), ("description", ""), ("parameters", None)]
)
def test_a_tool_that_is_none_is_found_out(dialect: Dialect, name: str, value: object) -> None:
    tool = form(dialect)
    tool["function"][name] = value
    assert broken_rules(tool, dialect)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("keyword", ["default", "format", "pattern", "minLength", "$comment"])
def test_a_keyword_that_some_refuse_is_found_out(dialect: Dialect, keyword: str) -> None:
    tool = form(dialect)
    tool["function"]["parameters"]["properties"]["query"][keyword] = 1 if keyword == "minLength" else "date"
    assert broken_rules(tool, dialect)


def test_a_strict_tool_with_a_hole_is_found_out() -> None:
    for key, value in (("additionalProperties", True), ("required", ["query"])):
        tool = form("strict")
        tool["function"]["parameters"][key] = value
        assert broken_rules(tool, "strict")
