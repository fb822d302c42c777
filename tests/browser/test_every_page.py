"""What holds for every page of the search: its weight, its tongues, its focus, paper (PAGE-02, PAGE-03, PAGE-04)."""

from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import Page, expect

from codex.live import options
from codex.store.bundled import keep_sample
from tests.browser.conftest import Open
from tests.browser.looking import LOOKS, TONGUES, faults_of
from tests.browser.test_search_page import PAGES
from tests.shelving import change_settings

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
READ = "/read?url=https://binaric.tech/en/rites/slow-valve/"
#: Pages of accounts that strangers see, whose own tests say more.
ALL = [*PAGES, "/kept", "/account/sign-in/", "/account/reset/"]
#: Bytes over the wire, headers included.
MOST = 60_000
#: Whether the element with the focus shows it, and is not hidden under another.
FOCUS = """() => {
  const one = document.activeElement;
  if (one === document.body) return "";
  const look = getComputedStyle(one), box = one.getClientRects()[0];
  const shown = look.outlineStyle !== "none" && parseFloat(look.outlineWidth) >= 2;
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return one.outerHTML.slice(0, 90) + (shown ? "" : " has no ring") + (one.contains(top) ? "" : " is covered");
}"""


@pytest.fixture(autouse=True)
def _sample(db: None) -> None:
    change_settings(codex_index_url="file:/nowhere/search-index.json", codex_burst=6_000, codex_daily_anonymous=6_000)
    keep_sample(options(), timezone.now())


@pytest.mark.parametrize("tongue", [tongue for tongue in TONGUES if tongue != "en"])
@pytest.mark.parametrize(("scheme", "width"), LOOKS[::3])
def test_every_page_is_accessible_and_fits_in_each_tongue(
    open_page: Open, tongue: str, scheme: str, width: int
) -> None:
    page = open_page("/", locale=tongue, color_scheme=scheme, viewport={"width": width, "height": 800})
    for address in ALL:
        page.goto(address)
        expect(page.locator("html")).to_have_attribute("lang", tongue)
        assert faults_of(page) == [], address


def test_a_first_visit_to_any_page_is_light_and_asks_no_one_else(open_page: Open) -> None:
    weights = {}
    for address in ALL:
        page = open_page("/robots.txt")
        loaded = _loaded(page)
        page.goto(address, wait_until="networkidle")
        assert {request.url.split("/")[2] for request in loaded} == {page.url.split("/")[2]}
        weights[address] = sum(map(_weight, loaded))
        page.context.close()
    assert {address: weight for address, weight in weights.items() if weight > MOST} == {}


def _loaded(page: Page) -> list[Any]:
    """What the page loads from now on."""
    loaded: list[Any] = []
    page.on("requestfinished", lambda request: loaded.append(request))
    return loaded


def _weight(request: Any) -> int:
    sizes = request.sizes()
    return int(sizes["responseBodySize"] + sizes["responseHeadersSize"])


def test_no_page_breaks_the_policy(open_page: Open) -> None:
    page, complaints = open_page("/"), list[str]()
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    for address in ALL:
        page.goto(address)
    # A refusal is told there by its status alone.
    assert [told for told in complaints if "status of 4" not in told] == []


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("address", ["/", "/search?q=the&lang=en", READ, "/nowhere"])
def test_whoever_walks_by_keyboard_sees_where_they_are(open_page: Open, address: str, width: int) -> None:
    page = open_page(address, viewport={"width": width, "height": 600})
    seen = walk(page)
    assert len(seen) > 8
    assert [one for one in seen if one.endswith(("has no ring", "is covered"))] == []


@pytest.mark.parametrize("tongue", [code for code, _ in settings.LANGUAGES])
def test_nothing_in_the_head_covers_anything_else(open_page: Open, tongue: str) -> None:
    page = open_page("/", locale=tongue, viewport={"width": 320, "height": 600})
    mark, doors = page.locator(".wordmark span").bounding_box(), page.locator(".doors").bounding_box()
    assert mark
    assert doors
    assert mark["x"] + mark["width"] <= doors["x"]


@pytest.mark.parametrize("width", [320, 1280])
def test_the_head_leads_to_asking_at_every_width(open_page: Open, width: int) -> None:
    page = open_page("/", viewport={"width": width, "height": 600})
    page.locator(".doors").get_by_role("link", name="Ask").click()
    expect(page).to_have_url("/ask/")


def walk(page: Page) -> list[str]:
    """Press Tab until the page's end."""
    seen: list[str] = []
    for _ in range(120):
        page.keyboard.press("Tab")
        if not (told := page.evaluate(FOCUS)):
            break
        seen.append(told)
    return seen


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_paper_holds_the_text_and_its_source_black_on_white(open_page: Open, theme: str) -> None:
    page = open_page(READ, color_scheme=theme)
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.emulate_media(media="print")
    expect(page.locator(".leaf-text p").first).to_be_visible()
    for hidden in ("#seek", ".doors", ".crumbs", ".para", "[data-look]"):
        expect(page.locator(hidden).first).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.querySelector('.leaf')).backgroundColor") == "rgb(255, 255, 255)"
    source = page.get_by_role("link", name="Read it at binaric.tech")
    assert "slow-valve" in source.evaluate("one => getComputedStyle(one, '::after').content")


def test_nothing_moves_and_forced_colours_keep_what_is_chosen(open_page: Open) -> None:
    page = open_page("/", forced_colors="active", reduced_motion="reduce")
    page.locator("#q").press_sequentially("the")
    page.get_by_role("option").first.wait_for()
    page.keyboard.press("ArrowDown")
    ground = "one => getComputedStyle(one).backgroundColor"
    chosen, other = page.get_by_role("option").first.evaluate(ground), page.get_by_role("option").last.evaluate(ground)
    assert chosen != other
    assert page.evaluate("document.getAnimations().length") == 0
    assert faults_of(page) == []
