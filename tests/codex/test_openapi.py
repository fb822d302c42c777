"""The OpenAPI document: valid, complete, and the same operations under the same names as before (API-03)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from django.test import Client
from openapi_spec_validator import validate

from codex.api import api
from tests.codex.bots import bot, new_token
from tests.shelving import change_settings, put_on_shelf

URL = "/api/v1/openapi.json"
#: Other people's programs call these by name: a name that changes is a new version.
OPERATIONS = {
    "search": "GET /api/v1/search",
    "search_post": "POST /api/v1/search",
    "list_tools": "GET /api/v1/tools",
    "call_tool": "POST /api/v1/tools/call",
    "quota": "GET /api/v1/quota",
    "answers_preview": "POST /api/v1/answers/preview",
    "answers_post": "POST /api/v1/answers",
    "answer_get": "GET /api/v1/answers/{key}",
    "answer_delete": "DELETE /api/v1/answers/{key}",
    "answer_cancel": "POST /api/v1/answers/{key}/cancel",
    "chat": "POST /api/v1/chat",
}
PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
CHAT_PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ChatProblem"}}}

pytestmark = pytest.mark.django_db


@pytest.fixture
def described(client: Client) -> dict[str, Any]:
    answer = client.get(URL)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/json")
    document: dict[str, Any] = answer.json()
    return document


def operations(described: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, item in described["paths"].items():
        for method, operation in item.items():
            yield f"{method.upper()} {path}", operation


def conforms(described: dict[str, Any], name: str, value: object) -> None:
    root = {"$ref": f"#/components/schemas/{name}", "components": described["components"]}
    jsonschema.Draft202012Validator(root).validate(value)


def test_it_is_a_valid_document_of_3_1(described: dict[str, Any]) -> None:
    validate(described)
    assert described["openapi"].startswith("3.1")


def test_the_operations_keep_their_names_and_addresses(described: dict[str, Any]) -> None:
    assert {one["operationId"]: where for where, one in operations(described)} == OPERATIONS


def test_every_address_of_the_json_face_is_described(described: dict[str, Any]) -> None:
    served = {str(one.pattern).replace("<", "{").replace(">", "}") for one in api.urls[0] if str(one.pattern)}
    assert {f"/api/v1/{path}" for path in served} == set(described["paths"])


def test_every_error_is_a_problem_document(described: dict[str, Any]) -> None:
    for where, operation in operations(described):
        errors = {status: answer for status, answer in operation["responses"].items() if status >= "400"}
        assert {"400", "401", "403", "429", "500", "503"} <= set(errors), where
        allowed = [PROBLEM, CHAT_PROBLEM] if where.endswith("/chat") else [PROBLEM]
        assert all(answer["content"] in allowed for answer in errors.values()), where


def test_every_status_and_operation_is_told_in_words(described: dict[str, Any]) -> None:
    for where, operation in operations(described):
        assert operation["summary"], where
        assert operation["description"], where
        assert "Unknown" not in str(operation["responses"]), where


def test_every_operation_takes_a_bearer_and_searching_none_too(described: dict[str, Any]) -> None:
    assert described["components"]["securitySchemes"]["bearer"]["scheme"] == "bearer"
    open_ones = {one["operationId"] for _, one in operations(described) if {} in one.get("security", [])}
    assert open_ones == {"search", "search_post", "quota"}


def test_the_server_is_this_site(described: dict[str, Any]) -> None:
    assert described["servers"] == [{"url": "http://testserver"}]


def test_every_example_is_what_its_schema_says(described: dict[str, Any]) -> None:
    examples = [
        (name, example)
        for name, schema in described["components"]["schemas"].items()
        for example in schema.get("examples", [])
    ]
    assert {"Problem", "Hit", "Page", "ToolCall", "Quota", "ChatIn"} <= {name for name, _ in examples}
    for name, example in examples:
        conforms(described, name, example)


def test_what_is_answered_is_what_the_schemas_say(tmp_path: Path, described: dict[str, Any]) -> None:
    put_on_shelf(tmp_path, enable_codex=True)
    luma = bot(pilgrim="one")
    call = {"function": {"name": "codex_search", "arguments": json.dumps({"query": "valve"})}}
    conforms(described, "Page", luma.get("/api/v1/search", {"q": "valve"}).json())
    conforms(described, "Page", luma.get("/api/v1/search", {"q": "valve", "detail": "full"}).json())
    conforms(described, "Found", luma.post("/api/v1/tools/call", call, content_type="application/json").json())
    conforms(described, "Refused", luma.post("/api/v1/tools/call", {}, content_type="application/json").json())
    conforms(described, "Tools", luma.get("/api/v1/tools").json())
    conforms(described, "Quota", luma.get("/api/v1/quota").json())
    conforms(described, "Problem", luma.get("/api/v1/search").json())


def test_what_is_refused_is_what_the_schema_says_and_its_headers_are_named(
    tmp_path: Path, client: Client, described: dict[str, Any]
) -> None:
    put_on_shelf(tmp_path, enable_codex=True)
    change_settings(codex_daily_anonymous=1)
    headers = {"Authorization": f"Bearer {new_token('search')}"}
    answers = [client.get("/api/v1/search", {"q": "valve", "page": page}) for page in (99, 98, "x", 0)]
    answers += [client.get("/api/v1/tools"), client.get("/api/v1/tools", headers=headers)]
    assert [answer.status_code for answer in answers] == [404, 429, 400, 400, 401, 403]
    for answer in answers:
        conforms(described, "Problem", answer.json())
        told = described["paths"][answer.request["PATH_INFO"]]["get"]["responses"][str(answer.status_code)]
        sent = {"RateLimit", "RateLimit-Policy", "Retry-After", "WWW-Authenticate"} & set(answer.headers)
        assert sent <= set(told.get("headers", {})), answer.status_code


def test_a_tool_call_over_the_limit_says_when_to_come_again(tmp_path: Path, described: dict[str, Any]) -> None:
    put_on_shelf(tmp_path, enable_codex=True, codex_burst=1)
    luma = bot(pilgrim="one")
    answer = [luma.post("/api/v1/tools/call", {}, content_type="application/json") for _ in range(2)][1]
    told = described["paths"]["/api/v1/tools/call"]["post"]["responses"]["200"]["headers"]
    assert {"RateLimit", "RateLimit-Policy", "Retry-After"} <= set(answer.headers) & set(told)


def test_a_brief_hit_holds_four_fields_and_no_other(described: dict[str, Any]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        conforms(described, "Hit", {"title": "a", "summary": "b", "collection": "c", "url": "d", "score": 1})


def test_it_is_read_alone(client: Client) -> None:
    assert client.post(URL).status_code == 405
    assert client.head(URL).status_code == 200
