"""What providers ask of a function tool, as rules: a tool that breaks one is refused by somebody.

*strict* is what the schema of a tool with `strict: true` must be (OpenAI, structured outputs); *compatible* keeps to
what every provider of that kind takes, small local ones included.
"""

import re
from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator

KEYWORDS = {"type", "description", "enum", "properties", "required", "additionalProperties"}
MOST_LEVELS = 5


def broken_rules(tool: dict[str, Any], dialect: str) -> list[str]:
    """The rules that a tool breaks; none when it is fit."""
    function = tool.get("function", {})
    schema = function.get("parameters")
    if not isinstance(schema, dict):
        return ["parameters are missing"]
    Draft202012Validator.check_schema(schema)
    rules = _strict if dialect == "strict" else _compatible
    return [*_named(tool, function), *rules(function, schema), *_unknown(schema)]


def _named(tool: dict[str, Any], function: dict[str, Any]) -> Iterator[str]:
    if tool.get("type") != "function":
        yield "it is no function"
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", function.get("name", "")):
        yield "the name is none"
    if not 0 < len(function.get("description", "")) <= 1_024:
        yield "the description is missing or too long"


def _strict(function: dict[str, Any], schema: dict[str, Any]) -> Iterator[str]:
    if function.get("strict") is not True:
        yield "it does not say that it is strict"
    for level, one in _objects(schema):
        if one.get("additionalProperties") is not False:
            yield "an object is open"
        if set(one.get("required", [])) != set(one.get("properties", {})):
            yield "an argument may be left out"
        if level > MOST_LEVELS:
            yield "it is nested too deeply"
    for one in schema["properties"].values():
        if "enum" in one and ("null" in one["type"]) != (None in one["enum"]):
            yield "an enum and its type differ about null"


def _compatible(function: dict[str, Any], schema: dict[str, Any]) -> Iterator[str]:
    if "strict" in function:
        yield "it claims to be strict"
    if "additionalProperties" in schema:
        yield "some providers refuse additionalProperties"
    for one in schema["properties"].values():
        if not isinstance(one["type"], str) or None in one.get("enum", []):
            yield "some providers refuse a type of two"


def _unknown(schema: dict[str, Any]) -> Iterator[str]:
    for one in [schema, *schema.get("properties", {}).values()]:
        yield from (f"{key} is not taken everywhere" for key in one.keys() - KEYWORDS)


def _objects(schema: dict[str, Any], level: int = 1) -> Iterator[tuple[int, dict[str, Any]]]:
    if schema.get("type") == "object":
        yield level, schema
    for one in schema.get("properties", {}).values():
        yield from _objects(one, level + 1)
