"""Pages of answers in another tongue: nothing that was typed or picked is lost, nothing is sent twice (PAGE-02)."""

import re

import pytest
from django.test import Client

from tests.grounded.conftest import Provide
from tests.grounded.pages import Page, agree, get, look, settled
from tests.grounded.site import MANOMETER, QUESTION
from tests.grounded.test_answer import CITING
from tests.latin import latin_words
from tests.reading import links
from tests.servers import Server

pytestmark = pytest.mark.django_db(transaction=True)
BUTTON = re.compile(
    r'<button type="submit"\s+form="asking"\s+formaction="([^"]*)"\s+(name="edit" value="1")?\s*lang="uk"'
)
#: The archive's own words, the reader's, the model's, and names.
NAMES = {
    "Codex Mechanicus", "binaric.tech", "forge-mini", "UTC", "SHA", "JSON", "Instruments", "Rites", "https", "valve",
    "manometer", "It reads three notches high", "Why does the manometer read three notches high",
    "The Manometer of Boiler V", "The Manometer of Boiler", "Rite of the Slow Valve", "Markdown",
}  # fmt: skip


@pytest.fixture
def server(provider: Provide) -> Server:
    return provider(CITING)


def test_the_form_goes_along_with_what_was_typed(client: Client, server: Server) -> None:
    found = BUTTON.search(get(client, "/ask/").text)
    assert found
    assert (found[1], bool(found[2])) == ("/ask/?ui=uk", True)
    page = Page(client.post(found[1], {"question": "Half a quest", "edit": "1", "pick": [MANOMETER]}))
    assert "Half a quest" in page.text
    assert page.text.count('name="pick"') == 1
    assert '<html lang="uk"' in page.text


def test_what_would_be_sent_is_shown_again_and_nothing_leaves(client: Client, server: Server) -> None:
    page = look(client)
    assert "?ui=uk" in links(page.text)
    again = get(client, f"{page.address}?ui=uk")
    assert '<html lang="uk"' in again.text
    assert QUESTION in again.text
    assert again.form("/ask/send/")["pick"] == page.form("/ask/send/")["pick"]
    assert server.requests == []


def test_each_page_has_one_form_of_that_name(client: Client, server: Server) -> None:
    for page in (get(client, "/ask/"), look(client), look(client, question="x" * 3000)):
        assert page.text.count('id="asking"') == 1


def test_a_fault_of_the_feedback_leads_back_to_the_answer(client: Client, server: Server) -> None:
    key = agree(client, look(client)).key
    settled(client, key)
    page = Page(client.post(f"/ask/{key}/feedback/", {"note": "Look at it."}))
    assert page.status == 400
    assert f"/ask/{key}/?ui=uk" in links(page.text)


def test_an_answer_is_read_in_another_tongue_without_asking_again(client: Client, server: Server) -> None:
    key = agree(client, look(client)).key
    assert "?ui=uk" in links(settled(client, key).text)
    assert '<html lang="uk"' in get(client, f"/ask/{key}/?ui=uk").text
    assert len(server.requests) == 1


def test_what_is_not_there_has_a_page_in_each_tongue(client: Client, server: Server) -> None:
    page = get(client, "/ask/nothing/?ui=de")
    assert (page.status, page.headers["Content-Language"]) == (404, "de")
    assert "?ui=uk" in links(page.text)


def test_pages_of_answers_hold_no_english(client: Client, server: Server) -> None:
    client.get("/?ui=uk")
    shown = look(client)
    key = agree(client, shown).key
    pages = [shown, settled(client, key), get(client, "/ask/?pick=" + MANOMETER), look(client, question=" ")]
    for page in pages:
        left = latin_words(page.text) - NAMES
        assert not left, left
