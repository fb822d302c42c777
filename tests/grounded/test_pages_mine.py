"""The pages of one's own answers, as a browser without a script uses them (GRD-10)."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from grounded.models import Consultation
from tests.grounded.conftest import Provide
from tests.grounded.pages import Page, agree, get, look, settled
from tests.grounded.site import QUESTION, change_answers
from tests.grounded.test_answer import CITING

pytestmark = pytest.mark.django_db(transaction=True)
MINE = "/ask/mine/"


@pytest.fixture
def brann(client: Client, provider: Provide) -> Client:
    """A user's browser."""
    provider(CITING)
    client.force_login(User.objects.create_user("brann"))
    return client


def ask(client: Client, **asked: str) -> str:
    """Ask, and wait for the answer; its key."""
    key = agree(client, look(client, **asked)).key
    settled(client, key)
    return key


def streamed(response: Any) -> str:
    return b"".join(response.streaming_content).decode()


def test_the_list_tells_what_is_left_today(brann: Client) -> None:
    brann.get("/search?q=valve")
    ask(brann)
    words = get(brann, MINE).words
    assert "Searches 1 49 50" in words
    assert "Answers 1 19 20" in words
    assert "Begins anew on" in words


def test_an_address_without_an_account_sees_its_counts_too(client: Client, provider: Provide) -> None:
    provider(CITING)
    ask(client)
    assert "Answers 1 19 20" in get(client, MINE).words


def test_each_line_says_until_when_and_one_button_changes_it(brann: Client) -> None:
    key = ask(brann)
    page = get(brann, MINE)
    assert "1 answer. Answers are kept for 7 days. One that you keep longer stays for 90 days." in page.words
    kept = Page(brann.post(f"/ask/{key}/keep/", page.form(f"/ask/{key}/keep/")))
    assert (kept.status, kept.headers["Location"]) == (303, MINE)
    assert Consultation.objects.get(pk=key).is_kept
    brann.post(f"/ask/{key}/keep/", get(brann, MINE).form(f"/ask/{key}/keep/"))
    assert not Consultation.objects.get(pk=key).is_kept


def test_an_answer_is_kept_longer_from_its_own_page(client: Client, provider: Provide) -> None:
    provider(CITING)
    key = ask(client)
    page = get(client, f"/ask/{key}/")
    assert "Then it stays until" in page.words
    kept = Page(client.post(f"/ask/{key}/keep/", page.form(f"/ask/{key}/keep/")))
    assert kept.headers["Location"] == f"/ask/{key}/"
    assert "Keep no longer" in get(client, f"/ask/{key}/").words


def test_where_nobody_can_keep_longer_nobody_is_offered_it(brann: Client) -> None:
    key = ask(brann)
    change_answers(grounded_keep_longer_days=0)
    assert "Keep longer" not in get(brann, MINE).words
    assert "Keep longer" not in get(brann, f"/ask/{key}/").words
    refused = Page(brann.post(f"/ask/{key}/keep/", {"longer": "yes"}))
    assert (refused.status, refused.heading) == (409, "It cannot be kept longer")


def test_keeping_leads_nowhere_off_this_site(brann: Client) -> None:
    key = ask(brann)
    for address in ("//evil.example/", "https://evil.example/"):
        left = brann.post(f"/ask/{key}/keep/", {"longer": "yes", "next": address})
        assert left.headers["Location"] == f"/ask/{key}/"


def test_deleting_one_asks_first(brann: Client) -> None:
    key, other = ask(brann), ask(brann)
    page = get(brann, f"/ask/{key}/delete/")
    assert page.heading == "Delete this answer?"
    assert QUESTION in page.words
    assert Consultation.objects.filter(pk=key).exists()
    assert Page(brann.post(f"/ask/{key}/delete/")).headers["Location"] == f"{MINE}?deleted"
    assert [row.pk for row in Consultation.objects.all()] == [other]


def test_deleting_all_asks_first_and_leaves_an_empty_list(brann: Client) -> None:
    ask(brann)
    ask(brann)
    page = get(brann, f"{MINE}delete/")
    assert (page.heading, "2 answers" in page.words) == ("Delete all my answers?", True)
    assert Page(brann.post(f"{MINE}delete/")).headers["Location"] == f"{MINE}?deleted=all"
    left = get(brann, f"{MINE}?deleted=all")
    assert "All your answers were deleted for good." in left.words
    assert "Nothing was asked yet, or all of it was deleted." in left.words
    assert "Ask the archive" in left.words
    assert get(brann, f"{MINE}delete/").headers["Location"] == MINE


def test_all_receipts_come_as_one_object(brann: Client) -> None:
    keys = {ask(brann), ask(brann)}
    response = brann.get(f"{MINE}answers.json")
    told = json.loads(streamed(response))
    assert told["form"] == "lumasite-answers/1"
    assert {one["id"] for one in told["answers"]} == keys
    assert response.headers["Content-Disposition"] == 'attachment; filename="answers.json"'
    assert "no-store" in response.headers["Cache-Control"]


def test_all_answers_come_as_one_document_with_footnotes_of_their_own(brann: Client) -> None:
    ask(brann)
    ask(brann, question="Is this [^s1] a footnote?")
    response = brann.get(f"{MINE}answers.md?ui=de")
    told = streamed(response)
    assert told.count("\n---\n") == 1
    assert "[^1-s1]: " in told
    assert "[^2-s1]: " in told
    assert "this \\[^s1\\] a" in told
    assert told.startswith("# Antwort mit Quellenangaben")


@pytest.mark.parametrize("kind", ["json", "md"])
def test_whoever_has_none_takes_none_away(kind: str, client: Client, provider: Provide) -> None:
    provider(CITING)
    ask(client)
    told = streamed(client.get(f"{MINE}answers.{kind}"))
    assert told == {"json": '{"form": "lumasite-answers/1", "answers": [\n]}\n', "md": "There are no answers.\n"}[kind]


def test_nobody_else_deletes_or_keeps_what_is_mine(brann: Client) -> None:
    key, stranger = ask(brann), Client()
    stranger.force_login(User.objects.create_user("fenn"))
    for address in (f"/ask/{key}/keep/", f"/ask/{key}/delete/", f"{MINE}delete/"):
        stranger.post(address, {"longer": "yes"})
    row = Consultation.objects.get(pk=key)
    assert not row.is_kept
    assert get(stranger, f"/ask/{key}/delete/").status == 404


def test_acts_on_all_want_a_token(archive: None) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.create_user("brann"))
    assert client.post(f"{MINE}delete/").status_code == 403
