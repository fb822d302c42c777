"""Picking the tongue of the pages in a browser that runs no script (PAGE-02)."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from codex.live import options
from codex.store.bundled import keep_sample
from tests.browser.conftest import Open
from tests.shelving import change_settings

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _sample(db: None) -> None:
    change_settings(codex_index_url="file:/nowhere/search-index.json")
    keep_sample(options(), timezone.now())


def test_a_reader_picks_a_tongue_and_keeps_it(open_page: Open) -> None:
    page = open_page("/", java_script_enabled=False)
    page.locator("footer").get_by_role("link", name="Українська").click()
    expect(page.locator("html")).to_have_attribute("lang", "uk")
    page.goto("/search")
    expect(page.locator("html")).to_have_attribute("lang", "uk")
    expect(page.locator("footer [aria-current]").first).to_have_text("Українська")


def test_what_was_typed_stays_when_the_tongue_changes(open_page: Open) -> None:
    page = open_page("/ask/", java_script_enabled=False)
    page.locator("textarea[name=question]").fill("Why three notches?")
    page.locator("footer").get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("textarea[name=question]")).to_have_value("Why three notches?")


@pytest.mark.parametrize(("spoken", "code"), [("no", "nb"), ("nn-NO", "nb"), ("de-CH", "de"), ("fr-FR", "en")])
def test_a_browser_s_own_tongue_comes_first(open_page: Open, spoken: str, code: str) -> None:
    page = open_page("/", locale=spoken)
    expect(page.locator("html")).to_have_attribute("lang", code)
