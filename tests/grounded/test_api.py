"""The JSON face of answers: preview, agree once, look, cancel, delete; only for tokens with scope answers (API-01)."""

import json
from typing import Any

import jsonschema
import pytest
from django.test import Client

from grounded.models import Consultation
from grounded.verify import verify
from tests.codex.archives import eventually
from tests.codex.bots import bot, new_token
from tests.grounded.asking import KEY, MODEL, answering
from tests.grounded.conftest import Provide
from tests.grounded.replies import wrote
from tests.grounded.site import MANOMETER, QUESTION, VALVE, calls, change_answers
from tests.scripts import delayed, redirect, silent
from tests.shelving import change_settings

URL = "/api/v1/answers"
PROBLEM = "application/problem+json"
ASKED = {"question": QUESTION, "sources": [{"url": MANOMETER}, {"url": VALVE}]}
CITING = answering(wrote("It reads three notches high [s1].", ["s1"]))


def answerer(pilgrim: str | None = None) -> Client:
    """A bot whose token is for answers."""
    return bot(new_token("answers"), pilgrim)


def post(client: Client, path: str, body: dict[str, Any] | None = None, **headers: str) -> Any:
    return client.post(URL + path, body or {}, content_type="application/json", headers=headers)


def shown(client: Client, **changes: Any) -> Any:
    answer = post(client, "/preview", ASKED | changes)
    assert answer.status_code == 200, answer.content
    return answer.json()


def ended(client: Client, key: str) -> Any:
    assert eventually(lambda: client.get(f"{URL}/{key}").json()["state"] != "sending")
    return client.get(f"{URL}/{key}").json()


def code_of(answer: Any) -> tuple[int, str]:
    assert answer.headers["Content-Type"] == PROBLEM
    read = answer.json()
    assert read["error"] == read["detail"]
    return answer.status_code, read["code"]


def test_the_whole_way(provider: Provide) -> None:
    server = provider(delayed(CITING, 0.1))
    client = answerer()
    look = shown(client)
    assert server.requests == []
    begun = post(client, "", {"token": look["token"]})
    assert (begun.status_code, begun.json()["state"], begun.headers["Retry-After"]) == (202, "sending", "2")
    assert begun.headers["Location"] == f"{URL}/{look['id']}"
    read = ended(client, look["id"])
    assert (read["state"], read["answer"]) == ("cited", "It reads three notches high [s1].")
    assert read["label"].startswith(f"Written by {MODEL}")
    assert server.requests[0].body.decode() == look["request"]["text"] == read["request"]["text"]
    assert all(check.is_same for check in verify(json.dumps(read)))


def test_a_receipt_is_what_the_document_says(provider: Provide) -> None:
    provider(CITING)
    client = answerer()
    key = post(client, "", {"token": shown(client)["token"]}).json()["id"]
    described = client.get("/api/v1/openapi.json").json()
    root = {"$ref": "#/components/schemas/ReceiptTold", "components": described["components"]}
    jsonschema.Draft202012Validator(root).validate(ended(client, key))


def test_a_preview_tells_body_hash_receiver_and_token(provider: Provide) -> None:
    server = provider(CITING)
    look = shown(answerer())
    assert look["receiver"] == {"host": server.url.removeprefix("http://"), "class": "loopback"}
    assert (look["model"], look["keep_days"], look["proposed"]) == (MODEL, 7, False)
    assert [one["text"] for one in look["excerpts"]] == [
        "The manometer on boiler V7 reads three notches high, and has done so since the flood year.",
        "A quarter turn, until the manometer stops trembling.",
    ]
    assert look["allowance"]["remaining"] == 20
    assert {one["part"] for one in look["sizes"]} == {"question", "excerpt", "excerpts", "request"}


def test_a_question_without_sources_has_them_proposed(provider: Provide) -> None:
    provider(CITING)
    look = shown(answerer(), sources=[])
    assert look["proposed"]
    assert look["excerpts"][0]["url"] == MANOMETER


