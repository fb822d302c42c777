"""What is an owner's, from signing up to closing the account, in a real browser (GRD-10, PAGE-03)."""

import json
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django import Settings

from codex.live import options
from codex.store.bundled import keep_sample
from codex.web import maintenance
from grounded.models import Consultation
from tests.browser.conftest import Open
from tests.browser.looking import LOOKS, TONGUES, faults_of
from tests.shelving import change_settings

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SECRET = "a long incense stick"


@pytest.fixture(autouse=True)
def _site(db: None) -> None:
    from grounded.live import live

    live.forget()
    change_settings(codex_index_url="file:/nowhere/search-index.json", codex_burst=6_000, allow_signup=True)
    keep_sample(options(), timezone.now())


def headed(page: Page, heading: str) -> None:
    """The page that is meant, without a fault."""
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    assert faults_of(page) == [], heading


def sign_up(page: Page) -> None:
    page.get_by_label("User name").fill("ilse")
    page.get_by_label("Password", exact=True).fill(SECRET)
    page.get_by_label("Password confirmation").fill(SECRET)
    page.get_by_role("button", name="Make the account").click()
    headed(page, "Your account")


def ask(page: Page) -> None:
    page.goto("/search?q=valve&lang=en")
    page.locator(".hit .pick input").first.check()
    page.get_by_role("button", name="Ask about these").click()
    page.get_by_label("Your question").fill("What does the valve do?")
    page.get_by_role("button", name="Make an extract").click()
    headed(page, "Archive extract, no model used")


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_the_whole_way_without_a_script(open_page: Open, scheme: str, width: int) -> None:
    view = {"width": width, "height": 800}
    # axe is a script of the test's own, which a page without scripts still runs.
    page = open_page("/account/sign-up/", color_scheme=scheme, viewport=view, accept_downloads=True)
    page.route("**/*.js", lambda route: route.abort())
    sign_up(page)
    ask(page)
    page.goto("/account/")
    page.get_by_role("link", name="My answers").last.click()
    headed(page, "My answers")
    page.get_by_role("button", name="Keep longer").click()
    expect(page.get_by_role("button", name="Keep no longer")).to_be_visible()
    assert faults_of(page) == []
    take_away(page)
    delete_all(page)
    close(page)


@pytest.mark.parametrize("tongue", TONGUES)
@pytest.mark.parametrize(("scheme", "width"), LOOKS[::3])
def test_what_is_left_today_fits_in_each_tongue(open_page: Open, tongue: str, scheme: str, width: int) -> None:
    view = {"width": width, "height": 800}
    page = open_page("/account/sign-up/", locale=tongue, color_scheme=scheme, viewport=view)
    for name, typed in (("username", "ilse"), ("password1", SECRET), ("password2", SECRET)):
        page.locator(f"[name={name}]").fill(typed)
    page.locator("main .btn").click()
    page.wait_for_url("**/account/")
    for address in ("/account/", "/ask/mine/", "/account/close/"):
        page.goto(address)
        assert faults_of(page) == [], address


def take_away(page: Page) -> None:
    with page.expect_download() as download:
        page.get_by_role("link", name="Receipts (JSON)").click()
    told = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert [one["question"] for one in told["answers"]] == ["What does the valve do?"]


def delete_all(page: Page) -> None:
    page.get_by_role("link", name="Delete", exact=True).click()
    headed(page, "Delete this answer?")
    page.get_by_role("link", name="Keep it").click()
    page.get_by_role("link", name="Delete all").click()
    headed(page, "Delete all my answers?")
    page.get_by_role("button", name="Delete all for good").click()
    headed(page, "My answers")
    expect(page.get_by_role("status")).to_have_text("All your answers were deleted for good.")
    assert not Consultation.objects.exists()


def close(page: Page) -> None:
    page.goto("/account/mail/")
    headed(page, "Change your e-mail address")
    page.goto("/account/close/")
    headed(page, "Close your account")
    page.get_by_label("Your password").fill("wrong")
    page.get_by_role("button", name="Close the account for good").click()
    expect(page.locator(".fault")).to_be_visible()
    headed(page, "Close your account")
    page.get_by_label("Your password").fill(SECRET)
    page.get_by_role("button", name="Close the account for good").click()
    headed(page, "Your account is closed")
    assert not User.objects.exists()


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_what_is_kept_and_what_stands_in_for_a_page_is_accessible_and_fits(
    open_page: Open, settings: Settings, tmp_path: Path, scheme: str, width: int
) -> None:
    page = open_page("/kept", color_scheme=scheme, viewport={"width": width, "height": 800})
    headed(page, "What we keep")
    page.goto("/static/lumasite/down.html")
    headed(page, "Not reachable")
    settings.DATA_DIR = tmp_path
    maintenance.close(20)
    page.goto("/search?q=valve")
    headed(page, "The site is being worked on")
    page.get_by_role("link", name="Staff sign in here").click()
    headed(page, "Sign in")
    maintenance.reopen()


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_every_page_of_an_error_leads_on_is_accessible_and_fits(
    open_page: Open, settings: Settings, scheme: str, width: int
) -> None:
    settings.ROOT_URLCONF = "tests.failing_urls"
    page = open_page("/", color_scheme=scheme, viewport={"width": width, "height": 800})
    for address, status in ERRORS.items():
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == status
        assert faults_of(page) == [], address
        page.locator("main #q").fill("valve")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=1)).to_contain_text("valve")


#: What cannot be shown, by its status.
ERRORS = {
    "/fail/suspicious": 400,
    "/fail/forbidden": 403,
    "/nowhere": 404,
    "/look": 405,
    "/fail/too-large": 413,
    "/fail/bug": 500,
    "/fail/locked": 503,
}
