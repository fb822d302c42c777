"""What the search page refuses, counts and keeps to itself (PAGE-01, CDX-06, SEC-04)."""

import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.test import Client

from codex.models import DailyUse
from tests.reading import heading, links
from tests.shelving import change_settings, put_on_shelf

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _archive(db: None, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)


def used() -> int:
    return sum(DailyUse.objects.values_list("used", flat=True))


def test_an_empty_query_shows_the_form_with_a_hint_and_costs_nothing(client: Client) -> None:
    response = client.get("/search?q=")
    assert response.status_code == 200
    assert "Type at least one word" in response.content.decode()
    assert used() == 0


@pytest.mark.parametrize("query", ["a", "the of and", "  valve  ", "👍 valve", "'\"><svg onload=x>", "\u202evalve"])
def test_odd_queries_are_answered(client: Client, query: str) -> None:
    response = client.get("/search", {"q": query, "lang": "en"})
    assert response.status_code == 200
    assert "<svg onload" not in response.content.decode()


@pytest.mark.parametrize(
    ("state", "status"),
    [
        ({"q": "a\0b"}, 400),
        ({"q": "a\x07b"}, 400),
        ({"q": "%"}, 400),
        ({"q": "\u200b"}, 400),
        ({"q": "b" * 10_000}, 400),
        ({"q": "valve", "page": "99"}, 404),
        ({"q": "valve", "page": "9" * 20}, 404),
        ({"lang": "en", "page": "99"}, 404),
    ],
)
def test_bad_input_is_told_and_kept(client: Client, state: dict[str, str], status: int) -> None:
    response = client.get("/search", state)
    page = response.content.decode()
    assert response.status_code == status
    assert f'value="{state.get("q", "").replace(chr(0), "")}"' in page
    assert ("aria-invalid" in page) is (status == 400)


#: What both faces refuse, and what both take.
BAD = [{"page": page} for page in ("0", "-1", "+1", "1.0", "1e0", "1_0", " 1", "two", "true", "١", "9" * 400)]
BAD += [{name: f"x{char}"} for name in ("lang", "collection") for char in "\0\n\x1b\x7f\x85"]
BAD += [{"collection": "x" * 1_001}, {"lang": "x" * 1_001}]
GOOD = [{"page": "1"}, {"page": "01"}, {"lang": " "}, {"lang": "tlh"}]


@pytest.mark.parametrize("address", ["/search", "/api/v1/search"])
@pytest.mark.parametrize(("state", "status"), [(bad, 400) for bad in BAD] + [(good, 200) for good in GOOD])
def test_page_and_json_take_the_same_parameters(
    client: Client, address: str, state: dict[str, str], status: int
) -> None:
    response = client.get(address, {"q": "valve"} | state)
    assert response.status_code == status
    if status == 400 and address != "/search":
        assert (response.json()["code"], response.json()["parameter"]) == ("parameter_invalid", next(iter(state)))


@pytest.mark.parametrize("state", BAD)
def test_a_shelf_takes_the_same_parameters(client: Client, state: dict[str, str]) -> None:
    assert client.get("/search", {"collection": "Rites"} | state).status_code == 400


def test_the_first_page_is_that_of_the_tongue_that_was_asked_in(client: Client) -> None:
    response = client.get("/search?q=ventilen&page=99", headers={"Accept-Language": "nb"})
    assert "/search?q=ventilen&lang=no" in links(response.content.decode())


def test_invalid_input_costs_nothing(client: Client) -> None:
    for state in ("q=a%00b", "q=" + "b" * 10_000, "q=valve&page=two"):
        client.get(f"/search?{state}")
    assert used() == 0


def test_a_page_out_of_range_leads_to_the_first(client: Client) -> None:
    page = client.get("/search", {"q": "valve", "lang": "en", "page": "99"}).content.decode()
    assert "/search?q=valve&lang=en" in links(page)


