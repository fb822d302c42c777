"""The home page, the shelves, and what every page says of the archive (PAGE-01, PAGE-04)."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from codex.models import DailyUse
from codex.store import snapshots
from codex.store.edition import Copy
from tests.codex.archives import archive_bytes, copy_of
from tests.reading import heading, links
from tests.shelving import change_settings, entry, put_on_shelf

pytestmark = pytest.mark.django_db
GONE = "file:/nowhere/search-index.json"
DATED = b'{"generated": "2025-03-04T05:06:07Z", "entries": [{"title": "A", "url": "/en/"}]}'
LUMEN = archive_bytes("Lumen")
PAGES = ("/", "/search", "/search?q=Lumen", "/search?q=zzzqqq", "/search?lang=en", "/nowhere")


def page_at(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def titles(page: str) -> list[str]:
    return re.findall(r'<a href="https[^"]*" aria-describedby="[^"]*">([^<]*)</a>', page)


def keep(copy: Copy) -> None:
    """Leave a copy in the database, as an earlier run has, of an archive that was looked for in vain just now."""
    change_settings(codex_index_url=GONE)
    snapshots.save(GONE, copy)
    snapshots.fail(GONE, "archive_file", datetime.now(UTC))


def test_home_offers_the_shelves_with_counts(client: Client, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)
    page = page_at(client, "/")
    assert re.search(r'href="/search\?collection=Rites"[^>]*>\s*<strong>Rites</strong>\s*<span[^>]*>3<', page)
    assert re.search(r'href="/search\?lang=no"[^>]*>\s*<strong lang="nb">Norsk</strong>\s*<span[^>]*>1<', page)


def test_a_page_is_written_in_one_language(client: Client) -> None:
    keep(copy_of(LUMEN, source="file", checked_at=datetime.now(UTC) - timedelta(minutes=14, seconds=5)))
    page = client.get("/", headers={"Accept-Language": "fr"}).content.decode()
    assert '<html lang="en">' in page
    assert "read 14\xa0minutes\xa0ago" in page


def test_home_works_without_an_archive(client: Client) -> None:
    change_settings(codex_index_url=GONE)
    response = client.get("/")
    assert response.status_code == 200
    page = response.content.decode()
    assert 'name="q"' in page
    assert "The archive cannot be read at the moment" in page


def test_no_link_of_home_is_dead(client: Client, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)
    page = page_at(client, "/")
    own = {link for link in links(page) if link.startswith("/")}
    assert all(client.get(link).status_code == 200 for link in own if not link.startswith("/static/"))
    assert all(f'id="{link.partition("#")[2]}"' in page for link in own if "#" in link)


def test_a_first_visit_weighs_no_more_than_60_kilobytes(client: Client, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)
    for address in ("/", "/search?q=pressure&lang=en"):
        page = page_at(client, address)
        files = set(re.findall(r'"/static/([^"]+)"', page))
        assert len(files) >= 3
        sheets = sum((settings.BASE_DIR / "lumasite/static" / file).stat().st_size for file in files)
        assert len(page.encode()) + sheets <= 60_000


def test_a_shelf_lists_its_inscriptions_by_title(client: Client, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)
    page = page_at(client, "/search?collection=Rites")
    assert heading(page) == "Rites: 3 inscriptions"
    assert titles(page) == ["Om å høre på rør", "Pri ŝlosiloj", "Rite of the Slow Valve"]
    assert not DailyUse.objects.exists()


def test_a_shelf_is_one_tongue_of_one_collection(client: Client, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)
    page = page_at(client, "/search?lang=no&collection=Rites")
    assert heading(page) == "Rites, Norwegian: 1 inscription"
    assert titles(page) == ["Om å høre på rør"]


def test_a_long_shelf_has_pages(client: Client, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)
    assert "/search?lang=en&page=2" in links(page_at(client, "/search?lang=en"))
    assert len(titles(page_at(client, "/search?lang=en&page=2"))) == 5


def test_an_unknown_shelf_is_empty(client: Client, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)
    assert heading(page_at(client, "/search?collection=Nothing")) == "Nothing: 0 inscriptions"


def test_a_shelf_of_an_archive_out_of_reach_is_a_503(client: Client) -> None:
    change_settings(codex_index_url=GONE)
    response = client.get("/search?lang=en")
    assert (response.status_code, response.headers["Retry-After"]) == (503, "5")


def put_many(folder: Path, count: int) -> None:
    put_on_shelf(folder, [entry("Valve", f"/en/{n}/", f"Shelf {n:04} " + "x" * 40, "y") for n in range(count)])


def test_every_page_lists_the_fullest_collections_and_leads_to_the_others(client: Client, tmp_path: Path) -> None:
    put_many(tmp_path, 2_000)
    for address in ("/", "/search", "/search?q=zzzqqq", "/search?collection=Nothing"):
        page = page_at(client, address)
        assert len([link for link in links(page) if "collection=" in link and "ui=" not in link]) == 24
        assert "1976 more collections" in page
        assert len(page) < 40_000


def test_all_collections_have_pages_of_their_own(client: Client, tmp_path: Path) -> None:
    put_many(tmp_path, 100)
    first, second = (page_at(client, f"/collections?page={number}") for number in (1, 2))
    assert heading(first) == heading(second) == "100 collections"
    found = {link for page in (first, second) for link in links(page) if "collection=" in link}
    assert len(found) == 100
    assert "/collections" in links(second)


def test_no_more_is_promised_than_there_is(client: Client, tmp_path: Path) -> None:
    put_many(tmp_path, 24)
    assert "more collection" not in page_at(client, "/")


@pytest.mark.parametrize(("page", "status"), [("", 200), ("1", 200), ("2", 404), ("0", 400), ("+1", 400), ("x", 400)])
def test_pages_of_collections_that_cannot_be_are_refused(
    client: Client, tmp_path: Path, page: str, status: int
) -> None:
    put_on_shelf(tmp_path)
    assert client.get("/collections", {"page": page}).status_code == status


def test_collections_of_an_archive_out_of_reach_are_a_503(client: Client) -> None:
    change_settings(codex_index_url=GONE)
    assert client.get("/collections").status_code == 503


def test_inscriptions_without_a_collection_have_no_shelf(client: Client, tmp_path: Path) -> None:
    put_on_shelf(tmp_path, [entry("Valve", "/en/a/", "", "x")])
    assert "collection=" not in page_at(client, "/")


@pytest.mark.parametrize("address", PAGES)
def test_every_page_says_that_it_shows_the_sample(client: Client, address: str) -> None:
    keep(copy_of(LUMEN, source="sample", checked_at=datetime.now(UTC)))
    client.get("/")
    assert "This is the bundled sample archive" in page_at(client, address)
    assert "is its home" not in page_at(client, address)


@pytest.mark.parametrize("address", PAGES)
def test_every_page_says_since_when_the_archive_is_stale(client: Client, address: str) -> None:
    hours = [datetime.now(UTC) - timedelta(hours=hour) for hour in (5, 2)]
    keep(copy_of(LUMEN, source="file", fetched_at=hours[0], checked_at=hours[1]))
    client.get("/")
    since, read = hours[1] + timedelta(hours=1), hours[0]
    told = f"could not be read since {_minute(since)}; this is the copy of {_minute(read)}."
    page = page_at(client, address)
    assert told in page
    assert f"last confirmed on {_minute(hours[1])}: " in page
    assert "read just now" not in page


@pytest.mark.parametrize(
    ("data", "last_modified", "told"),
    [
        (DATED, "Wed, 05 Feb 2025 10:00:00 GMT", "4 March 2025"),
        (LUMEN, "Wed, 05 Feb 2025 10:00:00 GMT", "5 February 2025"),
        (LUMEN, "yesterday", "1 January 2025"),
        (LUMEN, "", "1 January 2025"),
    ],
)
def test_the_archive_is_dated_by_itself_its_server_or_its_reading(
    client: Client, data: bytes, last_modified: str, told: str
) -> None:
    now, read = datetime.now(UTC), datetime(2025, 1, 1, tzinfo=UTC)
    keep(copy_of(data, source="file", last_modified=last_modified, fetched_at=read, checked_at=now))
    assert f"Archive of {told}" in page_at(client, "/")


def _minute(moment: datetime) -> str:
    return f"{moment.day} {moment:%B %Y, %H:%M} UTC"


def test_an_archive_without_collections_says_so_and_offers_the_search(client: Client, tmp_path: Path) -> None:
    put_on_shelf(tmp_path, [{"title": "Bare", "url": "/en/bare/", "body": "Bare words."}])
    page = client.get("/collections").content.decode()
    assert "names no collections" in page
    assert 'class="seek seek-large"' in page
