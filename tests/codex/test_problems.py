"""One shape of error answers on every address (API-02)."""

import logging
import re
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries, Settings

from codex.core.errors import SearchError
from codex.results import refusal
from codex.web.problems import ADVICE, HEADINGS, answer, body
from lumasite.quiet import WithoutHost

FACES = ("/", "/api/")
MEMBERS = {"type", "title", "status", "detail", "error", "code", "retryable"}


@pytest.fixture(autouse=True)
def _failing(settings: Settings) -> None:
    settings.ROOT_URLCONF = "tests.failing_urls"


@pytest.fixture
def client() -> Client:
    """A browser that checks forms and gets answers to crashes, as real ones do."""
    return Client(raise_request_exception=False, enforce_csrf_checks=True)


def code_of(response: Any, face: str) -> str:
    """The code of an error answer, once its shape has been checked."""
    if face == "/":
        assert response.headers["Content-Type"] == "text/html; charset=utf-8"
        page = response.content.decode()
        assert f'<p class="label num">{response.status_code}</p>' in page
        return next(code for code, heading in HEADINGS.items() if f"<h1>{heading}</h1>" in page)
    assert response.headers["Content-Type"] == "application/problem+json"
    problem = response.json()
    assert set(problem) == MEMBERS
    assert problem["status"] == response.status_code
    assert problem["error"] == problem["detail"] == SearchError.reasons[problem["code"]].sentence
    return str(problem["code"])


@pytest.mark.parametrize("address", ["/api", "/api/", "/mcp/", "/suggest/"])
def test_a_program_that_misses_by_a_slash_is_answered_as_a_program(client: Client, address: str) -> None:
    assert code_of(client.get(address), "/api/") == "not_found"


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        ("nowhere", 404, "not_found"),
        ("fail/forbidden", 403, "forbidden"),
        ("fail/bug", 500, "internal"),
        ("fail/wrong-statement", 500, "internal"),
        ("fail/locked", 503, "storage_unavailable"),
    ],
)
def test_every_error_has_its_status_and_shape(client: Client, face: str, address: str, status: int, code: str) -> None:
    response = client.get(face + address)
    assert response.status_code == status
    assert code_of(response, face) == code
    assert b"secret words" not in response.content


@pytest.mark.parametrize("face", FACES)
def test_a_suspicious_request_is_a_400(client: Client, face: str) -> None:
    assert client.get(face + "fail/suspicious").status_code == 400


def test_two_that_shorten_the_same_line_keep_it(
    client: Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WithoutHost, "told", float("-inf"))
    logger, second = logging.getLogger("django.security.DisallowedHost"), WithoutHost()
    logger.addFilter(second)
    client.get("/", headers={"Host": "evil.example"})
    logger.removeFilter(second)
    assert len(caplog.records) == 1


@pytest.mark.parametrize("face", FACES)
def test_an_unknown_host_is_a_400_and_its_name_is_nowhere_told(
    client: Client, face: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WithoutHost, "told", float("-inf"))
    response = client.get(face + "nowhere", headers={"Host": "evil.example"})
    assert response.status_code == 400
    assert b"evil.example" not in response.content
    assert [record.getMessage() for record in caplog.records if record.exc_info is None] == [
        "A request named a host that ALLOWED_HOSTS does not list."
    ]
    assert "evil.example" not in caplog.text


def test_unknown_hosts_without_end_fill_no_log(
    client: Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WithoutHost, "told", float("-inf"))
    for number in range(20):
        client.get("/", headers={"Host": f"evil-{number}.example"})
    assert len([one for one in caplog.records if one.name.endswith("DisallowedHost")]) == 1


@pytest.mark.parametrize("face", FACES)
def test_too_many_parameters_are_a_400(client: Client, face: str) -> None:
    response = client.get(face + ("search?" if face == "/" else "v1/search?") + "&".join(f"a{n}=1" for n in range(60)))
    assert response.status_code == 400


@pytest.mark.parametrize("face", FACES)
def test_a_large_body_is_a_413(client: Client, face: str) -> None:
    response = client.post(face + "reading", b"x" * 70_000, content_type="application/json")
    assert response.status_code == 413
    assert code_of(response, face) == "too_large"


@pytest.mark.parametrize("face", FACES)
def test_a_form_without_its_token_is_told_what_to_do(client: Client, face: str) -> None:
    response = client.post(face + "form")
    assert response.status_code == 403
    assert code_of(response, face) == "form_expired"


def test_a_crash_is_logged_under_the_number_on_its_page(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    page = client.get("/fail/bug?q=private").content.decode()
    number = re.findall(r"<code>([0-9a-f]{8})</code>", page)[0]
    assert f"Fault {number}: ValueError" in caplog.text
    assert "failing_urls.py" in caplog.text
    assert "secret words" not in caplog.text
    assert "private" not in caplog.text


def test_no_error_page_asks_the_database(
    client: Client, db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        for address in ("nowhere", "fail/forbidden", "fail/bug", "fail/locked", "api/nowhere"):
            client.get("/" + address)


def test_error_answers_are_not_stored_and_carry_the_security_headers(client: Client) -> None:
    response = client.get("/nowhere")
    assert response.headers["Cache-Control"] == "no-store"
    assert "Content-Security-Policy" in response.headers


def test_a_problem_says_whether_trying_again_helps() -> None:
    assert body(refusal("archive_unavailable"))["retryable"] is True
    assert body(refusal("quota_used"))["retryable"] is False


def test_the_title_of_a_problem_is_the_phrase_of_its_status() -> None:
    titles = [body(refusal(code))["title"] for code in ("quota_used", "archive_unavailable", "query_empty")]
    assert titles == ["Too Many Requests", "Service Unavailable", "Bad Request"]


@pytest.mark.parametrize("code", SearchError.reasons)
def test_every_refusal_can_be_answered_in_both_forms(code: str, rf: RequestFactory) -> None:
    for face in FACES:
        assert answer(rf.get(face), refusal(code)).status_code == SearchError.reasons[code].status


@pytest.mark.parametrize("code", sorted(ADVICE))
def test_a_page_says_more_than_its_heading(code: str) -> None:
    page = answer(RequestFactory().get("/nowhere"), refusal(SearchError(code))).content.decode()
    said = re.search(r'<p id="fault">([^<]*)</p>', page)
    assert said
    assert said[1] == escape(ADVICE[code])
    assert SearchError.reasons[code].sentence not in page
