"""Pages of other sites may use the JSON face with a token of their own, and nothing else (API-03)."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.codex.bots import bot
from tests.shelving import put_on_shelf

PAGE = "https://webui.example"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _archive(tmp_path: Path, db: None) -> None:
    put_on_shelf(tmp_path)


def preflight(path: str, **headers: str) -> Any:
    asked = {"Origin": PAGE, "Access-Control-Request-Method": "POST"} | headers
    return Client().options(path, headers=asked)


@pytest.mark.parametrize("path", ["/api/v1/search", "/api/v1/tools/call", "/api/v1/openapi.json", "/api/v1/nothing"])
def test_a_browser_may_ask_before_it_asks(path: str) -> None:
    answer = preflight(path)
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert {"GET", "POST", "DELETE"} <= set(answer.headers["Access-Control-Allow-Methods"].split(", "))
    allowed = answer.headers["Access-Control-Allow-Headers"].split(", ")
    assert {"Authorization", "Content-Type", "X-Codex-User", "Idempotency-Key", "If-None-Match"} <= set(allowed)


@pytest.mark.parametrize(
    ("path", "status"),
    [("search?q=valve", 200), ("search?q=", 400), ("tools", 401), ("none", 404), ("openapi.json", 200)],
)
def test_every_answer_is_open_to_the_page_errors_too(client: Client, path: str, status: int) -> None:
    answer = client.get(f"/api/v1/{path}", headers={"Origin": PAGE})
    assert (answer.status_code, answer.headers["Access-Control-Allow-Origin"]) == (status, "*")
    assert "Retry-After" in answer.headers["Access-Control-Expose-Headers"]


def test_cookies_are_never_asked_for(client: Client) -> None:
    for answer in (preflight("/api/v1/quota"), client.get("/api/v1/quota", headers={"Origin": PAGE})):
        assert "Access-Control-Allow-Credentials" not in answer.headers


@pytest.mark.parametrize("path", ["/", "/search?q=valve", "/admin/login/", "/mcp", "/api/v2/search"])
def test_all_other_addresses_stay_closed(client: Client, path: str) -> None:
    for answer in (client.get(path, headers={"Origin": PAGE}), preflight(path)):
        assert "Access-Control-Allow-Origin" not in answer.headers


def test_options_without_the_question_is_refused_as_before() -> None:
    assert bot().options("/api/v1/search").status_code == 405
