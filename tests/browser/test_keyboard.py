"""By keyboard alone: from the first page over a pick and the consent to the copied answer (PAGE-03, GRD-05, GRD-06)."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from codex.live import options
from codex.store.bundled import keep_sample
from tests.browser.conftest import Open
from tests.codex.archives import eventually
from tests.grounded.asking import KEY, MODEL, answering
from tests.grounded.replies import wrote
from tests.grounded.site import change_answers
from tests.scripts import delayed
from tests.servers import Server, serving
from tests.shelving import change_settings

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def provider(db: None) -> Iterator[Server]:
    """A site with answers, and who gives them."""
    from grounded.calls import runner
    from grounded.live import live

    live.forget()
    change_settings(codex_index_url="file:/nowhere/search-index.json", codex_burst=6_000, codex_daily_anonymous=6_000)
    keep_sample(options(), timezone.now())
    with serving(delayed(answering(wrote("The river came in [s1].", ["s1"])), 1.5)) as server:
        change_answers(key=KEY, enable_answers=True, base_url=f"{server.url}/v1", model=MODEL)
        yield server
    assert eventually(lambda: runner.in_flight == 0)


def test_from_the_first_page_to_the_copied_answer(open_page: Open, provider: Server) -> None:
    page = open_page("/", permissions=["clipboard-read", "clipboard-write"])
    page.keyboard.press("/")
    page.keyboard.type("flood")
    page.keyboard.press("Enter")
    press(page, page.locator(".hit .pick input").first, "Space")
    press(page, page.get_by_role("button", name="Ask about these"))
    reach(page, page.get_by_label("Your question"))
    page.keyboard.press("Control+a")
    page.keyboard.type("When did the river come in?")
    press(page, page.get_by_role("button", name="Show what would be sent"))
    press(page, page.get_by_role("button", name=f"Send this 1 excerpt to {provider.netloc}"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Cited answer", timeout=20_000)
    press(page, page.get_by_role("button", name="Copy with sources"))
    expect(page.get_by_role("button", name="Copied")).to_be_focused()
    assert "The river came in" in page.evaluate("navigator.clipboard.readText()")


def test_from_a_hit_to_its_page_and_on_to_the_question(open_page: Open, provider: Server) -> None:
    page = open_page("/search?q=flood&lang=en")
    title = page.locator(".hit h3").first.inner_text()
    press(page, page.get_by_role("link", name="Read it here").first)
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    press(page, page.get_by_role("link", name="Ask about this"))
    expect(page.locator(".picked-text").first).to_contain_text(title)


def press(page: Page, target: Locator, key: str = "Enter") -> None:
    reach(page, target)
    page.keyboard.press(key)


def reach(page: Page, target: Any) -> None:
    """Press Tab until it has the focus."""
    target.wait_for()
    for _ in range(80):
        if target.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("The keyboard does not reach it.")
