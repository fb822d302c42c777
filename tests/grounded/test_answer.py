"""The door: from consent to an answer, and every way in which there is none (GRD-05, GRD-06)."""

import json

import pytest

from grounded.core.citations import Cited, Draft
from grounded.states import State
from tests.codex.archives import eventually
from tests.grounded.asking import KEY, answering
from tests.grounded.conftest import Provide
from tests.grounded.replies import wrote
from tests.grounded.site import (
    MANOMETER,
    OTHER,
    READER,
    agree,
    calls,
    consulted,
    ended,
    looked,
    previewed,
    refused,
)
from tests.scripts import (
    chunked,
    closing_early,
    drip_body,
    drip_headers,
    endless_interim,
    gzip_bomb,
    gzipped,
    redirect,
    replying,
    silent,
    wrong_length,
)
from tests.servers import Handler

CITING = answering(wrote("It reads three notches high [s1].", ["s1"]))


def test_a_cited_answer_comes_with_its_sources_and_facts(provider: Provide) -> None:
    provider(CITING)
    found = consulted()
    assert (found.state, found.code) == (State.CITED, "")
    assert isinstance(found.answer, Cited)
    assert found.answer.answer == "It reads three notches high [s1]."
    assert [source.url for source in found.cited] == [MANOMETER]
    assert [source.id for source in found.uncited] == ["s2"]
    assert found.facts[0].cited == ("s1",)
    assert found.ai_generated


def test_what_was_shown_is_what_is_sent_to_the_byte(provider: Provide) -> None:
    server = provider(CITING)
    shown = previewed()
    ended(agree(shown.token).id)
    assert [request.body for request in server.requests] == [shown.body]
    assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"
    assert KEY not in shown.body.decode()


def test_an_uncited_answer_is_a_draft(provider: Provide) -> None:
    provider(answering(wrote("Nobody knows.", [])))
    found = consulted()
    assert found.state == State.DRAFT
    assert isinstance(found.answer, Draft)
    assert [source.id for source in found.uncited] == ["s1", "s2"]


def test_a_wrong_citation_rejects_the_answer_and_is_named(provider: Provide) -> None:
    provider(answering(wrote("It reads high [s5].", ["s5"])))
    found = consulted()
    assert (found.state, found.code, found.token, found.answer) == (State.REJECTED, "unknown_id", "s5", None)
    assert found.sentence == "The answer cites a source that was not sent."


@pytest.mark.parametrize(
    ("handler", "state", "code"),
    [
        (replying(500, b"sk-incense-and-oil-0412"), State.ENDPOINT_FAILED, "http_500"),
        (replying(401), State.ENDPOINT_FAILED, "http_401"),
        (redirect("http://127.0.0.1:9/"), State.ENDPOINT_FAILED, "redirect"),
        (closing_early(), State.ENDPOINT_FAILED, "not_http"),
        (replying(200, b"<html>"), State.REJECTED, "invalid_body"),
        (replying(200, b"x" * 70_000), State.REJECTED, "response_too_large"),
    ],
)
def test_an_endpoint_that_fails_is_told_in_fixed_words(
    handler: object, state: State, code: str, provider: Provide
) -> None:
    provider(handler)
    found = consulted()
    assert (found.state, found.code, found.answer) == (state, code, None)
    assert found.sentence
    assert KEY not in repr(found)


def test_an_endpoint_that_does_not_answer_is_given_up_on(provider: Provide) -> None:
    provider(silent(), seconds=0.5)
    found = consulted()
    assert (found.state, found.code) == (State.TIMED_OUT, "timed_out")


def test_while_it_is_waited_for_the_state_is_sending(provider: Provide) -> None:
    provider(silent(), seconds=2)
    begun = agree(previewed().token)
    assert (begun.state, begun.code, begun.is_ended) == (State.SENDING, "", False)
    assert begun.deadline
    assert ended(begun.id).state == State.TIMED_OUT


def test_a_double_click_is_one_call(provider: Provide) -> None:
    server = provider(CITING)
    token = previewed().token
    assert agree(token).id == agree(token).id
    ended(agree(token).id)
    assert (len(server.requests), calls()) == (1, 1)


def test_looking_never_sends(provider: Provide) -> None:
    server = provider(CITING)
    found = consulted()
    for _ in range(3):
        looked(found.id)
    assert len(server.requests) == 1


def test_without_an_endpoint_the_answer_is_an_extract(archive: None) -> None:
    shown = previewed()
    assert (shown.receiver, shown.body, shown.sha256, shown.allowance) == (None, b"", "", None)
    found = agree(shown.token)
    assert (found.state, found.model, found.ai_generated) == (State.EXTRACT, "", False)
    assert found.answer
    assert found.answer.answer == (
        "The manometer on boiler V7 reads three notches high, and has done so since the flood year. [s1]\n\n"
        "A quarter turn, until the manometer stops trembling. [s2]"
    )
    assert calls() == 0


def test_a_cancelled_wait_stays_cancelled_and_counted(provider: Provide) -> None:
    from grounded.answer import cancel

    server = provider(silent(), seconds=1)
    begun = agree(previewed().token)
    assert eventually(lambda: len(server.requests) == 1)
    cancelled = cancel(begun.id, READER)
    assert cancelled == looked(begun.id)
    assert looked(begun.id).state == State.CANCELLED
    assert calls() == 1


def test_somebody_else_sees_nothing(provider: Provide) -> None:
    from grounded.answer import answer, cancel, delete, standing

    provider(CITING)
    shown = previewed()
    assert refused(answer(shown.token, OTHER)) == "consent_invalid"
    found = ended(agree(shown.token).id)
    for act in (standing, cancel, delete):
        assert refused(act(found.id, OTHER)) == "answer_missing"


def test_the_request_names_no_more_than_model_and_messages(provider: Provide) -> None:
    provider(CITING)
    assert set(json.loads(previewed().body)) == {"model", "messages"}


@pytest.mark.parametrize(
    ("handler", "code"),
    [
        (drip_body(wrote("High [s1].", ["s1"]), every=0.1), "timed_out"),
        (drip_headers(every=0.1), "timed_out"),
        (endless_interim(every=0.1), "timed_out"),
        (gzipped(wrote("High [s1].", ["s1"])), "encoded"),
        (gzip_bomb(64 << 20), "encoded"),
        (wrong_length(b"x" * 70_000, 1 << 30), "response_too_large"),
        (chunked(*[b"x" * 4_096] * 32), "response_too_large"),
        (wrong_length(b"{}", 500), "not_http"),
    ],
)
def test_an_endpoint_that_drips_floods_packs_or_breaks_off_is_told(
    handler: Handler, code: str, provider: Provide
) -> None:
    provider(handler, seconds=0.6)
    assert consulted().code == code
