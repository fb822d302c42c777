"""The form to ask with, and what is wrong with it in words (GRD-02)."""

from pathlib import Path

import pytest
from django.test import Client

from codex.results import refusal
from tests.grounded.conftest import Provide
from tests.grounded.pages import Page, agree, ask_nothing_picked, consult, get, look
from tests.grounded.site import GERMAN, MANOMETER, VALVE, change_answers
from tests.grounded.test_answer import CITING
from tests.shelving import LORE, change_settings, entry, put_on_shelf

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("archive")]
LONG = "https://binaric.tech/en/long/"


def test_the_form_shows_the_picks_and_a_first_draft_of_the_question(client: Client) -> None:
    page = get(client, f"/ask/?q=Why+three&lang=nb&pick={MANOMETER}&pick={GERMAN}")
    assert page.heading == page.title == "Ask the archive"
    assert ">\nWhy three</textarea>" in page.text
    assert page.words.index("The Manometer of Boiler V7") < page.words.index("Das Manometer am Kessel V7")
    assert 'value="no" lang="nb" selected' in " ".join(page.text.split())


def test_the_form_says_whether_a_model_reads(client: Client, provider: Provide) -> None:
    assert "No model is set up here" in get(client, "/ask/").words
    server = provider(CITING)
    assert f"A model at {server.netloc} reads the passages" in get(client, "/ask/").words


def test_staff_may_settle_the_tongue(client: Client) -> None:
    change_answers(answer_lang="de")
    assert "Tongue of the answer" not in get(client, "/ask/").words


def test_a_pick_that_has_left_is_told(client: Client) -> None:
    page = get(client, f"/ask/?pick={MANOMETER}&pick=https://binaric.tech/en/gone/")
    assert "1 pick is not in the archive any more and was left out." in page.words


def test_more_than_eight_picks_are_told_and_all_kept(client: Client) -> None:
    urls = [f"https://binaric.tech/en/log-{number}/" for number in range(1, 11)]
    page = look(client, *urls)
    assert (page.status, page.heading) == (400, "Ask the archive")
    assert "Pick 1 to 8 inscriptions, each of them once." in page.words
    assert page.text.count('name="pick"') == 10
    assert (
        "You picked 10; 8 at most can be asked about. Untick 2 of them."
        in get(client, "/ask/?" + "&".join(f"pick={url}" for url in urls)).words
    )


@pytest.mark.parametrize(
    ("question", "status", "sentence"),
    [("  ", 400, "Type a question."), ("é" * 1025, 413, "2 KiB are the limit"), ("a\0b", 400, "cannot be sent")],
)
def test_a_question_out_of_bounds_comes_back_in_the_form(
    question: str, status: int, sentence: str, client: Client, provider: Provide
) -> None:
    server = provider(CITING)
    page = look(client, question=question)
    assert (page.status, page.heading) == (status, "Ask the archive")
    assert sentence in page.words
    assert page.text.count('name="pick"') == 2
    assert 'aria-invalid="true"' in page.text
    assert server.requests == []


def test_a_long_inscription_is_offered_in_passages(client: Client, provider: Provide, tmp_path: Path) -> None:
    provider(CITING)
    page = _with_long(client, tmp_path)
    assert "too long to be sent whole, 16 KiB are the limit" in page.words
    assert "From paragraph" in page.words
    shown = look(client, LONG, question="bell")
    assert "Paragraphs 1 to" not in shown.words
    assert "The bell stands in the last line." in shown.words


def test_the_visitor_may_choose_the_passage(client: Client, provider: Provide, tmp_path: Path) -> None:
    provider(CITING)
    _with_long(client, tmp_path)
    key = _key(get(client, f"/ask/?pick={LONG}"))
    shown = look(client, LONG, question="bell", **{f"first-{key}": "2", f"last-{key}": "3"})
    assert "Paragraphs 2 to 3 of" in shown.words
    again = look(client, LONG, question="bell", **{f"first-{key}": "2", f"last-{key}": "3", "edit": "1"})
    assert again.heading == "Ask the archive"
    options = again.text.split("<option ")[1:]
    chosen = [option.split('"')[1] for option in options if "selected" in option.split(">")[0]]
    assert chosen[-2:] == ["2", "3"]


