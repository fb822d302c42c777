"""Staff look at what was used and lead a new site through its first steps, in a real browser (ADM-01, PAGE-03)."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from codex.live import live, stored
from codex.models import QueryCount, UsageCount, UsageTime
from grounded.live import live as answers
from tests.browser.conftest import Open
from tests.browser.looking import LOOKS, faults_of
from tests.shelving import LORE, entry, put_on_shelf

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SECRET = "a long incense stick"


@pytest.fixture(autouse=True)
def _site(db: None, tmp_path: Path) -> None:
    answers.forget()
    put_on_shelf(tmp_path, [*LORE, entry("", "/en/nameless/", "Rites", "Lost.")])
    User.objects.create_superuser("abbess", password=SECRET)
    now = datetime.now(UTC).replace(minute=0, second=0, microsecond=0)
    for face, outcome, count in (("page", "found", 12), ("page", "nothing", 3), ("answer", "cited", 2)):
        UsageCount.objects.create(hour=now, face=face, outcome=outcome, count=count)
    UsageTime.objects.create(day=now.date(), face="page", place=80, count=15)
    QueryCount.objects.create(day=now.date(), lang="en", words="=monometr", count=3)
    return


def sign_in(page: Page) -> None:
    page.get_by_label("Username").fill("abbess")
    page.get_by_label("Password").fill(SECRET)
    with page.expect_navigation():
        page.keyboard.press("Enter")


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_every_page_is_accessible_and_fits(open_page: Open, scheme: str, width: int) -> None:
    page = open_page("/admin/", color_scheme=scheme, viewport={"width": width, "height": 800})
    sign_in(page)
    for path in ("/admin/", "/admin/usage/", "/admin/usage/?since=2999-01-01", "/admin/first/", "/admin/doctor/"):
        page.goto(page.url.split("/admin/")[0] + path)
        page.evaluate("document.querySelectorAll('main details').forEach(one => { one.open = true })")
        assert (path, faults_of(page)) == (path, [])
    page.get_by_role("button", name="Examine the archive").click()
    expect(page.get_by_role("row", name="The entry has no title.")).to_contain_text("/en/nameless/")
    assert faults_of(page) == []


def test_from_signing_in_to_the_numbers_in_a_spreadsheet(open_page: Open) -> None:
    page = open_page("/admin/", java_script_enabled=False)
    sign_in(page)
    page.get_by_role("navigation", name="For staff").get_by_role("link", name="Usage").click()
    page.get_by_role("link", name="7 days").click()
    expect(page.get_by_role("img", name="Searches a day")).to_be_visible()
    page.get_by_label("From", exact=True).fill("2026-01-01")
    page.get_by_label("To", exact=True).fill("2026-01-31")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("From 2026-01-01 to 2026-01-31")).to_be_visible()
    page.get_by_role("link", name="90 days").click()
    with page.expect_download() as download:
        page.get_by_role("link", name=re.compile("As CSV.*Looked for")).click()
    assert "'=monometr,English,3" in download.value.path().read_text("utf-8-sig")
    assert download.value.suggested_filename.startswith("missing-")


def test_from_first_steps_to_luma(open_page: Open) -> None:
    page = open_page("/admin/", java_script_enabled=False)
    sign_in(page)
    page.get_by_role("link", name="First steps").click()
    page.get_by_role("button", name="Test archive").click()
    expect(page.get_by_text("This archive can be used: 29 inscriptions.")).to_be_visible()
    page.get_by_role("button", name="Switch Luma on").click()
    expect(page.get_by_role("heading", name="Luma: done")).to_be_visible()
    live.forget()
    assert stored().enable_codex
