"""Picking on pages of results: boxes that the address keeps, without a script (GRD-02)."""

from urllib.parse import parse_qsl, urlsplit

import pytest
from django.test import Client

from codex import added
from tests.grounded.conftest import Provide
from tests.grounded.pages import Page, get
from tests.grounded.site import GERMAN, MANOMETER, VALVE, change_answers

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("archive")]


def ticked(page: Page) -> list[str]:
    boxes = page.text.split('name="pick"')[1:]
    return [box.split('value="')[1].split('"')[0] for box in boxes if "checked" in box.split(">")[0]]


def test_each_hit_has_a_box_of_the_search_form(client: Client) -> None:
    page = get(client, "/search?q=manometer")
    assert page.text.count('name="pick"') == 2
    assert page.text.count('form="seek"') > 2
    assert ticked(page) == []
    assert "picked, 8 at most" in page.words


def test_what_the_address_says_is_ticked(client: Client) -> None:
    assert ticked(get(client, f"/search?q=manometer&pick={MANOMETER}")) == [MANOMETER]


def test_a_pick_of_another_page_stands_above_the_hits_with_its_title(client: Client) -> None:
    page = get(client, f"/search?q=manometer&pick={GERMAN}&pick={MANOMETER}")
    assert ticked(page) == [GERMAN, MANOMETER]
    assert "Picked so far, on other pages Das Manometer am Kessel V7" in page.words


def test_a_pick_that_the_archive_does_not_hold_is_left_out(client: Client) -> None:
    assert ticked(get(client, "/search?q=manometer&pick=https://elsewhere.example/")) == []


def test_the_links_of_a_page_keep_the_picks(client: Client) -> None:
    page = get(client, f"/search?q=log&lang=en&pick={VALVE}")
    links = [link.split('"')[0] for link in page.text.split('href="')[1:] if link.startswith("/search?")]
    assert len(links) > 4
    assert all(("pick", VALVE) in parse_qsl(urlsplit(link).query) for link in links)


def test_ticks_that_the_address_does_not_hold_yet_come_along(client: Client) -> None:
    onward = client.get("/search", {"q": "new words", "go": f"/search?q=log&page=2&pick={GERMAN}", "pick": [VALVE]})
    assert onward.status_code == 302
    assert parse_qsl(urlsplit(onward.headers["Location"]).query) == [("q", "log"), ("page", "2"), ("pick", VALVE)]


@pytest.mark.parametrize("go", ["https://evil.example/search", "//evil.example/search?q=a", "/admin/", "/searching"])
def test_nothing_leads_off_the_search(go: str, client: Client) -> None:
    assert client.get("/search", {"q": "log", "go": go}).status_code == 200


def test_a_page_without_hits_keeps_the_picks_for_the_next_search(client: Client) -> None:
    for address in ("/search?", "/search?q=zzqq&", "/search?lang=en&", "/search?q=valve&page=99&"):
        page = get(client, f"{address}pick={VALVE}")
        assert f'<input name="pick" type="hidden" value="{VALVE}">' in page.text, address


def test_sixteen_picks_at_most_are_carried_along(client: Client) -> None:
    page = get(client, "/search?" + "&".join(f"pick=https://a.example/{number}" for number in range(40)))
    assert page.text.count('name="pick"') == 16


def test_nothing_is_offered_while_the_endpoint_cannot_be_used(client: Client, provider: Provide) -> None:
    change_answers(enable_answers=True, base_url="http://llm.example/v1", model="m", key="sk-incense")
    page = get(client, "/search?q=manometer")
    assert "/ask/" not in page.text
    assert 'name="pick"' not in page.text
    assert get(client, "/ask/").status == 503


def test_without_another_app_the_search_is_as_it_was(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(added, "extras", [])
    page = get(client, "/search?q=manometer")
    assert not any(word in page.text for word in ("pick", "keeping", "/ask/"))
