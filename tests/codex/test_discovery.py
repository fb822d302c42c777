"""What programs and browsers find the site by: llms.txt, OpenSearch."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.test import Client

from tests.reading import links
from tests.shelving import change_settings, put_on_shelf

SPACE = "{http://a9.com/-/spec/opensearch/1.1/}"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _archive(tmp_path: Path, db: None) -> None:
    put_on_shelf(tmp_path)


@pytest.fixture
def searching(client: Client) -> ElementTree.Element:
    answer = client.get("/opensearch.xml")
    assert answer.headers["Content-Type"] == "application/opensearchdescription+xml"
    return ElementTree.fromstring(answer.content.decode())


def test_the_page_names_the_description_for_browsers(client: Client) -> None:
    page = client.get("/search").content.decode()
    assert re.search(r'<link rel="search"\s+type="application/opensearchdescription\+xml"', page)
    assert "/opensearch.xml" in links(page)


def test_a_browser_can_search_by_it(client: Client, searching: ElementTree.Element) -> None:
    template = searching.find(f"{SPACE}Url[@type='text/html']")
    assert template is not None
    url = template.attrib["template"].replace("{searchTerms}", "valve").replace("{startPage?}", "")
    assert url == "http://testserver/search?q=valve&page="
    assert client.get(url).status_code != 400


def test_its_name_is_as_short_as_the_format_wants(searching: ElementTree.Element) -> None:
    assert len(searching.findtext(f"{SPACE}ShortName") or "") in range(1, 17)


def test_the_description_names_itself_and_a_picture_that_exists(client: Client, searching: ElementTree.Element) -> None:
    assert [url.attrib["template"] for url in searching.iter(f"{SPACE}Url") if url.get("rel") == "self"] == [
        "http://testserver/opensearch.xml"
    ]
    picture = client.get(searching.findtext(f"{SPACE}Image") or "")
    assert picture.status_code == 200
    picture.close()


def test_llms_txt_says_what_this_is_and_where_things_are(client: Client) -> None:
    answer = client.get("/llms.txt")
    said = answer.content.decode()
    assert answer.headers["Content-Type"].startswith("text/markdown")
    assert said.startswith("# Codex Mechanicus\n\n> ")
    for path in (
        "/search?q=valve&format=md",
        "/api/v1/search?q=valve",
        "/api/v1/openapi.json",
        "/api/v1/tools",
        "/mcp",
    ):
        assert f"(http://testserver{path})" in said


def test_llms_txt_tells_the_limits_in_force(client: Client) -> None:
    change_settings(codex_daily_anonymous=7, enable_codex=False)
    assert "to 7 a day" in client.get("/llms.txt").content.decode()
    assert "switched off" in client.get("/llms.txt").content.decode()
    change_settings(allow_anonymous_api=False, enable_codex=True)
    assert "programs need a token" in client.get("/llms.txt").content.decode()
    assert "switched off" not in client.get("/llms.txt").content.decode()


@pytest.mark.parametrize("path", ["/llms.txt", "/opensearch.xml"])
def test_they_are_read_alone(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405
