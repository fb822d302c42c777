"""From search to answer in a real browser: keyboard alone, without a script, in each look (GRD-05, GRD-06)."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from codex.live import options
from codex.store.bundled import keep_sample
from tests.browser.conftest import Open
from tests.browser.looking import LOOKS, TONGUES, faults_of
from tests.codex.archives import eventually
from tests.grounded.asking import KEY, MODEL, answering
from tests.grounded.replies import wrote
from tests.grounded.site import change_answers
from tests.scripts import delayed, in_turn, replying
from tests.servers import Handler, Server, serving
from tests.shelving import change_settings

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
QUESTION = "When did the river come in?"
WRITTEN = "The river stood in the yard [s1]. It has 77 valves and “was never mended by anyone” [s1] [s2].\n\nSo it is."
CITING = answering(wrote(WRITTEN, ["s1", "s2"]))
DRAFT = answering(wrote("Rivers come and go.", []))
SEARCH = "/search?q=the&lang=en"
Provide = Callable[[Handler], Server]


@pytest.fixture(autouse=True)
def _site(db: None) -> Iterator[None]:
    from grounded.calls import runner
    from grounded.live import live

    live.forget()
    change_settings(codex_index_url="file:/nowhere/search-index.json", codex_burst=6_000, codex_daily_anonymous=6_000)
    keep_sample(options(), timezone.now())
    yield
    assert eventually(lambda: runner.in_flight == 0)


@pytest.fixture
def provide() -> Iterator[Provide]:
    with ExitStack() as stack:

        def start(handler: Handler) -> Server:
            server = stack.enter_context(serving(handler))
            change_answers(key=KEY, enable_answers=True, base_url=f"{server.url}/v1", model=MODEL)
            return server

        yield start


def pick_two(page: Page) -> None:
    """One on the first page of results, one on the second, then ask."""
    page.locator(".hit .pick input").first.check()
    page.get_by_role("button", name="Page 2").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("page 2")
    page.locator(".hit .pick input").last.check()
    expect(page.locator(".pickbar")).to_contain_text("picked, 8 at most")
    page.get_by_role("button", name="Ask about these").click()


def ask(page: Page) -> None:
    page.get_by_label("Your question").fill(QUESTION)
    page.get_by_role("button", name="Show what would be sent").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Before anything is sent")


def send(page: Page, server: Server) -> None:
    page.get_by_role("button", name=f"Send these 2 excerpts to {server.netloc}").click()


def headed(page: Page, heading: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(heading, timeout=20_000)


def test_the_whole_way_with_a_script(open_page: Open, provide: Provide) -> None:
    server = provide(delayed(CITING, 1.5))
    page = open_page(SEARCH, permissions=["clipboard-read", "clipboard-write"])
    pick_two(page)
    ask(page)
    send(page, server)
    headed(page, f"Waiting for {server.netloc}")
    headed(page, "Cited answer")
    page.get_by_role("button", name="Copy with sources").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert "[^s1]: " in page.evaluate("navigator.clipboard.readText()")
    with page.expect_download() as download:
        page.get_by_role("link", name="Receipt (JSON)").click()
    assert download.value.suggested_filename.endswith(".json")
    assert len(server.requests) == 1


def test_the_whole_way_without_a_script(open_page: Open, provide: Provide) -> None:
    server = provide(delayed(CITING, 1.5))
    page = open_page(SEARCH, java_script_enabled=False)
    pick_two(page)
    ask(page)
    page.get_by_text("bytes of the request").click()
    expect(page.locator(".payload")).to_contain_text(QUESTION)
    send(page, server)
    headed(page, f"Waiting for {server.netloc}")
    waited = page.url
    page.reload()
    page.goto(waited)
    assert eventually(lambda: _checked(page))
    headed(page, "Cited answer")
    assert page.get_by_role("button", name="Copy with sources").count() == 0
    page.reload()
    assert len(server.requests) == 1
    page.get_by_text("Delete this").click()
    page.get_by_role("button", name="Delete it for good").click()
    headed(page, "My answers")


def _checked(page: Page) -> bool:
    again = page.get_by_role("link", name="Check again")
    if again.count():
        again.click()
    return page.locator(".verdict").count() > 0


def test_going_back_and_loading_anew_never_send_again(open_page: Open, provide: Provide) -> None:
    server = provide(CITING)
    page = open_page(SEARCH)
    pick_two(page)
    ask(page)
    send(page, server)
    headed(page, "Cited answer")
    page.go_back()
    headed(page, "Cited answer")
    page.reload()
    headed(page, "Cited answer")
    assert len(server.requests) == 1


def test_going_back_before_sending_keeps_what_was_asked(open_page: Open, provide: Provide) -> None:
    server = provide(CITING)
    page = open_page(SEARCH)
    pick_two(page)
    ask(page)
    page.get_by_role("link", name="Send nothing, change it").click()
    headed(page, "Ask the archive")
    page.go_back()
    headed(page, "Before anything is sent")
    send(page, server)
    headed(page, "Cited answer")
    assert len(server.requests) == 1


def test_the_keyboard_alone_does_everything(open_page: Open, provide: Provide) -> None:
    server = provide(CITING)
    page = open_page(SEARCH)
    _focus(page, page.locator(".hit .pick input").first)
    page.keyboard.press("Space")
    _focus(page, page.get_by_role("button", name="Ask about these"))
    page.keyboard.press("Enter")
    _focus(page, page.get_by_label("Your question"))
    page.keyboard.press("Control+a")
    page.keyboard.type(QUESTION)
    _focus(page, page.get_by_role("button", name="Show what would be sent"))
    page.keyboard.press("Enter")
    _focus(page, page.get_by_role("button", name=f"Send this 1 excerpt to {server.netloc}"))
    page.keyboard.press("Enter")
    headed(page, "Answer rejected")  # it cites s2, which was not sent
    _focus(page, page.get_by_role("link", name="Change question or picks"))
    page.keyboard.press("Enter")
    headed(page, "Ask the archive")
    expect(page.get_by_label("Your question")).to_have_value(QUESTION)


def _focus(page: Page, target: Any) -> None:
    """Press Tab until it has the focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if target.evaluate("one => one === document.activeElement"):
            return
    raise AssertionError("The keyboard does not reach it.")


