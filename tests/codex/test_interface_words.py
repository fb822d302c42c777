"""Pages in Ukrainian hold no English: what is in Latin letters there are names and what was typed (PAGE-02)."""

import json
import re
from pathlib import Path

import pytest
from django.test import Client

from tests.latin import latin_words
from tests.shelving import put_on_shelf

pytestmark = pytest.mark.django_db
ASKED = {"Accept-Language": "uk"}
PAGES = [
    "/",
    "/search",
    "/search?q=valve&lang=en",
    "/search?q=valve&lang=uk",
    "/search?q=valwe",
    "/search?q=zzzz",
    "/search?lang=uk",
    "/search?q=%00",
    "/search?q=valve&page=99",
    "/collections",
    "/nowhere",
    "/kept",
    "/read?url=nothing",
    "/account/sign-in/",
    "/account/reset/",
    "/account/reset/sent/",
    "/account/reset/done/",
    "/account/reset/x/y/",
    "/ask/",
    "/ask/mine/",
    "/ask/nothing/",
]
STAFF = [
    "/account/",
    "/account/password/",
    "/account/close/",
    "/account/mail/",
    "/ask/mine/delete/",
    "/admin/codex/codexsettings/1/change/",
    "/admin/codex/dailyuse/find/",
    "/admin/codex/calleract/",
    "/admin/codex/limitoverride/",
    "/admin/codex/archivesnapshot/",
    "/admin/codex/bottoken/add/",
    "/admin/grounded/groundedsettings/1/change/",
    "/admin/grounded/consultation/",
    "/admin/grounded/spend/",
    "/admin/usage/",
]
#: The site's and the archive's own names, units, what was typed, and what Django's own catalogue lacks.
NAMES = {
    "Codex Mechanicus", "Codex", "Lumasite", "binaric.tech", "UTC", "JSON", "URL", "Chronicles", "Rites", "Instruments",
    "valve", "valwe", "zzzz", "abbess", "seed", "blended", "reader", "en", "de", "eo", "no", "none", "chat",
    "completions", "https", "search-index.json", "file",
    "API", "CSV", "MCP", "ZIP", "answer", "quota", "used", "total", "budget", "too", "many", "flight",
    "Model name", "Add link", "Change or view list link",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _archive(db: None, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_holds_no_english(path: str, client: Client) -> None:
    page = client.get(path, headers=ASKED).content.decode()
    assert '<html lang="uk"' in page
    assert latin_words(page) - NAMES == set()


@pytest.mark.parametrize("path", STAFF)
def test_a_page_of_the_staff_holds_no_english(path: str, super_client: Client, tmp_path: Path) -> None:
    page = super_client.get(path, headers=ASKED).content.decode()
    assert latin_words(page.replace(str(tmp_path), "")) - NAMES == set()


def test_drawings_keep_the_point_that_browsers_read(super_client: Client) -> None:
    super_client.get("/search?q=valve")
    page = super_client.get("/admin/usage/?ui=de").content.decode()
    drawn = re.findall(r"<(?:svg|rect|line|path|polyline|circle)\b[^>]*>", page)
    assert drawn
    assert [shape for shape in drawn if re.search(r'="\d+,\d+"', shape)] == []


def test_the_reader_would_see_it() -> None:
    page = '<p>Ні<b>Not this</b><i lang="en">but this</i><code>nor that</code><a title="nor here">так</a></p>'
    assert latin_words(page) == {"Not this", "nor here"}


@pytest.mark.parametrize("path", ["/api/v1/search?q=", "/api/v1/search?q=x&page=0", "/api/v1/quota"])
def test_sentences_for_programs_stay_as_they_are_documented(path: str, client: Client) -> None:
    told = [json.loads(client.get(path, headers={"Accept-Language": code}).content) for code in ("uk", "en")]
    assert told[0] == told[1]
