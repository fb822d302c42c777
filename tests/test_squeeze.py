"""Pages are compressed where no secret stands in them (PAGE-04, SEC-04)."""

import gzip
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from tests.shelving import put_on_shelf

pytestmark = pytest.mark.django_db
ASKED = {"Accept-Encoding": "gzip"}


@pytest.fixture(autouse=True)
def _archive(tmp_path: Path, db: None) -> None:
    put_on_shelf(tmp_path)


@pytest.mark.parametrize("address", ["/", "/search?q=pressure&lang=en", "/nowhere"])
def test_a_stranger_s_page_is_compressed(client: Client, address: str) -> None:
    response = client.get(address, headers=ASKED)
    assert response.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in response.headers["Vary"]
    page = gzip.decompress(response.content)
    assert len(response.content) < len(page) / 2
    assert b"</html>" in page


def test_whoever_cannot_read_it_gets_it_plain(client: Client) -> None:
    assert "Content-Encoding" not in client.get("/").headers


def test_pages_of_somebody_are_not_compressed(client: Client, staff_client: Client) -> None:
    for response in (
        staff_client.get("/search?q=pressure", headers=ASKED),
        client.get("/account/sign-in/", headers=ASKED),
        client.get("/", headers=ASKED | {"Authorization": "Bearer x"}),
    ):
        assert response.status_code == 200
        assert "Content-Encoding" not in response.headers


def test_a_reader_who_chose_a_tongue_is_no_less_a_stranger(client: Client) -> None:
    for _ in range(2):
        assert client.get("/?ui=de", headers=ASKED).headers["Content-Encoding"] == "gzip"
        assert "tongue" in client.cookies


def test_what_programs_read_is_sent_as_it_is(client: Client) -> None:
    assert "Content-Encoding" not in client.get("/api/v1/search?q=pressure", headers=ASKED).headers


SHEET = "/static/lumasite/site.css"


def test_style_sheets_and_scripts_are_compressed_whoever_asks(client: Client, staff_client: Client) -> None:
    for browser, path in ((client, SHEET), (staff_client, "/static/lumasite/look.js")):
        response = browser.get(path, headers=ASKED)
        assert response.headers["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in response.headers["Vary"]
        assert "ETag" not in response.headers
        assert int(response.headers["Content-Length"]) == len(response.content)
        assert gzip.decompress(response.content) == (settings.BASE_DIR / "lumasite" / path[1:]).read_bytes()


def test_a_file_is_sent_as_it_is_to_whoever_reads_only_that(client: Client) -> None:
    for headers in ({}, ASKED | {"Range": "bytes=0-9"}):
        response = client.get(SHEET, headers=headers)
        assert len(b"".join(response)) in (10, int(response.headers["Content-Length"]))
        assert "Content-Encoding" not in response.headers
        response.close()


def test_a_file_that_a_browser_has_is_not_sent_again(client: Client) -> None:
    date = client.get(SHEET, headers=ASKED).headers["Last-Modified"]
    again = client.get(SHEET, headers=ASKED | {"If-Modified-Since": date})
    assert (again.status_code, again.headers.get("Content-Encoding")) == (304, None)


def test_the_head_of_a_file_has_no_body(client: Client) -> None:
    response = client.head(SHEET, headers=ASKED)
    assert (response.status_code, b"".join(response)) == (200, b"")


def test_drawings_are_compressed_and_what_is_not_there_is_not(client: Client) -> None:
    response = client.get("/static/admin/img/gis/move_vertex_off.svg", headers=ASKED)
    assert response.headers["Content-Encoding"] == "gzip"
    assert client.get("/static/nothing.css", headers=ASKED).status_code == 404