def test_ticks_survive_another_tongue_and_another_search(open_page: Open) -> None:
    page = open_page("/search?q=valve+Ventil&lang=eo", java_script_enabled=False)
    page.goto(SEARCH)
    page.locator(".hit .pick input").first.check()
    title = page.locator(".hit h3").first.inner_text()
    page.get_by_label("Search the archive").fill("Kessel")
    page.keyboard.press("Enter")
    expect(page.locator(".picked")).to_contain_text(title)
    page.locator(".hit .pick input").first.check()
    page.get_by_role("button", name="Ask about these").click()
    expect(page.locator(".picked-text")).to_have_count(2)


def test_unticking_lets_go_of_a_pick(open_page: Open) -> None:
    page = open_page(SEARCH, java_script_enabled=False)
    page.locator(".hit .pick input").first.check()
    page.get_by_role("button", name="Page 2").click()
    page.locator(".picked input").uncheck()
    page.get_by_role("button", name="Page 1").click()
    expect(page.locator(".hit .pick input:checked")).to_have_count(0)


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_every_state_is_accessible_and_fits(open_page: Open, provide: Provide, scheme: str, width: int) -> None:
    page = open_page(SEARCH, color_scheme=scheme, viewport={"width": width, "height": 800})
    page.locator(".hit .pick input").first.check()
    assert faults_of(page) == []
    pick_two(page)
    page.get_by_label("Your question").fill(QUESTION)
    assert faults_of(page) == []
    page.get_by_role("button", name="Make an extract").click()
    headed(page, "Archive extract, no model used")
    assert faults_of(page) == []
    server = provide(in_turn(CITING, DRAFT, replying(500), delayed(CITING, 20)))
    for heading in ("Cited answer", "Uncited draft", "The endpoint failed", f"Waiting for {server.netloc}"):
        page.get_by_role("button", name="Ask again").click()
        page.get_by_text("bytes of the request").click()
        assert faults_of(page) == [], "consent"
        send(page, server)
        headed(page, heading)
        assert faults_of(page) == [], heading
    page.get_by_role("button", name="Cancel and keep my question").click()
    headed(page, "Cancelled")
    assert faults_of(page) == []
    for address in ("/ask/", "/ask/mine/", "/ask/nobody/"):
        page.goto(address)
        assert faults_of(page) == [], address


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_the_wait_is_told_without_motion_too(open_page: Open, provide: Provide, motion: str) -> None:
    server = provide(delayed(CITING, 20))
    page = open_page(SEARCH, reduced_motion=motion)
    pick_two(page)
    ask(page)
    send(page, server)
    expect(page.locator(".still")).to_be_visible(visible=motion == "reduce")
    expect(page.locator(".teeth")).to_be_visible(visible=motion != "reduce")
    page.get_by_role("button", name="Cancel and keep my question").click()


