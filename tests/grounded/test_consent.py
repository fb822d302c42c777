"""What is shown before anything is sent, and what an agreement is good for (GRD-05)."""

import hashlib
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core import signing
from django.utils import timezone

from codex.models import DailyUse
from grounded.answer import Asked, Offer, Pick, answer, offer, preview
from grounded.consent import OPEN
from grounded.models import Consultation
from grounded.states import State
from tests.grounded.asking import KEY, MODEL, answering
from tests.grounded.conftest import Provide
from tests.grounded.site import (
    MANOMETER,
    OTHER,
    QUESTION,
    READER,
    VALVE,
    agree,
    asked,
    calls,
    change_answers,
    ended,
    previewed,
    refused,
    row_of,
)
from tests.servers import Server
from tests.shelving import LORE, entry, put_on_shelf

LATER = timedelta(minutes=31)


@pytest.fixture
def server(provider: Provide) -> Server:
    return provider(answering())


def test_everything_that_leaves_is_shown(server: Server) -> None:
    shown = previewed()
    assert shown.receiver
    assert (shown.receiver.host, shown.receiver.host_class, shown.receiver.model) == (
        server.url.removeprefix("http://"),
        "loopback",
        MODEL,
    )
    assert shown.sha256 == hashlib.sha256(shown.body).hexdigest()
    data = json.loads(json.loads(shown.body)["messages"][1]["content"])
    assert [source["text"] for source in data["untrusted_sources"]] == [one.source.text for one in shown.excerpts]
    assert (data["question"], shown.keep_days) == (QUESTION, 7)


def test_bytes_are_shown_against_their_bounds(server: Server) -> None:
    shown = previewed()
    told = {(size.part, size.id): (size.size, size.bound) for size in shown.sizes}
    assert told["question", ""] == (len(QUESTION), 2_048)
    assert told["excerpt", "s2"] == (52, 16_384)
    assert told["excerpts", ""] == (told["excerpt", "s1"][0] + 52, 32_768)
    assert told["request", ""] == (len(shown.body), 98_304)


def test_showing_sends_and_counts_nothing(server: Server) -> None:
    shown = previewed()
    assert shown.allowance
    assert (shown.allowance.left, calls(), server.requests) == (20, 0, [])
    assert not DailyUse.objects.exists()


def test_without_picks_the_best_passages_are_shown_for_consent_just_the_same(server: Server) -> None:
    shown = previewed(Asked(question="What of the manometer?"))
    assert (shown.is_proposed, server.requests) == (True, [])
    assert shown.excerpts[0].url == MANOMETER
    assert sum(DailyUse.objects.values_list("used", flat=True)) == 1
    assert not previewed().is_proposed


def test_when_nothing_fits_no_model_is_asked(server: Server) -> None:
    assert refused(preview(Asked(question="Zyzzyva?"), READER)) == "nothing_found"
    assert not Consultation.objects.exists()


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        (asked(question="x" * 2_049), "question_too_long"),
        (asked(question="ї" * 1_024 + "x"), "question_too_long"),
        (asked(question=" \n"), "question_missing"),
        (Asked(question=" "), "question_missing"),
        (Asked(question="x" * 2_049), "question_too_long"),
        (asked(question="a\0b"), "text_invalid"),
        (asked(question="a\x1b[2Jb"), "text_invalid"),
        (asked(question="\ud800"), "text_invalid"),
        (asked(mode="poem"), "mode_invalid"),
        (asked(lang="xx"), "lang_invalid"),
        (Asked(question=QUESTION, lang="xx"), "lang_invalid"),
        (Asked(mode="summary"), "sources_count"),
        (asked("https://binaric.tech/en/gone/"), "inscription_missing"),
        (Asked(question="q", picks=(Pick(VALVE, 2),)), "passage_invalid"),
    ],
)
def test_what_is_outside_the_bounds_is_refused_before_anything_is_kept(ask: Asked, code: str, server: Server) -> None:
    assert refused(preview(ask, READER)) == code
    assert not Consultation.objects.exists()
    assert not DailyUse.objects.exists()


def test_a_question_of_two_kib_is_taken_with_browsers_line_ends(server: Server) -> None:
    shown = previewed(asked(question="y\r\n" * 1_024))
    assert len(shown.question) == 2_048


def test_a_summary_needs_no_question(server: Server) -> None:
    shown = previewed(asked(question="", mode="summary"))
    assert b"Summarise" in shown.body


@pytest.mark.parametrize(
    ("setting", "lang", "used"), [("reader", "nb", "no"), ("reader", "de", "de"), ("uk", "de", "uk")]
)
def test_staff_can_settle_the_tongue_of_answers(setting: str, lang: str, used: str, server: Server) -> None:
    change_answers(answer_lang=setting)
    assert previewed(asked(lang=lang)).lang == used


@pytest.mark.parametrize(("setting", "lang", "used"), [("reader", "de-AT", "de"), ("uk", "xx", "uk")])
def test_passages_are_proposed_whatever_the_tongue_is_called(
    setting: str, lang: str, used: str, server: Server
) -> None:
    change_answers(answer_lang=setting)
    assert previewed(Asked(question="Manometer?", lang=lang)).lang == used


