"""How pages are looked at: both themes, a phone's width and a desk's, with axe."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

LOOKS = [(scheme, width) for scheme in ("light", "dark") for width in (320, 1280)]


def faults_of(page: Page) -> list[str]:
    """What axe finds, and a page that is wider than its window."""
    found = [f"{one['id']}: {one['nodes'][0]['target']}" for one in Axe().run(page).response["violations"]]
    wider = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    return found + (["wider than its window"] if wider else [])
