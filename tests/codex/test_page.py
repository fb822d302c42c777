"""The search page as people see it (PAGE-01, PAGE-04, CDX-04, CDX-06)."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client

from tests.reading import heading, links, title
from tests.shelving import LORE, entry, put_on_shelf

pytestmark = pytest.mark.django_db
Ask = Callable[..., str]


@pytest.fixture(autouse=True)
def _archive(db: None, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)


@pytest.fixture
def ask(client: Client) -> Ask:
    """The page of a search that must succeed."""

    def page(query: str, **more: str | int) -> str:
        response = client.get("/search", {"q": query, **more})
        assert response.status_code == 200
        return response.content.decode()

    return page


def test_title_and_heading_carry_the_count(ask: Ask) -> None:
    page = ask("manometer", lang="en")
    assert heading(page) == "2 results for “manometer”"
    assert title(page).startswith("2 results for “manometer”")


def test_invisible_and_direction_characters_of_the_query_are_not_shown(ask: Ask) -> None:
    page = ask("man\u200bometer\u202e", lang="en", collection="\u202eRites")
    assert heading(page) == "Nothing found for “manometer”"
    assert title(page).startswith(heading(page))
    assert "Looked for in Rites," in page


def test_one_result_is_told_in_the_singular(ask: Ask) -> None:
    assert heading(ask("valve", lang="en")) == "1 result for “valve”"


def test_a_further_page_says_its_number_and_counts_on(ask: Ask) -> None:
    page = ask("pressure", lang="en", page=3)
    assert heading(page) == "23 results for “pressure”, page 3"
    assert '<ol class="hits" start="21">' in page
    assert "Results 21 to 23 of 23." in page


def test_the_pager_leads_to_both_neighbours(ask: Ask) -> None:
    page = ask("pressure", lang="en", page=2)
    assert re.search(r'href="/search\?q=pressure&amp;lang=en" rel="prev', page)
    assert re.search(r'href="/search\?q=pressure&amp;lang=en&amp;page=3" rel="next', page)


def test_the_query_stays_in_the_box(ask: Ask) -> None:
    assert 'value="boiler &quot;V7&quot; &lt;b&gt;"' in ask('boiler "V7" <b>', lang="en")


def test_links_name_their_parameters_in_one_order(ask: Ask) -> None:
    found = [link for link in links(ask("pressure", page=2, collection="Chronicles", lang="en")) if "page=" in link]
    assert "/search?q=pressure&lang=en&collection=Chronicles&page=3" in found


def test_the_page_links_its_json(ask: Ask, client: Client) -> None:
    link = next(link for link in links(ask("valve", lang="en")) if link.startswith("/api/"))
    assert client.get(link).json()["total"] == 1


@pytest.mark.parametrize("spoken", ["no", "nb-NO,en;q=0.5", "nn", "fr,no;q=0.9,en;q=0.8"])
def test_the_browsers_tongue_is_preferred(client: Client, spoken: str) -> None:
    page = client.get("/search?q=ventilen", headers={"Accept-Language": spoken}).content.decode()
    assert heading(page) == "1 treff for «ventilen»"
    assert "viser alle språk" not in page


def test_the_browsers_tongue_stands_in_the_form_and_every_link(client: Client) -> None:
    for query in ("ventilen", "zzzqqq manometer", "zzzqqq"):
        page = client.get("/search", {"q": query}, headers={"Accept-Language": "nb"}).content.decode()
        assert '<input name="lang" type="hidden" value="no">' in page
        assert not [link for link in links(page) if "q=" in link and "lang=" not in link and "next=" not in link]


def test_a_tongue_in_the_url_goes_before_the_browsers(client: Client) -> None:
    page = client.get("/search?q=kessel&lang=de", headers={"Accept-Language": "uk"}).content.decode()
    assert "Nothing in" not in page


def test_an_unknown_tongue_is_english(ask: Ask) -> None:
    assert "Nothing in" not in ask("valve", lang="tlh")


def test_a_fallback_is_told_in_words(ask: Ask) -> None:
    page = ask("manometer", lang="no")
    assert "Nothing in Norwegian; showing all tongues." in page
    assert heading(page) == "3 results for “manometer”"


def test_near_matches_are_told_with_their_spellings(ask: Ask) -> None:
    page = ask("manometre", lang="en")
    assert "No inscription holds these words as written; showing the nearest spellings: manometer." in page


def test_each_hit_is_marked_with_its_language(ask: Ask) -> None:
    assert '<h3 lang="nb">' in ask("ventilen", lang="no")
    assert '<p class="words" lang="nb">' in ask("ventilen", lang="no")


def test_the_words_looked_for_are_marked(ask: Ask) -> None:
    page = ask("manometer", lang="en")
    assert "The <mark>Manometer</mark> of Boiler V7" in page
    assert "until the <mark>manometer</mark> stops" in page


def test_markup_in_the_archive_stays_text(ask: Ask, tmp_path: Path) -> None:
    put_on_shelf(tmp_path, [entry("Valve & Sons", "/en/a/", "R & D", "5 < 6 of the valve")])
    page = ask("valve", lang="en")
    assert "<mark>Valve</mark> &amp; Sons" in page
    assert "R &amp; D" in page
    assert "5 &lt; 6 of the <mark>valve</mark>" in page


def test_a_hit_says_why_it_is_there(ask: Ask) -> None:
    page = ask("manometer", lang="en")
    assert "Why this hit" in page
    assert "title, text, as written: 9 points" in page


def test_collections_are_offered_with_counts(ask: Ask) -> None:
    page = ask("manometer", lang="en")
    assert re.search(r'collection=Rites"\s+rel="nofollow">\s*<span>Rites</span>\s*<span class="num">1</span>', page)
    assert re.search(r'aria-current="true">\s*<span>All collections</span>\s*<span class="num">2</span>', page)


@pytest.mark.parametrize("collection", ["", "Rites"])
def test_all_collections_count_what_is_in_none_as_well(ask: Ask, tmp_path: Path, collection: str) -> None:
    shelves = ["Rites", "", ""]
    put_on_shelf(tmp_path, [entry("Valve", f"/en/{n}/", shelf, "x") for n, shelf in enumerate(shelves)])
    page = ask("valve", lang="en", collection=collection)
    assert re.search(r'>\s*<span>All collections</span>\s*<span class="num">3</span>', page)


def test_after_a_fallback_all_collections_are_those_of_all_tongues(ask: Ask) -> None:
    page = ask("manometer", lang="no")
    assert re.search(r'>\s*<span>All collections</span>\s*<span class="num">3</span>', page)


def test_a_collection_narrows_and_is_cleared_by_one_link(ask: Ask) -> None:
    page = ask("manometer", lang="en", collection="Rites")
    assert heading(page) == "1 result for “manometer”"
    assert "/search?q=manometer&lang=en" in links(page)
    assert re.search(r'aria-current="true">\s*<span>Rites</span>', page)


def test_rare_collections_wait_behind_one_more_click(ask: Ask, tmp_path: Path) -> None:
    put_on_shelf(tmp_path, [entry("Valve", f"/en/{n}/", f"Shelf {n}", "x") for n in range(15)])
    assert re.search(r"<summary>\s*3 more\s*</summary>", ask("valve", lang="en"))


def test_tongues_are_offered_in_their_own_names(ask: Ask) -> None:
    page = ask("manometer", lang="en")
    assert "/search?q=manometer&lang=de" in links(page)
    assert re.search(r'<span lang="nb">Norsk</span>\s*<span class="num">0</span>', page)


def test_nothing_found_offers_a_spelling_and_the_shelves(ask: Ask) -> None:
    page = ask("menomitir", lang="en")
    assert heading(page) == "Nothing found for “menomitir”"
    assert 'Did you mean <a href="/search?q=manometer&amp;lang=en"><strong>manometer</strong></a>?' in page
    assert "/search?collection=Rites" in links(page)
    assert "/search?lang=no" in links(page)
    assert "https://binaric.tech" in links(page)


def test_of_very_many_collections_the_rest_has_a_page_of_its_own(ask: Ask, tmp_path: Path) -> None:
    put_on_shelf(tmp_path, [entry("Valve", f"/en/{n}/", f"Shelf {n:03}", "x") for n in range(100)])
    listed = [link for link in links(ask("valve", lang="en")) if "collection=Shelf" in link]
    page = ask("valve", lang="en", collection="Shelf 099")
    assert len(listed) == 72
    assert "28 more collections" in ask("valve", lang="en")
    assert "27 more collections" in page
    assert re.search(r'collection=Shelf\+099"\s+rel="nofollow" aria-current="true"', page)


def test_nothing_found_in_a_collection_offers_all_and_single_words(ask: Ask) -> None:
    page = ask("manometer zzzqqq", lang="en", collection="Chronicles")
    assert "/search?q=manometer+zzzqqq&lang=en" in links(page)
    assert re.search(r'q=manometer&amp;lang=en"[^>]*>\s*<strong>manometer</strong>\s*<span[^>]*>2<', page)


def test_the_footer_tells_age_and_size(ask: Ask) -> None:
    page = ask("valve")
    assert f"{len(LORE)} inscriptions in 5 tongues" in page
    assert "read just now" in page
    assert " kB." in page


def test_words_that_the_tongue_lacks_are_named_and_similar_ones_offered(ask: Ask) -> None:
    page = ask("vavle manometer zzzqqq", lang="en", collection="Instruments")
    assert "No inscription in English holds “vavle”, “zzzqqq”; these hold the other words." in page
    assert "/search?q=valve+manometer&lang=en&collection=Instruments" in links(page)
    assert "Did you mean" in page


@pytest.mark.parametrize("query", ["manometer", "the manometer", "vavle"])
def test_nothing_is_offered_where_no_word_is_lacking(ask: Ask, query: str) -> None:
    page = ask(query, lang="en")
    assert "Did you mean" not in page
    assert "these hold the other words" not in page


def test_words_are_quoted_as_the_page_s_tongue_does(ask: Ask) -> None:
    assert "„zzzqqq“" in ask("manometer zzzqqq", lang="en", ui="de")


def test_what_no_word_of_the_tongue_resembles_is_only_named(ask: Ask) -> None:
    page = ask("manometer xxxxxxxxxxxxxxxx", lang="en")
    assert "Did you mean" not in page
    assert "holds “xxxxxxxxxxxxxxxx”" in page
