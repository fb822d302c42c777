"""The staff's pages about callers and tokens in a real browser: used, and read by axe (ADM-01, PAGE-03)."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from codex.core.tokens import is_token
from codex.metering.bot_tokens import make
from codex.models import BotToken, CallerAct
from codex.quota import grant, standing
from tests.browser import looking
from tests.browser.conftest import Open
from tests.browser.looking import TONGUES

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LOOKS = [(scheme, width) for scheme in ("light", "dark") for width in (320, 1280)]


@pytest.fixture
def bot(db: None) -> BotToken:
    """A bot that searched once."""
    row = make("Luma", ["search", "tools"], expires_at=None, by=None, reason="for Luma").row
    grant("token", row.bot, 5_000)
    return row


def staff_page(
    open_page: Open,
    live_server: LiveServer,
    address: str,
    *,
    scheme: str = "light",
    width: int = 1280,
    tongue: str = "en-GB",
) -> Page:
    """The page as an admin who is signed in sees it."""
    user = User.objects.filter(username="abbess").first() or User.objects.create_superuser("abbess")
    client = Client()
    client.force_login(user)
    cookie = {"name": "session", "value": client.cookies["session"].value, "url": live_server.url}
    view = {"width": width, "height": 900}
    page = open_page("/robots.txt", color_scheme=scheme, viewport=view, locale=tongue)
    page.context.add_cookies([cookie])  # type: ignore[list-item]
    page.goto(address)
    return page


def faults_of(page: Page) -> list[str]:
    """What axe finds in our part of the page; the frame is Django's."""
    found = Axe().run(page, context="#content").response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['target']}" for one in found]


@pytest.mark.parametrize("tongue", TONGUES)
def test_staff_with_a_phone_read_every_page_in_their_tongue(
    open_page: Open, live_server: LiveServer, bot: BotToken, tongue: str
) -> None:
    page = staff_page(open_page, live_server, "/admin/", width=320, tongue=tongue)
    user = User.objects.get(username="abbess")
    for path in (
        "",
        "first/",
        "codex/dailyuse/find/",
        f"codex/bottoken/{bot.pk}/change/",
        f"auth/user/{user.pk}/change/",
    ):
        page.goto(f"/admin/{path}")
        assert looking.faults_of(page) == [], path


def test_a_double_click_makes_one_token(open_page: Open, live_server: LiveServer) -> None:
    page = staff_page(open_page, live_server, "/admin/codex/bottoken/add/")
    page.get_by_label("Name", exact=True).fill("Luma")
    page.get_by_label("Why").fill("for Luma")
    page.get_by_role("button", name="Make the token").dblclick()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Luma")
    assert BotToken.objects.count() == 1


def test_a_caller_is_found_and_its_count_reset(open_page: Open, live_server: LiveServer, bot: BotToken) -> None:
    page = staff_page(open_page, live_server, "/admin/codex/dailyuse/")
    page.get_by_role("link", name="Find a caller").click()
    page.get_by_label("Bot", exact=True).select_option(str(bot))
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bot with all its pilgrims: Luma")
    section = page.get_by_role("region", name="Reset today's count")
    section.get_by_label("Why").fill("a slip of ours")
    section.get_by_role("button").click()
    expect(page.get_by_text("Today's count was reset.")).to_be_visible()
    assert standing("token", bot.bot, 5_000).used == 0
    assert CallerAct.objects.filter(reason="a slip of ours").exists()


def test_a_limit_is_set_with_the_browser_s_own_picker(open_page: Open, live_server: LiveServer, bot: BotToken) -> None:
    page = staff_page(open_page, live_server, f"/admin/codex/dailyuse/caller/token/{bot.bot}/")
    section = page.get_by_role("region", name="Set a limit of its own")
    section.get_by_label("Searches a day").fill("12000")
    section.get_by_label("Until (UTC)").fill("2099-01-02T03:04")
    section.get_by_label("Why").fill("a feast")
    section.get_by_role("button").click()
    expect(page.get_by_text("2099-01-02 03:04", exact=True)).to_be_visible()


def test_a_new_token_can_be_copied_from_its_page(open_page: Open, live_server: LiveServer) -> None:
    page = staff_page(open_page, live_server, "/admin/codex/bottoken/", width=320)
    page.get_by_role("link", name=re.compile("Add bot token", re.IGNORECASE)).last.click()
    page.get_by_label("Name").fill("Luma of the sisters")
    page.get_by_label("Why").fill("for Luma")
    page.get_by_role("button", name="Make the token").click()
    assert is_token(page.locator("code.token").inner_text())
    assert faults_of(page) == []
    assert page.evaluate("document.querySelector('code.token').getBoundingClientRect().right <= innerWidth")


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_axe_finds_nothing_on_any_page(
    open_page: Open, live_server: LiveServer, bot: BotToken, scheme: str, width: int
) -> None:
    addresses = {
        "/admin/codex/dailyuse/find/": "Find a caller",
        f"/admin/codex/dailyuse/caller/token/{bot.bot}/": "Bot with all its pilgrims: Luma",
        "/admin/codex/bottoken/add/": "New bot token",
        f"/admin/codex/bottoken/{bot.pk}/change/": str(bot),
    }
    for address, heading in addresses.items():
        page = staff_page(open_page, live_server, address, scheme=scheme, width=width)
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
        assert faults_of(page) == [], address
