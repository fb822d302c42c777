"""Searching paused by staff: every face refuses, says so, and counts nothing (ADM-01)."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from codex.callers import Caller
from codex.live import live
from codex.models import CodexSettings, DailyUse
from codex.results import Refusal
from codex.search import search
from tests.codex.bots import bot
from tests.reading import heading
from tests.shelving import change_settings, put_on_shelf

pytestmark = pytest.mark.django_db
MESSAGE = 'The archive is being moved; back at <b>noon</b> & "sharp".'


@pytest.fixture(autouse=True)
def _paused(db: None, tmp_path: Path) -> None:
    put_on_shelf(tmp_path, pause_search=True, pause_message=MESSAGE)


def test_the_door_refuses_every_caller() -> None:
    for caller in (None, Caller("address", "a"), Caller("user", "1")):
        found = search("valve", caller=caller)
        assert isinstance(found, Refusal)
        assert (found.code, found.status, found.retryable, found.retry_after) == ("paused", 503, True, 60)


def test_what_cannot_be_searched_is_told_before_the_pause() -> None:
    found = search("")
    assert isinstance(found, Refusal)
    assert found.code == "query_empty"


def test_the_page_says_it_in_the_staff_s_words(client: Client) -> None:
    response = client.get("/search", {"q": "valve"})
    page = response.content.decode()
    assert (response.status_code, heading(page)) == (503, "Searching is paused")
    assert "The archive is being moved; back at &lt;b&gt;noon&lt;/b&gt; &amp; &quot;sharp&quot;." in page
    assert 'value="valve"' in page
    assert "seconds" not in page
    assert "tell the staff" not in page


def test_a_page_without_a_message_says_the_fixed_sentence(client: Client) -> None:
    change_settings(pause_message="")
    page = client.get("/search", {"q": "valve"}).content.decode()
    assert "Searching is paused by the staff; try again later." in page
    assert 'class="notice"' not in page


def test_programs_get_the_fixed_sentence(client: Client) -> None:
    response = client.get("/api/v1/search", {"q": "valve"})
    problem = response.json()
    assert (response.status_code, response.headers["Retry-After"]) == (503, "60")
    assert (problem["code"], problem["retryable"]) == ("paused", True)
    assert problem["error"] == "Searching is paused by the staff; try again later."
    assert "noon" not in response.content.decode()


def test_a_model_gets_the_fixed_sentence_as_a_result() -> None:
    change_settings(enable_codex=True)
    call = {"function": {"name": "codex_search", "arguments": {"query": "valve"}}}
    response = bot(pilgrim="one").post("/api/v1/tools/call", call, content_type="application/json")
    assert response.status_code == 200
    told = {key: response.json()[key] for key in ("error", "code", "retryable")}
    assert told == {"error": "Searching is paused by the staff; try again later.", "code": "paused", "retryable": True}
    assert not DailyUse.objects.exists()


def test_a_copy_from_before_the_pause_is_not_confirmed(client: Client) -> None:
    change_settings(pause_search=False)
    tag = client.get("/api/v1/search", {"q": "valve"}).headers["ETag"]
    again = {"If-None-Match": tag}
    assert client.get("/api/v1/search", {"q": "valve"}, headers=again).status_code == 304
    CodexSettings.objects.update(pause_search=True)
    live.forget()
    assert client.get("/api/v1/search", {"q": "valve"}, headers=again).status_code == 503


def test_the_command_refuses_too() -> None:
    with pytest.raises(CommandError, match=r"\(paused\)"):
        call_command("codex", "search", "valve", stdout=StringIO())


def test_nothing_is_counted(client: Client) -> None:
    client.get("/search", {"q": "valve"})
    client.get("/api/v1/search", {"q": "valve"})
    search("valve", caller=Caller("user", "1"))
    assert not DailyUse.objects.exists()


@pytest.mark.parametrize("address", ["/", "/search", "/search?lang=en"])
def test_the_shelves_can_still_be_read_and_tell_of_the_pause(client: Client, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 200
    assert "Searching is paused: The archive is being moved" in response.content.decode()
    change_settings(pause_search=False)
    assert "paused" not in client.get(address).content.decode()


def test_searching_goes_on_when_the_pause_ends(client: Client) -> None:
    change_settings(pause_search=False)
    assert client.get("/search", {"q": "valve"}).status_code == 200