def test_further_pages_and_facets_count_as_searches(client: Client) -> None:
    for more in ("", "&page=2", "&collection=Chronicles"):
        client.get(f"/search?q=pressure&lang=en{more}")
    assert used() == 3


def test_the_searches_left_are_told(client: Client) -> None:
    change_settings(codex_daily_anonymous=2)
    first, second = (client.get("/search?q=valve").content.decode() for _ in range(2))
    assert "1 of your 2 searches is left today." in first
    assert "0 of your 2 searches are left today." in second


def test_a_used_up_quota_says_when_it_begins_anew_and_keeps_the_query(client: Client) -> None:
    change_settings(codex_daily_anonymous=1)
    client.get("/search?q=valve")
    response = client.get("/search?q=valve")
    page = response.content.decode()
    assert response.status_code == 429
    assert 0 < int(response.headers["Retry-After"]) <= 86_401
    assert re.search(r"New searches from \d+ \w+ \d+, 00:00 UTC on, in\s\d+\s(hour|minute)s?\.", page)
    assert 'value="valve"' in page


def test_a_limit_of_zero_is_told_as_closed_and_promises_nothing(client: Client, staff_client: Client) -> None:
    change_settings(codex_daily_anonymous=0, codex_daily_per_user=0)
    for visitor, told in ((client, "for callers without an account."), (staff_client, "for this account.")):
        response = visitor.get("/search?q=valve")
        page = response.content.decode()
        assert (response.status_code, heading(page)) == (429, "Searching is closed")
        assert f"Searching is closed {told}" in page
        assert "New searches from" not in page
        assert "used up" not in page


def test_too_many_searches_at_once_are_slowed_down(client: Client) -> None:
    change_settings(codex_burst=1)
    client.get("/search?q=valve")
    response = client.get("/search?q=valve")
    assert (response.status_code, response.headers["Retry-After"]) == (429, "60")
    assert used() == 1


def test_an_archive_out_of_reach_is_told(client: Client, tmp_path: Path) -> None:
    change_settings(codex_index_url=f"file:{tmp_path}/nowhere.json")
    response = client.get("/search?q=valve")
    assert response.status_code == 503
    assert "Retry-After" in response.headers
    assert "The archive cannot be read" in response.content.decode()


def test_searching_sets_no_cookie_and_stays_out_of_caches_and_engines(client: Client) -> None:
    response = client.get("/search?q=valve")
    assert not response.cookies
    assert response.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert response.headers["Cache-Control"] == "private"
    assert {"Accept-Language", "Cookie"} <= set(re.split(r",\s*", response.headers["Vary"]))


def test_a_signed_in_reader_has_a_limit_of_their_own(staff_client: Client) -> None:
    change_settings(codex_daily_anonymous=0, codex_daily_per_user=7)
    assert "6 of your 7 searches are left today." in staff_client.get("/search?q=valve").content.decode()


def test_only_reading_is_allowed(client: Client) -> None:
    for method in ("post", "put", "delete"):
        response = getattr(client, method)("/search?q=valve")
        assert (response.status_code, response.headers["Allow"]) == (405, "GET, HEAD")
    assert client.head("/search?q=valve").content == b""


def test_crawlers_may_read_that_results_are_not_for_them(client: Client) -> None:
    rules = client.get("/robots.txt")
    assert rules.headers["Content-Type"].startswith("text/plain")
    assert "/search" not in rules.content.decode()


@pytest.mark.parametrize("state", [{}, {"q": "pressure"}, {"q": "zzzqqq"}, {"lang": "en"}, {"q": "a\0"}])
def test_no_page_styles_or_scripts_inline(client: Client, state: dict[str, str]) -> None:
    response = client.get("/search?" + urlencode(state))
    assert not re.search(
        r"<script(?![^>]* src=\"/)[^>]*>|<script[^>]*>[^<]|<style|\sstyle=|\son[a-z]+=", response.content.decode()
    )
    assert "script-src 'self'" in response.headers["Content-Security-Policy"]
