"""The staff's pages in a real browser: both themes, narrow and wide, also without a script (ADM-01, PAGE-03)."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.test import override_settings
from playwright.sync_api import Page, expect

from codex.live import stored
from tests import scripts
from tests.browser.conftest import Open
from tests.browser.looking import LOOKS, faults_of
from tests.codex.archives import archive_bytes
from tests.codex.settings_page import PAGE
from tests.servers import serving
from tests.shelving import change_settings

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SECRET = "a long incense stick"


@pytest.fixture(autouse=True)
def _site(db: None) -> Iterator[None]:
    answers = scripts.in_turn(scripts.json_bytes(archive_bytes("Lumen")), scripts.json_bytes(b"[]"))
    with serving(answers) as server, override_settings(CODEX_ALLOWED_HOSTS=(server.netloc,)):
        change_settings(codex_index_url=f"{server.url}/search-index.json", codex_timeout=20)
        User.objects.create_superuser("abbess", password=SECRET)
        yield


def sign_in(page: Page) -> None:
    page.get_by_label("Username").fill("abbess")
    page.get_by_label("Password").fill(SECRET)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Settings")


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_every_page_is_accessible_and_fits(open_page: Open, scheme: str, width: int) -> None:
    page = open_page("/admin/login/", color_scheme=scheme, viewport={"width": width, "height": 800})
    assert faults_of(page) == []
    page.goto(PAGE)
    sign_in(page)
    assert faults_of(page) == []
    page.get_by_role("button", name="Test archive").click()
    expect(page.get_by_role("heading", name="Test of the archive")).to_be_visible()
    assert faults_of(page) == []
    page.get_by_label("codex-timeout", exact=True).fill("99")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("codex-timeout", exact=True)).to_have_accessible_description(
        "How long one reading of the index may take in all. 1 to 60 seconds; default 10 "
        "codex-timeout must lie between 1 and 60 seconds."
    )
    assert faults_of(page) == []
    page.goto("/admin/codex/settingchange/")
    assert faults_of(page) == []


def test_the_settings_work_without_a_script(open_page: Open) -> None:
    page = open_page(PAGE, java_script_enabled=False)
    sign_in(page)
    page.get_by_label("Why").fill("as before")
    page.get_by_label("Reset codex-timeout to its default").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved: codex-timeout.")).to_be_visible()
    expect(page.get_by_role("row", name="codex-timeout")).to_contain_text("abbess codex-timeout 20 10 as before")
    assert stored().codex_timeout == 10


def test_the_key_for_sending_a_form_saves(open_page: Open) -> None:
    page = open_page(PAGE)
    sign_in(page)
    page.get_by_label("codex-burst", exact=True).fill("12")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Saved: codex-burst.")).to_be_visible()


def test_an_empty_archive_takes_a_second_button(open_page: Open) -> None:
    page = open_page(PAGE)
    sign_in(page)
    page.get_by_role("button", name="Refresh now").click()
    expect(page.get_by_text("The archive was read: 1 inscription.")).to_be_visible()
    page.get_by_role("button", name="Refresh now").click()
    expect(page.get_by_text("(archive_shrunk)").first).to_be_visible()
    assert faults_of(page) == []
    page.get_by_role("button", name="Accept the empty archive").click()
    expect(page.get_by_text("The archive was read: 0 inscriptions.")).to_be_visible()
