"""The pages of accounts in a real browser: by keyboard, both themes, narrow and wide (PAGE-03, SEC-04)."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Page, expect

from codex.live import options
from codex.store.bundled import keep_sample
from tests.browser.conftest import Open
from tests.browser.looking import LOOKS, faults_of
from tests.shelving import change_settings

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SECRET = "a long incense stick"
NAME = "brann-of-the-seventh-boiler-and-its-manometer"
#: Addresses for strangers and for those who are signed in, and words that show that the page is the one that is meant.
OUTSIDE = {
    "/account/sign-in/": "For a limit of your own",
    "/account/sign-up/": "It has a limit of its own",
    "/account/reset/": "a link to choose a new password",
    "/account/reset/sent/": "a mail with a link is on its way",
    "/account/reset/done/": "Sign in",
    "/account/reset/x/y/": "This link was used already",
}
INSIDE = {
    "/account/": "Begins anew on",
    "/account/password/": "Wherever else",
    "/account/mail/": "Whoever reads the mails of this address",
    "/account/close/": "What stays, and why",
    "/ask/mine/": "Nothing was asked yet",
    "/search?q=valve&lang=en": "1 result",
}


@pytest.fixture(autouse=True)
def _site(db: None) -> None:
    change_settings(codex_index_url="file:/nowhere/search-index.json", codex_burst=6_000, allow_signup=True)
    keep_sample(options(), timezone.now())
    User.objects.create_user(NAME, "brann@lore.example", SECRET)


def sign_in(page: Page, password: str = SECRET) -> None:
    page.get_by_label("User name").fill(NAME)
    page.get_by_label("Password").fill(password)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def check(page: Page, pages: dict[str, str]) -> None:
    for address, words in pages.items():
        page.goto(address)
        expect(page.locator("main")).to_contain_text(words)
        assert faults_of(page) == [], address


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_every_page_is_accessible_and_fits(open_page: Open, scheme: str, width: int) -> None:
    page = open_page("/", color_scheme=scheme, viewport={"width": width, "height": 800})
    check(page, OUTSIDE)
    page.goto("/account/sign-in/")
    sign_in(page, "wrong")
    expect(page.get_by_label("Password")).to_have_accessible_description(
        "Name and password do not fit together. Capital letters count."
    )
    assert faults_of(page) == []
    sign_in(page)
    check(page, INSIDE)


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_the_page_of_the_pause_is_accessible_and_fits(open_page: Open, scheme: str, width: int) -> None:
    change_settings(pause_search=True, pause_message="The archive moves; back at noon.")
    page = open_page("/", color_scheme=scheme, viewport={"width": width, "height": 800})
    expect(page.locator("main")).to_contain_text("Searching is paused: The archive moves")
    assert faults_of(page) == []
    page.goto("/search?q=valve")
    expect(page.get_by_role("heading", level=1)).to_have_text("Searching is paused")
    assert faults_of(page) == []


def test_the_query_waits_behind_the_door_and_the_head_leads_out_again(open_page: Open) -> None:
    page = open_page("/search?q=valve&lang=en", java_script_enabled=False)
    page.get_by_role("link", name="Sign in").click()
    sign_in(page)
    expect(page).to_have_url("/search?q=valve&lang=en")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


@pytest.mark.parametrize("width", [320, 1280])
def test_a_long_name_covers_nothing_in_the_head(open_page: Open, width: int) -> None:
    page = open_page("/account/sign-in/", viewport={"width": width, "height": 800})
    sign_in(page)
    mark, name = page.locator(".wordmark span").bounding_box(), page.locator(".doors .name").bounding_box()
    assert mark is not None
    assert name is not None
    assert mark["x"] + mark["width"] <= name["x"]