@pytest.mark.parametrize(
    "change", [{"model": "another"}, {"base_url": "http://127.0.0.1:9/v1"}, {"enable_answers": False}]
)
def test_another_receiver_asks_again(change: dict[str, Any], server: Server) -> None:
    token = previewed().token
    change_answers(**change)
    assert refused(answer(token, READER)) == "receiver_changed"
    assert (server.requests, calls()) == ([], 0)


def test_an_endpoint_that_appears_asks_again(server: Server) -> None:
    change_answers(enable_answers=False)
    token = previewed().token
    change_answers(enable_answers=True)
    assert refused(answer(token, READER)) == "receiver_changed"


def test_a_limit_or_a_key_that_changes_does_not(server: Server) -> None:
    token = previewed().token
    change_answers(answer_daily_per_user=30, key="sk-a-newer-key-0000")
    ended(agree(token).id)
    assert server.requests[0].headers["authorization"] == "Bearer sk-a-newer-key-0000"


def test_an_agreement_expires(server: Server) -> None:
    token = previewed().token
    assert refused(answer(token, READER, now=timezone.now() + LATER)) == "consent_expired"
    assert server.requests == []


def test_after_the_call_its_token_says_only_how_it_stands(server: Server) -> None:
    token = previewed().token
    found = ended(agree(token).id)
    later = answer(token, READER, now=timezone.now() + LATER)
    assert later == found
    assert len(server.requests) == 1


def altered(token: str) -> list[str]:
    middle = len(token) // 2
    other = "A" if token[middle] != "A" else "B"
    return [
        "",
        "x",
        token[:-1],
        token + "x",
        token[:middle] + other + token[middle + 1 :],
        "ключ",
        "\ud800",
        "x" * 5_000,
    ]


def test_an_altered_token_agrees_to_nothing(server: Server) -> None:
    for token in altered(previewed().token):
        assert refused(answer(token, READER)) == "consent_invalid"
    assert (server.requests, calls()) == ([], 0)


def test_a_token_signed_for_another_purpose_agrees_to_nothing(server: Server) -> None:
    forged = signing.dumps({"id": previewed().id}, salt="grounded.else")
    assert refused(answer(forged, READER)) == "consent_invalid"


def test_a_token_is_good_for_its_own_caller_only(server: Server) -> None:
    assert refused(answer(previewed().token, OTHER)) == "consent_invalid"


def test_a_body_that_was_changed_in_the_database_is_not_sent(server: Server) -> None:
    shown = previewed()
    Consultation.objects.update(body=shown.body.replace(b"manometer", b"barometer"))
    assert refused(answer(shown.token, READER)) == "consent_invalid"
    Consultation.objects.update(body_sha256="0" * 64)
    assert refused(answer(shown.token, READER)) == "consent_invalid"
    assert server.requests == []


@pytest.mark.parametrize(
    "entries",
    [
        [one for one in LORE if one["url"] != "/en/valve/"],
        [*(one for one in LORE if one["url"] != "/en/valve/"), entry("Rite", "/en/valve/", "", "Half a turn.")],
    ],
    ids=["left", "changed"],
)
def test_an_inscription_that_left_or_changed_since_asks_again(
    entries: list[dict[str, str]], server: Server, tmp_path: Path
) -> None:
    shown = previewed()
    put_on_shelf(_new(tmp_path), entries)
    found = agree(shown.token)
    assert (found.state, found.code) == (State.INDEX_CHANGED, "index_changed")
    assert (server.requests, calls()) == ([], 0)
    put_on_shelf(tmp_path)
    assert agree(shown.token).state == State.INDEX_CHANGED


def test_another_edition_with_the_same_words_does_not(server: Server, tmp_path: Path) -> None:
    shown = previewed()
    put_on_shelf(_new(tmp_path), [entry("News", "/en/news/", "", "Ink."), *LORE])
    assert ended(agree(shown.token).id).state == State.CITED


def _new(folder: Path) -> Path:
    (folder / "new").mkdir()
    return folder / "new"


def test_open_ones_are_kept_in_number_and_time(server: Server) -> None:
    first = previewed()
    for _ in range(OPEN):
        previewed()
    assert Consultation.objects.count() == OPEN
    assert refused(answer(first.token, READER)) == "consent_expired"
    previewed(caller=OTHER, now=timezone.now() + LATER)
    assert Consultation.objects.count() == 1


def test_the_endpoints_path_is_shown_and_kept_nowhere(server: Server) -> None:
    shown = previewed()
    kept = repr(vars(row_of(shown))) + repr(shown)
    assert "/v1" not in kept
    assert KEY not in kept
    assert QUESTION not in repr(shown)


def test_an_offer_says_where_asking_leads(server: Server) -> None:
    made = offer()
    assert isinstance(made, Offer)
    assert made.receiver == previewed().receiver
    change_answers(enable_answers=False)
    assert offer() == Offer(None, 7)
    change_answers(enable_answers=True, model="")
    assert refused(offer()) == "not_configured"
    assert refused(preview(asked(), READER)) == "not_configured"
