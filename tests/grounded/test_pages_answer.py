"""The page of an answer in each of its states, and what a visitor can do there (GRD-06, GRD-07, GRD-10)."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from grounded.models import Consultation, Feedback
from tests.codex.archives import eventually
from tests.grounded.asking import KEY, answering
from tests.grounded.conftest import Provide
from tests.grounded.pages import Page, agree, consult, get, look, settled, shown
from tests.grounded.replies import completion, wrote
from tests.grounded.site import MANOMETER, calls
from tests.grounded.test_answer import CITING
from tests.scripts import replying, silent
from tests.servers import Handler

pytestmark = pytest.mark.django_db(transaction=True)
LABEL = "Written by forge-mini; the citations exist; this proves neither the facts nor that the text was not steered."


def test_a_cited_answer_leads_to_its_sources_and_back(client: Client, provider: Provide) -> None:
    provider(CITING)
    page = consult(client)
    assert (page.heading, page.title) == ("Cited answer", f"Cited answer: {_QUESTION}")
    assert f"AI {LABEL}" in page.words
    assert 'id="cite-s1-1" href="#source-s1" aria-label="s1: The Manometer of Boiler V7"' in " ".join(page.text.split())
    assert 'href="#cite-s1-1"' in page.text
    assert page.words.index("Sources, as sent") < page.words.index("Sent, not cited")
    assert all(f'id="{link}"' in page.text for link in re.findall(r'href="#([^"i][^"]*)"', page.text))


def test_facts_stand_beside_each_sentence_with_their_limits(client: Client, provider: Provide) -> None:
    written = "It reads three notches high [s1]. It has 40 valves and “never once slept in the rain” [s1]. So it is."
    provider(answering(wrote(written, ["s1"])))
    page = consult(client)
    for told in (
        "2 of 3 sentences to look at",
        "three stands in s1",
        "40 is not in s1",
        "“never once slept in the rain” is in none of the sources",
        "Citation none",
        "Nearest sentence",
        "What this cannot see: a “not” that was added or dropped",
    ):
        assert told in page.words, told
    assert '<span class="look">So it is.</span>' in page.text
    assert "<mark>notches</mark>" in page.text


def test_a_draft_is_labelled_in_heading_title_above_and_below(client: Client, provider: Provide) -> None:
    provider(answering(wrote("Gauges are <b>old</b> things.", [])))
    page = consult(client)
    assert page.heading == "Uncited draft"
    assert page.title.startswith("Uncited draft: ")
    before, _, after = page.text.partition("Gauges are <b>old</b> things.")
    assert "Not one sentence below names a source." in before
    assert "Uncited draft</strong>" in before
    assert "End of uncited draft" in after
    assert "Sent, none cited" in page.words


def test_what_a_model_wrote_is_never_markup(client: Client, provider: Provide) -> None:
    provider(answering(wrote("<script>alert(1)</script> <img src=x onerror=y> [s1].", ["s1"])))
    key = agree(client, look(client)).key
    settled(client, key)
    raw = client.get(f"/ask/{key}/").content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in raw
    assert "<img" not in raw


@pytest.mark.parametrize(
    ("handler", "heading", "code", "told"),
    [
        (answering(wrote("So [s5].", ["s5"])), "Answer rejected", "unknown_id", "It cites s5. Only s1, s2 were sent."),
        (answering(wrote("So [s1].", ["s2"])), "Answer rejected", "mismatch", "its text is withheld"),
        (replying(500, KEY.encode()), "The endpoint failed", "http_500", "(HTTP 500)"),
        (replying(401), "The endpoint failed", "http_401", "does not accept the key"),
        (silent(), "No answer in time", "timed_out", "The limit is 45 seconds."),
    ],
)
def test_each_failure_has_heading_title_code_and_a_way_on(
    handler: Handler, heading: str, code: str, told: str, client: Client, provider: Provide
) -> None:
    server = provider(handler, seconds=0.7)
    page = consult(client)
    assert page.heading == heading
    assert page.title == f"{heading}: {_QUESTION}"
    assert told in page.words
    assert f"Code {code}" in page.words
    assert KEY not in page.text
    assert page.form("/ask/")["pick"][0] == MANOMETER
    assert len(server.requests) == 1


def test_asking_again_shows_first_what_is_sent(client: Client, provider: Provide) -> None:
    server = provider(replying(500))
    page = consult(client)
    again = shown(client, client.post("/ask/", page.form("/ask/")))
    assert again.heading == "Before anything is sent"
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("body", "blamed"),
    [
        (wrote("It is [s9].", ["s9"]), True),
        (wrote("It is [s1].", ["s2"]), True),
        (completion("No JSON."), False),
        (completion("x", finish_reason="content_filter"), False),
        (b"[]", False),
    ],
)
def test_only_wrong_citations_are_called_so(body: bytes, blamed: bool, client: Client, provider: Provide) -> None:
    provider(answering(body))
    page = consult(client)
    assert page.heading == "Answer rejected"
    assert ("breaks the rules of citing" in page.words) == blamed


def test_what_was_cancelled_before_it_was_sent_is_said_not_to_have_left(client: Client, provider: Provide) -> None:
    provider(answering())
    page = look(client)
    client.post(f"{page.address}cancel/")
    assert "Nothing was sent, and nothing was counted." in get(client, page.address).words


def test_a_cut_answer_and_what_was_taken_off_are_told(client: Client, provider: Provide) -> None:
    content = '```json\n{"answer": "It reads high [s1].", "citations": ["s1"]}\n```'
    provider(answering(completion(content, finish_reason="length")))
    page = consult(client)
    assert "The model stopped at its limit of length" in page.words
    assert "Taken off a code fence around it" in page.words


def test_waiting_tells_the_time_and_looking_sends_nothing(client: Client, provider: Provide) -> None:
    server = provider(silent(), seconds=1.5)
    sent = agree(client, look(client))
    for _ in range(3):
        page = get(client, f"/ask/{sent.key}/")
    assert (page.heading, page.title) == (f"Waiting for {server.netloc}", "Waiting for an answer")
    assert "0 of 45 seconds, when this page was drawn" in page.words
    assert "Check again" in page.words
    assert 'http-equiv="refresh"' not in page.text
    assert client.get(f"/ask/{sent.key}/status").json() == {"state": "sending", "ended": False}
    assert settled(client, sent.key).heading == "No answer in time"
    assert len(server.requests) == 1


def test_the_wait_is_drawn_from_where_it_stands(client: Client, provider: Provide) -> None:
    provider(silent(), seconds=2)
    key = agree(client, look(client)).key
    Consultation.objects.filter(pk=key).update(sent_at=timezone.now() - timedelta(seconds=23))
    assert 'class="teeth at-20"' in get(client, f"/ask/{key}/").text
    settled(client, key)


def test_cancelling_stops_the_wait_and_says_what_it_means(client: Client, provider: Provide) -> None:
    server = provider(silent(), seconds=1)
    key = agree(client, look(client)).key
    assert eventually(lambda: len(server.requests) == 1)
    left = client.post(f"/ask/{key}/cancel/")
    assert (left.status_code, left.headers["Location"]) == (303, f"/ask/{key}/")
    page = get(client, f"/ask/{key}/")
    assert page.heading == "Cancelled"
    assert "What was sent stays sent and counts as one answer" in page.words
    assert calls() == 1


def test_a_process_that_died_leaves_interrupted(client: Client, provider: Provide) -> None:
    server = provider(CITING)
    key = agree(client, look(client)).key
    settled(client, key)
    long_ago = timezone.now() - timedelta(minutes=10)
    Consultation.objects.filter(pk=key).update(
        state="sending", reply=None, ended_at=None, beat_at=long_ago, sent_at=long_ago
    )
    page = get(client, f"/ask/{key}/")
    assert page.heading == "Interrupted"
    assert len(server.requests) == 1


def test_deleting_takes_a_second_step_and_is_for_good(client: Client, provider: Provide) -> None:
    provider(CITING)
    key = agree(client, look(client)).key
    assert "Delete it for good" in settled(client, key).words
    left = Page(client.post(f"/ask/{key}/delete/"))
    assert (left.status, left.headers["Location"]) == (303, "/ask/mine/?deleted")
    assert "It was deleted for good." in get(client, "/ask/mine/?deleted").words
    assert (get(client, f"/ask/{key}/").status, get(client, f"/ask/{key}/").heading) == (404, "No such answer")


def test_staff_are_told_a_reason_and_a_note(client: Client, provider: Provide) -> None:
    provider(CITING)
    key = agree(client, look(client)).key
    settled(client, key)
    sent = client.post(f"/ask/{key}/feedback/", {"reason": "wrong_citation", "note": "Not there.\r\nLook."})
    assert (sent.status_code, sent.headers["Location"]) == (303, f"/ask/{key}/?told#feedback")
    told = Feedback.objects.get()
    assert (told.reason, told.note) == ("wrong_citation", "Not there.\nLook.")
    assert "The staff will read it" in get(client, f"/ask/{key}/?told").words


def test_a_note_without_a_reason_comes_back_with_its_words(client: Client, provider: Provide) -> None:
    provider(CITING)
    key = agree(client, look(client)).key
    settled(client, key)
    page = Page(client.post(f"/ask/{key}/feedback/", {"note": "Look at it."}))
    assert (page.status, page.heading) == (400, "Cited answer")
    assert "Pick a reason" in page.words
    assert "Look at it.</textarea>" in page.text
    assert not Feedback.objects.exists()


def test_an_address_alone_comes_back_by_the_link_and_sees_no_list(client: Client, provider: Provide) -> None:
    provider(CITING)
    key = agree(client, look(client)).key
    assert "Keep this page's address" in settled(client, key).words
    assert get(Client(), f"/ask/{key}/").heading == "Cited answer"
    mine = get(client, "/ask/mine/")
    assert key not in mine.text
    assert "Without an account there is no list" in mine.words


def test_whoever_is_signed_in_has_a_list_that_nobody_else_sees(client: Client, provider: Provide) -> None:
    provider(CITING)
    client.force_login(User.objects.create_user("brann"))
    key = agree(client, look(client)).key
    settled(client, key)
    mine = get(client, "/ask/mine/")
    assert f'<a href="/ask/{key}/">{_QUESTION}</a>' in mine.text
    assert "Cited answer" in mine.words
    stranger = Client()
    stranger.force_login(User.objects.create_user("fenn"))
    assert "Nothing was asked yet" in get(stranger, "/ask/mine/").words
    for one in (stranger, Client()):
        assert get(one, f"/ask/{key}/").status == 404
        assert one.get(f"/ask/{key}/status").json()["code"] == "answer_missing"
        assert one.get(f"/ask/{key}/answer.md").status_code == 404
        for act in ("cancel", "delete", "keep", "feedback"):
            assert one.post(f"/ask/{key}/{act}/", {"reason": "unsafe"}).status_code == 404


@pytest.mark.parametrize("act", ["cancel", "keep", "feedback"])
def test_acts_are_posts_with_a_token(act: str, archive: None) -> None:
    address = f"/ask/x/{act}/"
    client = Client(enforce_csrf_checks=True)
    assert client.get(address).status_code == 405
    assert client.post(address).status_code == 403


_QUESTION = "Why does the manometer read three notches high?"