def test_a_passage_that_is_not_there_is_refused(client: Client, provider: Provide, tmp_path: Path) -> None:
    provider(CITING)
    key = _key(_with_long(client, tmp_path))
    shown = look(client, LONG, question="bell", **{f"first-{key}": "999"})
    assert (shown.status, shown.heading) == (400, "Ask the archive")
    assert "The inscription has no such passage." in shown.words


def test_without_picks_passages_are_proposed_and_shown(client: Client, provider: Provide) -> None:
    server = provider(CITING)
    shown = ask_nothing_picked(client, "Where does the manometer tremble?")
    assert shown.heading == "Before anything is sent"
    assert "You picked nothing, so these passages were proposed by a search." in shown.words
    assert "Rite of the Slow Valve" in shown.words
    assert server.requests == []


def test_when_nothing_fits_no_model_is_asked_and_the_question_is_kept(client: Client, provider: Provide) -> None:
    server = provider(CITING)
    page = ask_nothing_picked(client, "zzqq wwvv")
    assert (page.status, page.heading, page.title) == (404, "Nothing fits the question", "Nothing fits the question")
    assert "nothing_found" in page.words
    assert page.form("/ask/")["question"] == ["zzqq wwvv"]
    assert "Ask again" not in page.words
    assert server.requests == []


def test_without_an_endpoint_an_extract_comes_at_once(client: Client) -> None:
    made = look(client)
    assert made.status == 303
    page = get(client, f"/ask/{made.key}/")
    assert page.heading == "Archive extract, no model used"
    assert page.title.startswith("Archive extract, no model used: Why does")
    assert 'class="ai"' not in page.text
    assert "Sentence by sentence" not in page.words
    assert "A quarter turn, until the manometer stops trembling." in page.words


def test_too_many_forms_at_once_are_slowed_down(client: Client) -> None:
    change_settings(codex_burst=1)
    look(client)
    page = look(client)
    assert (page.status, page.headers["Retry-After"]) == (429, "60")
    assert page.form("/ask/")["pick"] == [MANOMETER, VALVE]


def test_while_the_archive_cannot_be_read_the_question_is_kept(client: Client) -> None:
    change_settings(codex_index_url="file:/nowhere/search-index.json")
    page = look(client)
    assert (page.status, page.heading) == (503, "The archive cannot be read")
    assert page.form("/ask/")["pick"] == [MANOMETER, VALVE]


def test_a_storage_that_is_gone_is_told_without_it(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = refusal("storage_unavailable", retry_after=5)
    monkeypatch.setattr("grounded.views.preview", lambda *args, **kwargs: gone)
    page = look(client)
    assert (page.status, page.heading, page.headers["Retry-After"]) == (503, "The storage is busy", "5")


def test_no_cache_and_no_search_engine_keeps_a_page(client: Client, provider: Provide) -> None:
    provider(CITING)
    shown = look(client)
    key = agree(client, shown).key
    for page in (get(client, "/ask/"), shown, get(client, f"/ask/{key}/"), get(client, "/ask/mine/"), consult(client)):
        assert "no-store" in page.headers["Cache-Control"]
        assert page.headers["X-Robots-Tag"] == "noindex, nofollow"


def test_a_form_without_its_token_is_refused(provider: Provide) -> None:
    server = provider(CITING)
    client = Client(enforce_csrf_checks=True)
    assert look(client).status == 403
    assert client.post("/ask/send/", {"token": "x"}).status_code == 403
    assert server.requests == []


def _with_long(client: Client, folder: Path) -> Page:
    text = " ".join(f"Line {number} tells of rust and oil and of nothing else at all." for number in range(400))
    long = entry("A Long Roll", "/en/long/", "Rolls", f"{text} The bell stands in the last line.")
    put_on_shelf(folder, [*LORE, long])
    return get(client, f"/ask/?q=bell&pick={LONG}")


def _key(page: Page) -> str:
    return page.text.partition('name="first-')[2][:8]


@pytest.mark.parametrize(("address", "packed"), [("/ask/", True), ("/ask/?q=guess", False)])
def test_the_form_is_compressed_unless_its_address_fills_it(address: str, packed: bool, client: Client) -> None:
    client.cookies["sessionid"] = "somebody"
    response = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert response.headers.get("Content-Encoding") == ("gzip" if packed else None)