def test_a_run_of_paragraphs_can_be_picked(archive: None) -> None:
    look = shown(answerer(), sources=[{"url": MANOMETER, "last": 1}])
    assert (look["excerpts"][0]["first"], look["excerpts"][0]["last"], look["excerpts"][0]["of"]) == (1, 1, 1)


def test_without_an_endpoint_the_extract_is_there_at_once(archive: None) -> None:
    client = answerer()
    look = shown(client)
    assert (look["receiver"], look["request"], look["allowance"]) == (None, None, None)
    answer = post(client, "", {"token": look["token"]})
    assert (answer.status_code, answer.json()["state"], answer.json()["ai_generated"]) == (200, "extract", False)
    assert "Location" not in answer.headers


def test_the_same_token_and_key_again_send_nothing(provider: Provide) -> None:
    server = provider(CITING)
    client = answerer()
    look = shown(client)
    for _ in range(3):
        again = post(client, "", {"token": look["token"]}, **{"Idempotency-Key": "k-1"})
        assert again.json()["id"] == look["id"]
    ended(client, look["id"])
    assert (len(server.requests), calls()) == (1, 1)
    other = post(client, "", {"token": shown(client)["token"]}, **{"Idempotency-Key": "k-1"})
    assert code_of(other) == (422, "idempotency_key_reused")


def test_cancel_and_delete(provider: Provide) -> None:
    provider(silent(), seconds=1)
    client = answerer()
    look = shown(client)
    post(client, "", {"token": look["token"]})
    assert post(client, f"/{look['id']}/cancel").json()["state"] == "cancelled"
    assert client.delete(f"{URL}/{look['id']}").status_code == 204
    assert code_of(client.get(f"{URL}/{look['id']}")) == (404, "answer_missing")
    assert code_of(client.delete(f"{URL}/{look['id']}")) == (404, "answer_missing")


def test_pilgrims_of_one_bot_do_not_see_each_others(provider: Provide) -> None:
    provider(CITING)
    token = new_token("answers")
    one, two = bot(token, "one"), bot(token, "two")
    look = shown(one)
    assert code_of(post(two, "", {"token": look["token"]})) == (403, "consent_invalid")
    post(one, "", {"token": look["token"]})
    assert ended(one, look["id"])["state"] == "cited"
    assert code_of(two.get(f"{URL}/{look['id']}")) == (404, "answer_missing")


@pytest.mark.parametrize(
    ("scopes", "status", "code"), [(("search",), 403, "scope_missing"), (None, 401, "token_needed")]
)
def test_only_a_token_for_answers_gets_any(
    scopes: tuple[str, ...] | None, status: int, code: str, archive: None
) -> None:
    client = bot(new_token(*scopes)) if scopes else Client()
    for answer in (
        post(client, "/preview", ASKED),
        post(client, "", {"token": "x"}),
        client.get(f"{URL}/x"),
        client.delete(f"{URL}/x"),
        post(client, "/x/cancel"),
    ):
        assert code_of(answer) == (status, code)


def test_a_refused_agreement_is_a_problem(provider: Provide) -> None:
    provider(CITING, answer_daily_per_user=0)
    client = answerer()
    answer = post(client, "", {"token": shown(client)["token"]})
    assert code_of(answer) == (429, "answer_quota_used")
    assert answer.headers["RateLimit-Policy"] == '"answers-daily";q=0;w=86400'
    assert int(answer.headers["Retry-After"]) > 0
    assert code_of(post(client, "", {"token": "forged"})) == (403, "consent_invalid")


