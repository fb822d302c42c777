"""The pages in a real browser: no script, keyboard alone, both themes, narrow and wide (PAGE-01, PAGE-03, PAGE-04)."""

from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from codex.live import options
from codex.store.bundled import keep_sample
from tests.browser.conftest import Open
from tests.browser.looking import LOOKS, faults_of
from tests.shelving import change_settings, entry, put_on_shelf

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
#: Addresses, and words that show that the page is the one that is meant.
PAGES = {
    "/": "Browse by collection",
    "/search": "Type at least one word",
    "/search?q=valve&lang=en": "1 result for",
    "/search?q=the&lang=en&page=2": "page 2",
    "/search?q=%D0%BA%D0%BE%D1%82%D0%B5%D0%BB&lang=uk": "6 results for",
    "/search?q=Kessel&lang=no": "Nothing in Norwegian",
    "/search?q=vavle&lang=en": "the nearest spellings",
    "/search?q=wizzerd": "Did you mean",
    "/search?lang=eo": "Esperanto: 12 inscriptions",
    "/search?q=a%00b": "This search cannot be read",
    "/search?q=valve&page=99": "Go to the first page",
    "/collections": "5 collections",
    "/read?url=https://binaric.tech/en/rites/slow-valve/": "Valve K-12 feeds the eastern hall",
    "/read?url=https://binaric.tech/uk/rites/slow-valve/": "Обряд вентиля",
    "/read?url=nowhere": "No such inscription",
    "/nowhere": "Nothing at this address",
    "/search?q=" + "x" * 1_000: "Nothing found for",
    "/search?q=zzzqqq&collection=" + "z" * 100: "Looked for in zzz",
    "/search?collection=" + "y" * 60: "yyy: 0 inscriptions",
    "/search?q=%E2%80%AE": "This search holds no word",
}


@pytest.fixture(autouse=True)
def _sample(db: None) -> None:
    change_settings(codex_index_url="file:/nowhere/search-index.json", codex_burst=6_000, codex_daily_anonymous=6_000)
    keep_sample(options(), timezone.now())


def test_a_search_works_without_a_script(open_page: Open) -> None:
    page = open_page("/", java_script_enabled=False)
    page.get_by_label("Search the archive").fill("valve")
    page.keyboard.press("Enter")
    expect(page).to_have_title("1 result for “valve” — Codex Mechanicus")
    page.get_by_text("Why this hit").first.click()
    expect(page.locator("dd").first).to_be_visible()


def test_back_returns_to_the_search_before(open_page: Open) -> None:
    page = open_page("/search?q=valve&lang=en")
    page.get_by_role("navigation", name="Narrow the results").get_by_role("link", name="Esperanto").click()
    expect(page).to_have_url("/search?q=valve&lang=eo")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_contain_text("for “valve”")
    expect(page.get_by_label("Search the archive")).to_have_value("valve")


def test_a_hit_leads_down_to_its_words(open_page: Open, tmp_path: Path) -> None:
    text = " ".join(f"Sentence {number} of a long text, {'on and on, ' * 20}." for number in range(100))
    put_on_shelf(tmp_path, [entry("Log", "/en/log/", "Chronicles", text)], codex_burst=6_000)
    page = open_page("/search?q=75&lang=en")
    page.get_by_role("link", name="Read it here").click()
    place = page.get_by_text("Sentence 75 of").bounding_box()
    assert place
    assert 0 <= place["y"] <= 720
    assert page.evaluate("scrollY") > 0


def test_the_keyboard_skips_to_the_results(open_page: Open) -> None:
    page = open_page("/search?q=valve&lang=en")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the results")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#results")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(".hit :is(a, input)").first).to_be_focused()


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_every_page_is_accessible_and_fits(open_page: Open, scheme: str, width: int) -> None:
    page = open_page("/", color_scheme=scheme, viewport={"width": width, "height": 800})
    for address, words in PAGES.items():
        page.goto(address)
        expect(page.locator("main")).to_contain_text(words)
        assert faults_of(page) == [], address


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_a_refusal_is_accessible_and_fits(open_page: Open, scheme: str, width: int) -> None:
    page = open_page("/", color_scheme=scheme, viewport={"width": width, "height": 800})
    change_settings(codex_daily_anonymous=0)
    page.goto("/search?q=valve")
    assert faults_of(page) == []
    change_settings(codex_index_url="file:/elsewhere/search-index.json", codex_daily_anonymous=50)
    page.goto("/search?q=valve")
    assert faults_of(page) == []
    expect(page.get_by_role("link", name="Try again")).to_be_visible()


def test_text_may_be_spaced_wider(open_page: Open) -> None:
    page = open_page("/search?q=valve&lang=en", viewport={"width": 320, "height": 800}, bypass_csp=True)
    page.add_style_tag(content="* { letter-spacing: .12em !important; word-spacing: .16em !important; }")
    assert "wider than its window" not in faults_of(page)
