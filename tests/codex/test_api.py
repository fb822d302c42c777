"""The JSON search: /api/v1/search."""

from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client

from codex.models import DailyUse
from tests.shelving import change_settings, put_on_shelf

URL = "/api/v1/search"
PROBLEM = "application/problem+json"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _archive(tmp_path: Path, db: None) -> None:
    put_on_shelf(tmp_path)


def used() -> int:
    return sum(DailyUse.objects.values_list("used", flat=True))


def test_a_search_by_url(client: Client) -> None:
    answer = client.get(URL, {"q": "manometer"})
    assert answer.status_code == 200
    assert [hit["title"] for hit in answer.json()["results"]] == [
        "The Manometer of Boiler V7",
        "Rite of the Slow Valve",
    ]


def test_a_search_by_body_gives_the_same(client: Client) -> None:
    posted = client.post(URL, {"query": "manometer"}, content_type="application/json")
    assert posted.json() == client.get(URL, {"q": "manometer"}).json()


def test_paging_is_told(client: Client) -> None:
    answer = client.get(f"{URL}?q=pressure&page=2&limit=5").json()
    assert (answer["page"], answer["pages"], answer["per_page"], answer["total"]) == (2, 5, 5, 23)


def test_letters_are_sent_as_they_are(client: Client) -> None:
    assert "ŝlosilon" in client.get(URL, {"q": "sxlosilo", "lang": "eo"}).content.decode()


def test_the_limit_stands_in_the_headers(client: Client) -> None:
    answer = client.get(URL, {"q": "manometer"})
    assert answer.headers["RateLimit-Policy"] == '"daily";q=50;w=86400'
    assert answer.headers["RateLimit"].startswith('"daily";r=49;t=')


def test_a_used_up_limit_is_a_problem_with_a_time_to_come_back(client: Client) -> None:
    change_settings(codex_daily_anonymous=1)
    client.get(URL, {"q": "manometer"})
    answer = client.get(URL, {"q": "manometer"})
    assert (answer.status_code, answer.headers["Content-Type"]) == (429, PROBLEM)
    assert answer.json()["code"] == "quota_used"
    assert answer.json()["resets_at"] == client.get("/api/v1/quota").json()["resets_at"]
    assert int(answer.headers["Retry-After"]) > 0
    assert answer.headers["RateLimit"].startswith('"daily";r=0;t=')


def test_bursts_are_limited_and_tell_the_limit(client: Client) -> None:
    change_settings(codex_burst=2)
    answers = [client.get(URL, {"q": "manometer"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].headers["RateLimit-Policy"] == '"burst";q=2;w=60'
    assert answers[2].headers["RateLimit"] == '"burst";r=0;t=60'


def test_page_and_api_share_the_burst_limit(client: Client) -> None:
    change_settings(codex_burst=2)
    addresses = ("/search", URL, "/api/v1/quota", "/search")
    assert [client.get(address, {"q": "manometer"}).status_code for address in addresses] == [200, 200, 429, 429]


def test_an_unchanged_answer_is_304_and_costs_nothing(client: Client) -> None:
    tag = client.get(URL, {"q": "manometer"}).headers["ETag"]
    answer = client.get(URL, {"q": "manometer"}, headers={"If-None-Match": tag})
    assert (answer.status_code, answer.content, used()) == (304, b"", 1)


def test_another_question_has_another_tag(client: Client) -> None:
    tag = client.get(URL, {"q": "manometer"}).headers["ETag"]
    assert client.get(URL, {"q": "valve"}, headers={"If-None-Match": tag}).status_code == 200


def test_another_archive_has_another_tag(client: Client, tmp_path: Path) -> None:
    tag = client.get(URL, {"q": "manometer"}).headers["ETag"]
    change_settings(codex_summary_chars=60)
    assert client.get(URL, {"q": "manometer"}, headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize(
    ("asked", "code", "status"),
    [
        ({}, "query_empty", 400),
        ({"q": " "}, "query_empty", 400),
        ({"q": "a\x00b"}, "query_invalid", 400),
        ({"q": "a" * 1_001}, "query_too_long", 400),
        ({"q": "x", "page": "first"}, "parameter_invalid", 400),
        ({"q": "x", "limit": 51}, "parameter_invalid", 400),
        ({"q": "x", "detail": "all"}, "parameter_invalid", 400),
        ({"q": "pressure", "page": 99}, "page_out_of_range", 404),
    ],
)
def test_bad_parameters_are_problems(client: Client, asked: dict[str, str], code: str, status: int) -> None:
    answer = client.get(URL, asked)
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, PROBLEM)
    assert answer.json()["code"] == code
    assert answer.json()["error"] == answer.json()["detail"]


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"limit": 51}, {"parameter": "limit", "maximum": 50}),
        ({"page": 0}, {"parameter": "page", "minimum": 1}),
        ({"detail": "all"}, {"parameter": "detail"}),
        ({"page": True}, {"parameter": "page"}),
        ({"page": 1.0}, {"parameter": "page"}),
        ({"collection": "\n"}, {"parameter": "collection"}),
        ({"<b>evil</b>": 1}, {"unknown_in": "body"}),
        ({"<b>evil</b>": 1, "limit": 51}, {"parameter": "limit", "maximum": 50}),
    ],
)
def test_a_bad_parameter_is_named_by_our_own_name(
    client: Client, asked: dict[str, object], told: dict[str, object]
) -> None:
    answer = client.post(URL, {"q": "manometer"} | asked, content_type="application/json")
    shown = answer.json()
    assert (answer.status_code, shown["code"]) == (400, "parameter_invalid")
    extra = shown.keys() - {"type", "title", "status", "detail", "error", "code", "retryable"}
    assert {name: shown[name] for name in extra} == told
    assert "evil" not in answer.content.decode()