def test_too_many_in_flight_is_a_clear_503(provider: Provide) -> None:
    provider(silent(), seconds=1, answers_in_flight=1)
    client = answerer()
    post(client, "", {"token": shown(client)["token"]})
    answer = post(client, "", {"token": shown(client)["token"]})
    assert code_of(answer) == (503, "too_many_in_flight")
    assert (answer.headers["Retry-After"], calls()) == ("5", 1)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (ASKED | {"question": "x" * 2_049}, 413, "question_too_long"),
        (ASKED | {"question": ""}, 400, "question_missing"),
        (ASKED | {"sources": [{"url": "https://binaric.tech/en/gone/"}]}, 404, "inscription_missing"),
        (ASKED | {"sources": [{"url": MANOMETER, "first": 2}]}, 400, "passage_invalid"),
        (ASKED | {"sources": [{"url": MANOMETER, "first": 0}]}, 400, "parameter_invalid"),
        (ASKED | {"sources": [{"url": f"{MANOMETER}{n}"} for n in range(9)]}, 400, "sources_count"),
        (ASKED | {"mode": "poem"}, 400, "parameter_invalid"),
        (ASKED | {"lang": "xx"}, 400, "lang_invalid"),
        ({"question": QUESTION, "lang": "xx"}, 400, "lang_invalid"),
        (ASKED | {"text": "mine"}, 400, "parameter_invalid"),
        ({"question": "Zyzzyva?"}, 404, "nothing_found"),
    ],
)
def test_bad_input_is_refused_and_nothing_kept(body: dict[str, Any], status: int, code: str, archive: None) -> None:
    assert code_of(post(answerer(), "/preview", body)) == (status, code)
    assert not Consultation.objects.exists()


def test_bodies_of_another_type_are_refused(archive: None) -> None:
    client = answerer()
    for path in ("", "/preview"):
        assert code_of(client.post(URL + path, {"token": "x"})) == (415, "media_type_refused")
        assert code_of(client.post(URL + path, "[" * 50, content_type="application/json"))[0] == 400


@pytest.mark.parametrize("path", ["", "/preview"])
def test_whoever_has_no_token_hears_of_that_before_anything_else(path: str, archive: None) -> None:
    for body in ({"bogus": 1}, "[" * 50, "x" * 70_000):
        assert code_of(Client().post(URL + path, body, content_type="application/json")) == (401, "token_needed")
        forged = bot("luma_" + "0" * 38)
        assert code_of(forged.post(URL + path, body, content_type="application/json")) == (401, "token_malformed")


def test_an_empty_idempotency_key_is_no_key(provider: Provide) -> None:
    provider(CITING)
    client = answerer()
    answer = post(client, "", {"token": shown(client)["token"]}, **{"Idempotency-Key": ""})
    assert (code_of(answer), calls()) == ((400, "idempotency_key_invalid"), 0)


def test_bursts_are_limited(archive: None) -> None:
    change_settings(codex_burst=2)
    client = answerer()
    assert [client.get(f"{URL}/x").status_code for _ in range(3)] == [404, 404, 429]


def test_an_endpoint_that_fails_is_a_state_and_no_error_of_ours(provider: Provide) -> None:
    provider(redirect("http://127.0.0.1:9/"))
    client = answerer()
    look = shown(client)
    post(client, "", {"token": look["token"]})
    read = ended(client, look["id"])
    assert (read["state"], read["code"], read["answer"]) == ("endpoint_failed", "redirect", None)
    assert read["error"] == "The endpoint redirects elsewhere; redirects are not followed."


def test_nothing_is_cached_and_no_key_is_told(provider: Provide) -> None:
    provider(CITING)
    client = answerer()
    look = post(client, "/preview", ASKED)
    post(client, "", {"token": look.json()["token"]})
    read = ended(client, look.json()["id"])
    answer = client.get(f"{URL}/{read['id']}")
    for one in (look, answer):
        assert one.headers["Cache-Control"] == "no-store"
        assert "Authorization" in one.headers["Vary"]
        assert KEY not in one.content.decode()


def test_not_configured_is_told(provider: Provide) -> None:
    provider(CITING)
    change_answers(model="")
    assert code_of(post(answerer(), "/preview", ASKED)) == (503, "not_configured")
