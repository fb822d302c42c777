"""The pages speak the reader's tongue: named by the address, remembered by a cookie, or the browser's (PAGE-02)."""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.utils.translation import get_language, override

from codex.core.tongues import NAMES, UI_CODES
from codex.pages import wording
from tests.codex.archives import eventually
from tests.reading import links
from tests.shelving import put_on_shelf

pytestmark = pytest.mark.django_db
PAGES = ["/", "/search?q=valve", "/search?q=zzzz", "/search?lang=en", "/collections", "/account/sign-in/", "/ask/"]
DAY = datetime(2026, 3, 3, tzinfo=UTC)
CODES = sorted(UI_CODES.values())


@pytest.fixture(autouse=True)
def _archive(db: None, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)


def tongue_of_page(client: Client, path: str, **headers: str) -> str:
    response = client.get(path, headers=headers)
    found = re.search(r'<html lang="(\w+)"', response.content.decode())
    assert found
    assert response.headers["Content-Language"] == found[1]
    return found[1]


@pytest.mark.parametrize("path", [*PAGES, "/nowhere", "/search?q=valve&page=99", "/admin/login/"])
@pytest.mark.parametrize("code", CODES)
def test_every_page_comes_in_the_tongue_that_its_address_names(path: str, code: str, client: Client) -> None:
    asked = f"{path}{'&' if '?' in path else '?'}ui={code}"
    assert tongue_of_page(client, asked, **{"Accept-Language": "en"}) == code


@pytest.mark.parametrize(
    ("spoken", "code"),
    [
        ("no", "nb"),
        ("nn-NO, en", "nb"),
        ("nb", "nb"),
        ("fr, uk;q=0.5, de;q=0.7", "de"),
        ("fr", "en"),
        ("de;q=0, eo", "eo"),
        ("*", "en"),
        ("de-AT", "de"),
        ("", "en"),
    ],
)
def test_a_browser_gets_the_first_of_its_tongues_that_there_is(spoken: str, code: str, client: Client) -> None:
    assert tongue_of_page(client, "/", **{"Accept-Language": spoken}) == code


def test_a_tongue_once_chosen_is_remembered_on_every_page(client: Client) -> None:
    cookie = client.get("/?ui=uk").cookies["tongue"]
    assert (cookie.value, cookie["httponly"], cookie["samesite"], cookie["path"]) == ("uk", True, "Lax", "/")
    assert cookie["max-age"] == 365 * 24 * 3600
    assert {tongue_of_page(client, path) for path in (*PAGES, "/nowhere")} == {"uk"}


def test_behind_tls_the_cookie_is_this_host_s_alone(client: Client, settings: Any) -> None:
    settings.LANGUAGE_COOKIE_NAME, settings.LANGUAGE_COOKIE_SECURE = "__Host-tongue", True
    cookie = client.get("/?ui=de", secure=True).cookies["__Host-tongue"]
    assert (cookie["secure"], cookie["path"], cookie["domain"]) == (True, "/", "")


def test_what_is_remembered_is_not_set_again(client: Client) -> None:
    client.get("/?ui=uk")
    assert not client.get("/?ui=uk").cookies
    assert not client.get("/").cookies


@pytest.mark.parametrize("code", ["xx", "", "../de", "de\0", "https://elsewhere.example"])
def test_an_address_that_names_no_tongue_of_ours_changes_nothing(code: str, client: Client) -> None:
    response = client.get("/", {"ui": code}, headers={"Accept-Language": "de"})
    assert response.headers["Content-Language"] == "de"
    assert not response.cookies


def test_a_cookie_that_names_none_counts_for_nothing(client: Client) -> None:
    client.cookies["tongue"] = "xx"
    assert tongue_of_page(client, "/", **{"Accept-Language": "eo"}) == "eo"


@pytest.mark.parametrize("path", [*PAGES[:-1], "/nowhere"])
def test_every_page_offers_each_tongue_by_its_own_name(path: str, client: Client) -> None:
    page = client.get(path).content.decode()
    for tongue, name in NAMES.items():
        code = UI_CODES[tongue]
        assert re.search(rf'href="\?[^"]*ui={code}"\s+lang="{code}"\s+hreflang="{code}"[^>]*>{name}</a>', page)


def test_staff_pages_offer_each_tongue_too(super_client: Client) -> None:
    for path in ("/admin/", "/admin/codex/codexsettings/1/change/"):
        page = super_client.get(f"{path}?ui=uk").content.decode()
        assert [link for link in links(page) if link.endswith("ui=nb")]
        assert '<html lang="uk"' in page


def test_the_link_keeps_all_else_that_the_address_says(client: Client) -> None:
    page = client.get("/search?q=a%26b&lang=de&ui=eo&ui=xx").content.decode()
    assert "?q=a%26b&lang=de&ui=uk" in links(page)


