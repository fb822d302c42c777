"""Pages are compressed where no secret stands in them (PAGE-04, SEC-04)."""

import gzip
from pathlib import Path

import pytest
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


def test_files_are_sent_as_they_are(client: Client) -> None:
    response = client.get("/static/lumasite/site.css", headers=ASKED)
    assert b"@media" in b"".join(response)
    response.close()
    assert "Content-Encoding" not in response.headers
