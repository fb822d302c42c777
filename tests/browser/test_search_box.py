"""The search box where a script runs: suggestions as a combobox, keys that lead to it, the look (PAGE-01, PAGE-03)."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open
from tests.browser.looking import LOOKS, faults_of
from tests.shelving import put_on_shelf

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
#: Keeps what a screen reader would say of the status.
LISTENING = """() => {
  const status = document.querySelector("[role=status]");
  window.told = [];
  new MutationObserver(() => told.push(status.textContent)).observe(status, {childList: true, characterData: true});
}"""
ON_TOP = """one => {
  const box = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(box.x + 20, box.y + 20));
}"""
FIRST = "The Manometer of Boiler V7"


@pytest.fixture(autouse=True)
def _archive(db: None, tmp_path: Path) -> None:
    put_on_shelf(tmp_path, codex_burst=6_000, codex_daily_anonymous=6_000)


def box(page: Page) -> Locator:
    return page.get_by_role("combobox", name="Search the archive")


def typed(page: Page, text: str) -> Locator:
    """Type, and wait for what is offered."""
    box(page).press_sequentially(text)
    offers = page.get_by_role("option")
    expect(offers.first).to_be_visible()
    return offers


def active(page: Page) -> str:
    """The option that a screen reader is on; empty when it is on the field."""
    place = box(page).get_attribute("aria-activedescendant")
    return page.locator(f"#{place} span").first.inner_text() if place else ""


def test_nothing_is_asked_before_something_is_typed(open_page: Open) -> None:
    page = open_page("/search?q=valve&lang=en")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    box(page).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    page.wait_for_timeout(400)
    assert [url for url in asked if "/suggest" in url] == []


def test_arrows_walk_through_the_offers_and_back_to_the_field(open_page: Open) -> None:
    page = open_page("/")
    assert typed(page, "man").count() == 2
    seen = []
    for _ in range(4):
        page.keyboard.press("ArrowDown")
        seen.append(active(page))
    assert seen == [FIRST, "Das Manometer am Kessel V7", "", FIRST]
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert active(page) == "Das Manometer am Kessel V7"
    expect(page.locator("[aria-selected=true]")).to_have_count(1)
    expect(box(page)).to_be_focused()


def test_enter_takes_an_offer_and_searches_in_its_tongue(open_page: Open) -> None:
    page = open_page("/")
    typed(page, "man")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/search\?q=Das\+Manometer\+am\+Kessel\+V7&lang=de"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Das Manometer")


def test_enter_on_the_field_searches_for_what_was_typed(open_page: Open) -> None:
    page = open_page("/")
    typed(page, "man")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"q=man"))


def test_escape_closes_and_keeps_what_was_typed_and_down_opens_again(open_page: Open) -> None:
    page = open_page("/")
    offers = typed(page, "man")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    expect(offers.first).to_be_hidden()
    expect(box(page)).to_have_value("man")
    expect(box(page)).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("ArrowDown")
    expect(offers.first).to_be_visible()


@pytest.mark.parametrize(("key", "caret"), [("Home", 0), ("End", 3)])
def test_home_and_end_move_the_caret_and_leave_the_list(open_page: Open, key: str, caret: int) -> None:
    page = open_page("/")
    typed(page, "man")
    page.keyboard.press("ArrowDown")
    page.keyboard.press(key)
    assert active(page) == ""
    assert box(page).evaluate("one => one.selectionStart") == caret


def test_leaving_the_field_closes_the_list(open_page: Open) -> None:
    page = open_page("/")
    offers = typed(page, "man")
    page.keyboard.press("Tab")
    expect(offers.first).to_be_hidden()


def test_a_finger_takes_an_offer(open_page: Open) -> None:
    page = open_page("/", has_touch=True, viewport={"width": 320, "height": 640})
    offers = typed(page, "slow")
    size = offers.first.bounding_box()
    assert size
    assert size["height"] >= 44
    offers.first.tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("1 result for “Rite of the Slow Valve”")


def test_the_count_is_said_once(open_page: Open) -> None:
    page = open_page("/")
    page.evaluate(LISTENING)
    typed(page, "man")
    page.keyboard.press("ArrowDown")
    assert [told for told in page.evaluate("told") if told] == ["2 suggestions"]
    box(page).press_sequentially("zz")
    expect(page.get_by_role("status")).to_have_text("No suggestions")


def test_offers_are_in_their_own_tongue(open_page: Open) -> None:
    page = open_page("/")
    assert typed(page, "Три").first.get_attribute("lang") == "uk"


def test_ticks_go_along_with_an_offer(open_page: Open) -> None:
    page = open_page("/search?q=valve&lang=en&pick=https://binaric.tech/en/manometer/")
    box(page).fill("")
    typed(page, "slow")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("q=Rite"))
    assert "collection" not in page.url


def test_without_a_script_it_is_a_field(open_page: Open) -> None:
    page = open_page("/", java_script_enabled=False)
    field = page.get_by_role("searchbox", name="Search the archive")
    expect(field).to_be_visible()
    expect(page.get_by_text("lead to the search")).to_be_hidden()


def test_keys_lead_to_the_search(open_page: Open) -> None:
    page = open_page("/search?q=valve&lang=en")
    for key in ("/", "Control+k"):
        page.locator("h1").click()
        page.keyboard.press(key)
        expect(box(page)).to_be_focused()
        expect(box(page)).to_have_value("valve")
    page.keyboard.press("End")
    page.keyboard.press("/")
    expect(box(page)).to_have_value("valve/")


def test_the_keys_can_be_switched_off_and_stay_so(open_page: Open) -> None:
    page = open_page("/")
    page.get_by_label("lead to the search").uncheck()
    for address in ("/search?lang=en", "/"):
        page.goto(address)
        page.keyboard.press("/")
        page.keyboard.press("Control+k")
        expect(box(page)).not_to_be_focused()
        expect(page.get_by_label("lead to the search")).not_to_be_checked()


@pytest.mark.parametrize("script", [True, False])
def test_the_look_is_chosen_once_and_comes_with_every_page(open_page: Open, script: bool) -> None:
    page = open_page("/search?lang=en", java_script_enabled=script, color_scheme="light")
    light = ground(page)
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("button", name="Dark", pressed=True)).to_be_visible()
    expect(page).to_have_url("/search?lang=en")
    page.wait_for_load_state("networkidle")
    page.goto("/")
    assert ground(page) != light
    page.get_by_role("button", name="As the system").click()
    expect(page.get_by_role("button", name="As the system", pressed=True)).to_be_visible()
    assert ground(page) == light


def ground(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
@pytest.mark.parametrize("address", ["/", "/search?q=valve&lang=en"])
def test_an_open_list_is_accessible_and_fits(open_page: Open, address: str, scheme: str, width: int) -> None:
    page = open_page(address, color_scheme=scheme, viewport={"width": width, "height": 800})
    box(page).fill("")
    typed(page, "log")
    page.keyboard.press("ArrowDown")
    assert faults_of(page) == []


def test_the_list_covers_what_stands_below_it(open_page: Open) -> None:
    page = open_page("/", viewport={"width": 1280, "height": 900})
    last = typed(page, "log").last
    last.hover()
    assert last.evaluate(ON_TOP)