@pytest.mark.parametrize("path", ["/\\elsewhere.example", "/%2f/elsewhere.example"])
def test_the_link_leads_nowhere_else(path: str, client: Client) -> None:
    page = client.get(path, {"ui": "de"}).content.decode()
    assert [link for link in links(page) if "ui=" in link] == [f"?ui={code}" for code in UI_CODES.values()]


def test_what_was_sent_to_an_address_that_only_takes_forms_leads_to_the_first_page(client: Client) -> None:
    response = Client(enforce_csrf_checks=True).post("/ask/send/?ui=de")
    assert response.status_code == 403
    assert "/?ui=uk" in links(response.content.decode())


@pytest.mark.parametrize("path", ["/", "/collections"])
def test_search_engines_are_told_of_each_tongue(path: str, client: Client) -> None:
    page = client.get(f"{path}?ui=de").content.decode()
    found = re.findall(r'<link rel="alternate" hreflang="(\w+)" href="([^"]+)">', page)
    assert dict(found) == {code: f"http://testserver{path}?ui={code}" for code in UI_CODES.values()}


@pytest.mark.parametrize("path", [*PAGES, "/nowhere"])
def test_caches_are_told_that_pages_differ_by_browser_and_cookie(path: str, client: Client) -> None:
    vary = set(re.split(r",\s*", client.get(path).headers["Vary"]))
    assert {"Accept-Language", "Cookie"} <= vary


def test_one_address_is_answered_to_each_reader_in_their_tongue(client: Client) -> None:
    asked = ["de", "en", "uk", "de", "nb", "en"]
    assert [tongue_of_page(client, "/search?q=valve&lang=en", **{"Accept-Language": code}) for code in asked] == asked


def test_a_search_that_names_no_tongue_begins_with_the_one_of_the_pages(client: Client) -> None:
    page = client.get("/search?q=ventilen&ui=nb", headers={"Accept-Language": "de"}).content.decode()
    assert 'name="lang" type="hidden" value="no"' in page
    page = client.get("/search?q=ventilen&lang=no&ui=uk").content.decode()
    assert 'name="lang" type="hidden" value="no"' in page


@pytest.mark.parametrize("path", ["/api/v1/search?q=&ui=de", "/api/v1/quota?ui=de", "/llms.txt?ui=de", "/robots.txt"])
def test_what_programs_read_stays_in_english(path: str, client: Client) -> None:
    response = client.get(path, headers={"Accept-Language": "de"})
    assert "Content-Language" not in response.headers
    assert "tongue" not in response.cookies


def test_a_thread_keeps_no_tongue_of_the_last_page(client: Client) -> None:
    before = get_language()
    client.get("/?ui=de")
    assert get_language() == before


def test_too_many_parameters_are_refused_in_a_tongue_too(client: Client) -> None:
    response = client.get("/?" + "&".join(f"a{n}=1" for n in range(60)), headers={"Accept-Language": "de"})
    assert (response.status_code, response.headers["Content-Language"]) == (400, "de")


def test_markdown_for_agents_says_that_it_is_english(client: Client) -> None:
    response = client.get("/search?q=valve&format=md&ui=uk")
    assert response.headers["Content-Language"] == "en"
    assert "Codex Mechanicus: 1 inscription" in response.content.decode()


def test_a_mail_speaks_the_tongue_of_the_page_that_it_was_asked_for_on(client: Client) -> None:
    User.objects.create_user("novice", email="novice@archive.example", password="incense")
    client.post("/account/reset/?ui=de", {"email": "novice@archive.example"})
    assert eventually(lambda: len(mail.outbox) == 1)
    assert mail.outbox[0].subject.startswith("Ein neues Passwort für")
    assert "der Link gilt einmal" in mail.outbox[0].body


def test_passwords_are_judged_in_the_tongue_of_the_page(client: Client) -> None:
    client.force_login(User.objects.create_user("novice", password="incense"))
    sent = {"old_password": "incense", "new_password1": "12345", "new_password2": "12345"}
    page = client.post("/account/password/?ui=de", sent).content.decode()
    assert "Dieses Passwort ist zu kurz." in page


def test_numbers_and_days_are_written_as_in_the_tongue() -> None:
    told = {"en": "12,345", "de": "12.345", "nb": "12\xa0345", "uk": "12\xa0345"}
    with override("de"):
        assert wording.day(DAY) == "3. März 2026"
    with override("uk"):
        assert wording.day(DAY) == "3 березня 2026 р."
    with override("eo"):
        assert wording.day(DAY) == "3-a de marto 2026"
    for code, number in told.items():
        with override(code):
            assert wording.number(12_345) == number
