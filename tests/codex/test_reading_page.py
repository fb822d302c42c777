"""The page of one inscription (PAGE-01, PAGE-04)."""

import re
from pathlib import Path

import pytest
from django.test import Client

from codex.models import DailyUse
from codex.pages.reading_page import PER_PAGE
from tests.reading import heading, links, title
from tests.shelving import change_settings, entry, put_on_shelf

pytestmark = pytest.mark.django_db
SITE = "https://binaric.tech"
LONG = " ".join(f"Sentence {number} of a long text, {'which goes on and on, ' * 20}." for number in range(100))
ENTRIES = (
    entry("Valve", "/en/valve/", "Rites", "A quarter turn. Then wait.", "How <b>slowly</b> it is turned."),
    entry("Ventil", "/de/valve/", "Riten", "Eine Vierteldrehung."),
    entry("Anvil", "/en/anvil/", "Rites", "", "Struck twice."),
    entry("Whistle & Bell", "/en/whistle/", "Rites", "A"),
    entry("Log", "/en/log/", "Chronicles", LONG),
    entry("Котел", "/uk/kotel/", "Chronicles", "Котел."),
)


@pytest.fixture(autouse=True)
def _archive(db: None, tmp_path: Path) -> None:
    put_on_shelf(tmp_path, ENTRIES)


def page_of(client: Client, path: str, status: int = 200, **more: str) -> str:
    answer = client.get("/read", {"url": SITE + path, **more})
    assert answer.status_code == status
    return answer.content.decode()


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def test_it_shows_title_summary_and_text_in_their_tongue(client: Client) -> None:
    page = page_of(client, "/en/valve/")
    assert title(page).startswith("Valve — ")
    assert '<div class="leaf" lang="en">' in page
    assert "Valve How slowly it is turned. 1 A quarter turn. Then wait." in words(page)


def test_a_summary_that_only_begins_the_text_is_not_shown_twice(client: Client, tmp_path: Path) -> None:
    put_on_shelf(tmp_path, [entry("Valve", "/en/valve/", "Rites", "A quarter turn. Then wait.", "A quarter turn…")])
    assert "standfirst" not in page_of(client, "/en/valve/")


def test_the_original_is_named_to_readers_and_to_search_engines(client: Client) -> None:
    answer = client.get("/read", {"url": f"{SITE}/en/valve/"})
    page = answer.content.decode()
    assert f'<link rel="canonical" href="{SITE}/en/valve/">' in page
    assert "Read it at binaric.tech" in page
    assert answer.headers["X-Robots-Tag"] == "noindex"


def test_an_inscription_without_a_body_shows_its_summary_once(client: Client) -> None:
    assert words(page_of(client, "/en/anvil/")).count("Struck twice.") == 1


def test_other_tongues_are_offered_and_lacking_ones_named(client: Client) -> None:
    page = page_of(client, "/en/valve/")
    assert re.search(r'<a href="/read\?url=https://binaric.tech/de/valve/"\s+hreflang="de">Ventil</a>', page)
    assert "Not found in: Ukrainian." in page


def test_previous_and_next_are_those_of_the_collection(client: Client) -> None:
    page = " ".join(page_of(client, "/en/valve/").split())
    assert '/en/anvil/" rel="prev"' in page
    assert '/en/whistle/" rel="next"' in page
    assert "On the same shelf" not in page_of(client, "/uk/kotel/")


def test_a_long_text_has_pages_whose_paragraphs_count_on(client: Client) -> None:
    page = page_of(client, "/en/log/")
    assert page.count('class="para"') == PER_PAGE
    following = next(link for link in links(page) if "page=2" in link)
    second = client.get(following).content.decode()
    assert f'id="p{PER_PAGE + 1}"' in second
    assert title(second).startswith("Log, page 2 — ")


def test_nothing_of_a_long_text_is_lost(client: Client) -> None:
    pages = [page_of(client, "/en/log/", page=str(number)) for number in (1, 2, 3, 4)]
    told = re.findall(r"Sentence (\d+) of", " ".join(pages))
    assert sorted(map(int, told)) == list(range(100))


def test_a_hit_far_down_leads_to_the_page_that_holds_it(client: Client) -> None:
    page = client.get("/search", {"q": "75", "lang": "en"}).content.decode()
    here = next(link for link in links(page) if link.startswith("/read?url="))
    assert re.search(r"&at=\d+#:~:text=75$", here)
    there = client.get(here.partition("#")[0]).content.decode()
    assert "Sentence 75 of" in there
    assert title(there).startswith("Log, page ")


@pytest.mark.parametrize(("at", "page"), [("0", 1), ("1", 1), ("99999999", 4)])
def test_a_place_beyond_the_text_is_its_end(client: Client, at: str, page: int) -> None:
    told = title(page_of(client, "/en/log/", at=at))
    assert told.startswith("Log — " if page == 1 else f"Log, page {page} — ")


@pytest.mark.parametrize("path", ["/en/nowhere/", "/en/valve", ""])
def test_an_unknown_link_is_a_page_with_a_search(client: Client, path: str) -> None:
    page = page_of(client, path, 404)
    assert heading(page) == "No such inscription"
    assert 'name="q"' in page


def test_there_are_no_more_pages_than_it_has(client: Client) -> None:
    page_of(client, "/en/valve/", 404, page="2")
    page_of(client, "/en/valve/", 400, page="x")
    page_of(client, "/en/valve/", 400, page="0")
    page_of(client, "/en/valve/", 400, at="x")


def test_nothing_named_is_no_inscription(client: Client) -> None:
    assert client.get("/read").status_code == 404


def test_an_archive_out_of_reach_is_said(client: Client) -> None:
    change_settings(codex_index_url="file:/nowhere/search-index.json")
    assert heading(page_of(client, "/en/valve/", 503)) == "The archive cannot be read"


def test_reading_is_not_metered(client: Client) -> None:
    page_of(client, "/en/valve/")
    assert not DailyUse.objects.exists()


def test_it_is_only_read(client: Client) -> None:
    assert client.post("/read").status_code == 405


def test_a_hit_leads_to_its_words_there_and_here(client: Client) -> None:
    page = client.get("/search", {"q": "quarter turn", "lang": "en"}).content.decode()
    assert f"{SITE}/en/valve/#:~:text=quarter&text=turn" in links(page)
    assert f"/read?url={SITE}/en/valve/#:~:text=quarter&text=turn" in links(page)


def test_a_shelf_leads_here(client: Client) -> None:
    page = client.get("/search", {"collection": "Rites"}).content.decode()
    assert f"/read?url={SITE}/en/valve/" in links(page)
