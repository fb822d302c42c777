"""How pages are looked at: both themes, a phone's width and a desk's, in several tongues, with axe."""

import os

from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from playwright.sync_api import Page

LOOKS = [(scheme, width) for scheme in ("light", "dark") for width in (320, 1280)]
#: Every change is looked at in the tongue of the words in the code and in the one with the longest; a release in all.
TONGUES = [code for code, _ in settings.LANGUAGES] if os.environ.get("LUMASITE_TEST_TONGUES") else ["en", "uk"]
#: Off unless asked for, though WCAG 2.2 AA wants it: targets of 24 px.
RULES = {"rules": {"target-size": {"enabled": True}}}


def faults_of(page: Page) -> list[str]:
    """What axe finds, and a page that is wider than its window."""
    settle(page)
    found = [
        f"{one['id']}: {one['nodes'][0]['target']}" for one in Axe().run(page, options=RULES).response["violations"]
    ]
    wider = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    return found + (["wider than its window"] if wider else [])


def settle(page: Page) -> None:
    """Wait for what gives the page its shape: a page whose sheets are still on their way has links of any size."""
    page.wait_for_load_state("load")
    page.evaluate("document.fonts.ready.then(() => undefined)")
    # At the end the bar that follows the reader lies where it belongs, and half covers nothing that one can scroll to.
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
