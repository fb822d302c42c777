"""What the tests themselves look at: a page in its final shape, not one whose sheets are still on their way."""

import pytest
from playwright.sync_api import Route

from tests.browser.conftest import Open
from tests.browser.looking import faults_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_page_is_judged_once_its_sheets_are_there(open_page: Open) -> None:
    page = open_page("/robots.txt")
    held: list[Route] = []
    page.route("**/site.css", lambda route: held.append(route))
    page.expose_function("release", lambda: held.pop().continue_())
    page.goto("/account/sign-in/", wait_until="commit")
    page.locator("h1").wait_for(state="attached")
    page.evaluate("() => { setTimeout(() => window.release(), 500) }")
    assert faults_of(page) == []