def test_no_line_begins_with_the_stop_behind_a_citation(open_page: Open, provide: Provide) -> None:
    server = provide(CITING)
    page = open_page(SEARCH)
    pick_two(page)
    ask(page)
    send(page, server)
    headed(page, "Cited answer")
    for width in range(320, 620, 6):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(STOPS) == [True] * 2, width


#: Of each citation that a full stop follows: whether that stands beside it, on its line.
STOPS = """() => [...document.querySelectorAll(".cite")].flatMap(one => {
  if (!one.nextSibling?.data?.startsWith(".")) return [];
  const range = new Range();
  range.setStart(one.nextSibling, 0);
  range.setEnd(one.nextSibling, 1);
  return range.getBoundingClientRect().left >= one.getBoundingClientRect().right;
})"""


def test_everything_comes_from_this_site_and_the_policy_holds(open_page: Open, provide: Provide) -> None:
    server = provide(delayed(CITING, 1.5))
    page = open_page("/")
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(SEARCH)
    pick_two(page)
    ask(page)
    send(page, server)
    headed(page, "Cited answer")
    site = page.evaluate("location.origin")
    assert [url for url in asked if not url.startswith(site)] == []
    assert complaints == []


def test_a_first_visit_is_at_most_60_kilobytes_over_the_wire(open_page: Open, provide: Provide) -> None:
    server = provide(CITING)
    page = open_page(SEARCH)
    pick_two(page)
    ask(page)
    send(page, server)
    headed(page, "Cited answer")
    for address in (page.url, "/ask/"):
        assert _weight(open_page("/robots.txt"), address) <= 60_000


def _weight(page: Page, address: str) -> int:
    loaded: list[Any] = []
    page.on("requestfinished", lambda request: loaded.append(request))
    page.goto(address, wait_until="networkidle")
    sizes = [request.sizes() for request in loaded]
    assert len(sizes) >= 4
    return sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)


@pytest.mark.parametrize("tongue", [tongue for tongue in TONGUES if tongue != "en"])
@pytest.mark.parametrize(("scheme", "width"), LOOKS[::3])
def test_the_whole_way_in_each_tongue(open_page: Open, provide: Provide, tongue: str, scheme: str, width: int) -> None:
    provide(in_turn(CITING, DRAFT))
    page = open_page(SEARCH, locale=tongue, color_scheme=scheme, viewport={"width": width, "height": 800})
    for number in (0, 1):
        page.locator(".hit .pick input").nth(number).check()
    page.locator(".pickbar button").first.click()
    for state in ("spoken", "spoken-draft"):
        page.locator("textarea[name=question]").fill(QUESTION)
        assert faults_of(page) == []
        page.locator("#asking .acts .btn").first.click()
        expect(page.locator(".deed .btn-machine")).to_be_visible()
        assert faults_of(page) == []
        page.locator(".deed .btn-machine").click()
        expect(page.locator(f".{state}")).to_be_visible()
        expect(page.locator("html")).to_have_attribute("lang", tongue)
        assert faults_of(page) == []
        page.goto(page.locator("a[href*='from=']").first.get_attribute("href") or "")