def test_the_json_does_not_vary_by_the_browser_s_language(client: Client) -> None:
    answers = [client.get(URL, {"q": "ventilen"}, headers={"Accept-Language": spoken}) for spoken in ("nb", "de")]
    assert answers[0].json() == answers[1].json()
    assert "Accept-Language" not in answers[0].headers["Vary"]
    assert "Content-Language" not in answers[0].headers


@pytest.mark.parametrize("body", [" ", "{", "[]", '"q"', '{"q": 5}', '{"q": "x", "extra": 1}', "[" * 30_000])
def test_bad_bodies_are_problems(client: Client, body: str) -> None:
    answer = client.post(URL, body, content_type="application/json")
    assert (answer.status_code, answer.headers["Content-Type"]) == (400, PROBLEM)
    assert used() == 0


def test_a_body_of_a_megabyte_is_refused(client: Client) -> None:
    answer = client.post(URL, "x" * 1_000_000, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_a_body_that_is_no_json_by_its_type_is_refused(client: Client) -> None:
    answer = client.post(URL, {"q": "manometer"})
    assert (answer.status_code, answer.headers["Content-Type"]) == (415, PROBLEM)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_other_methods_are_refused_in_the_same_shape(client: Client, method: str) -> None:
    answer = client.generic(method, URL)
    assert (answer.status_code, answer.headers["Content-Type"]) == (405, PROBLEM)
    assert "GET" in answer.headers["Allow"]


def test_unknown_addresses_are_problems(client: Client) -> None:
    answer = client.get("/api/v1/nothing")
    assert (answer.status_code, answer.headers["Content-Type"], answer.json()["code"]) == (404, PROBLEM, "not_found")


def test_head_tells_the_headers_alone(client: Client) -> None:
    answer = client.head(URL, {"q": "manometer"})
    assert (answer.status_code, answer.content) == (200, b"")


def test_staff_can_close_it_to_callers_without_a_token(client: Client) -> None:
    change_settings(allow_anonymous_api=False)
    answer = client.get(URL, {"q": "manometer"})
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert used() == 0


def test_a_session_cookie_spends_nobody_elses_limit(client: Client) -> None:
    client.force_login(User.objects.create_user("pilgrim"))
    client.post(URL, {"q": "manometer"}, content_type="application/json")
    assert DailyUse.objects.get().kind == "address"


def test_an_archive_out_of_reach_is_a_503(client: Client, tmp_path: Path) -> None:
    change_settings(codex_index_url=f"file:{tmp_path}/nowhere.json")
    answer = client.get(URL, {"q": "manometer"})
    assert (answer.status_code, answer.headers["Content-Type"]) == (503, PROBLEM)
    assert int(answer.headers["Retry-After"]) > 0
