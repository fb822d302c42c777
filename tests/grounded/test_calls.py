"""The life of a call: counted once, given up, found dead, settled (GRD-05, GRD-08, GRD-09)."""

import threading
from decimal import Decimal

import pytest
from django.db import DatabaseError, connections

from codex.results import Refusal, Results
from codex.search import search
from grounded import calls as calls_module
from grounded.answer import answer
from grounded.calls import Outcome, runner
from grounded.models import Consultation
from grounded.options import GroundedOptions
from grounded.states import State
from tests.codex.archives import eventually, gated
from tests.grounded.asking import answering
from tests.grounded.conftest import Provide
from tests.grounded.replies import completion, wrote
from tests.grounded.site import (
    OTHER,
    READER,
    agree,
    calls,
    change_answers,
    consulted,
    ended,
    looked,
    previewed,
    refused,
    row_of,
)
from tests.grounded.spending import PRICES, month
from tests.scripts import replying, silent


def test_a_used_up_limit_refuses_with_the_time_it_ends(provider: Provide) -> None:
    server = provider(answering(), answer_daily_per_user=1)
    consulted()
    token = previewed().token
    refusal = answer(token, READER)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.status, len(server.requests)) == ("answer_quota_used", 429, 1)
    assert refusal.allowance
    assert refusal.allowance.left == 0
    assert 0 < (refusal.retry_after or 0) <= 86_401
    change_answers(answer_daily_per_user=2)
    assert ended(agree(token).id).state == State.CITED


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"answer_daily_total": 0}, "answer_total_used"),
        ({"answer_monthly_spend": Decimal("0.000001"), **PRICES}, "budget_used"),
    ],
)
def test_the_sites_limits_refuse_too(changes: dict[str, object], code: str, provider: Provide) -> None:
    server = provider(answering(), **changes)
    shown = previewed()
    refusal = answer(shown.token, READER)
    assert isinstance(refusal, Refusal)
    assert refusal.code == code
    assert refusal.retry_after
    assert (server.requests, calls(), row_of(shown).state) == ([], 0, State.PREVIEWED)


def test_what_a_call_cost_is_what_the_endpoint_says(provider: Provide) -> None:
    body = wrote("High [s1].", ["s1"])[:-1] + b', "usage": {"prompt_tokens": 1000, "completion_tokens": 10}}'
    provider(answering(body), **PRICES)
    consulted()
    assert month() == (1_020, 0)


def test_without_usage_it_cost_what_was_set_aside(provider: Provide) -> None:
    provider(answering(), **PRICES)
    found = consulted()
    assert month() == (len(found.body) // 2 + len(found.body) % 2 + 2 * 4_096, 0)


def test_an_endpoint_that_refuses_cost_nothing(provider: Provide) -> None:
    provider(replying(503), **PRICES)
    consulted()
    assert month() == (0, 0)


def test_a_rejected_answer_cost_what_it_cost(provider: Provide) -> None:
    body = completion("no object")[:-1] + b', "usage": {"prompt_tokens": 7, "completion_tokens": 0}}'
    provider(replying(200, body), **PRICES)
    assert consulted().state == State.REJECTED
    assert month() == (7, 0)


def test_too_many_in_flight_is_told_and_costs_nothing(provider: Provide) -> None:
    gate = threading.Event()
    server = provider(gated(answering(), gate), answers_in_flight=1)
    first = agree(previewed().token)
    token = previewed().token
    refusal = answer(token, READER)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.status, refusal.retry_after) == ("too_many_in_flight", 503, 5)
    assert calls() == 1
    gate.set()
    ended(first.id)
    assert eventually(lambda: runner.in_flight == 0)
    ended(agree(token).id)
    assert len(server.requests) == 2


def test_a_call_without_a_sign_of_life_is_interrupted_and_settled(provider: Provide) -> None:
    provider(silent(), seconds=2, **PRICES)
    begun = agree(previewed().token)
    assert looked(begun.id, later=10).state == State.SENDING
    found = looked(begun.id, later=16)
    assert (found.state, found.code, found.is_retryable) == (State.INTERRUPTED, "interrupted", False)
    cost, held = month()
    assert (cost > 0, held) == (True, 0)
    assert eventually(lambda: runner.in_flight == 0)
    assert (looked(begun.id).state, month()) == (State.INTERRUPTED, (cost, 0))


def test_a_sign_of_life_keeps_a_call_alive(provider: Provide, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "_beat", 0.01)
    gate = threading.Event()
    provider(gated(answering(), gate))
    begun = agree(previewed().token)
    first = row_of(begun).beat_at
    assert first
    assert eventually(lambda: (row_of(begun).beat_at or first) > first)
    gate.set()
    assert ended(begun.id).state == State.CITED


def test_a_call_that_should_have_ended_long_ago_is_dead(provider: Provide) -> None:
    provider(silent(), seconds=1)
    begun = agree(previewed().token)
    Consultation.objects.update(beat_at=row_of(begun).beat_at, sent_at="2020-01-01T00:00Z")
    assert looked(begun.id).state == State.INTERRUPTED


def test_an_outcome_is_written_again_when_the_database_fails(
    provider: Provide, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, failures = calls_module._write, [DatabaseError(), DatabaseError()]

    def write(key: str, outcome: Outcome, options: GroundedOptions) -> None:
        if failures:
            raise failures.pop()
        real(key, outcome, options)

    monkeypatch.setattr(calls_module, "_write", write)
    monkeypatch.setattr(calls_module, "_PAUSE", 0.01)
    provider(answering())
    assert consulted().state == State.CITED


def test_an_outcome_that_cannot_be_written_leaves_the_call_interrupted(
    provider: Provide, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> None:
        raise DatabaseError

    monkeypatch.setattr(calls_module, "_write", fail)
    monkeypatch.setattr(calls_module, "_PAUSE", 0.01)
    server = provider(answering())
    begun = agree(previewed().token)
    assert eventually(lambda: runner.in_flight == 0)
    assert looked(begun.id, later=16).state == State.INTERRUPTED
    assert len(server.requests) == 1


def test_no_connection_stays_open_behind_a_call(provider: Provide, monkeypatch: pytest.MonkeyPatch) -> None:
    closed_by: list[str] = []

    class Noting:
        def close_all(self) -> None:
            closed_by.append(threading.current_thread().name)
            connections.close_all()

    monkeypatch.setattr("grounded.runner.connections", Noting())
    provider(answering())
    consulted()
    assert eventually(lambda: closed_by == ["grounded-call"])


def test_search_answers_while_200_calls_are_in_flight(provider: Provide) -> None:
    gate = threading.Event()
    server = provider(gated(answering(), gate), answer_daily_per_user=500)
    tokens = [previewed().token for _ in range(50)]
    started = [agree(token) for token in tokens]
    for _ in range(3):
        tokens = [previewed().token for _ in range(50)]
        started += [agree(token) for token in tokens]
    assert eventually(lambda: len(server.requests) == 200)
    assert runner.in_flight == 200
    found = search("manometer", "en", OTHER)
    assert isinstance(found, Results)
    assert refused(answer(previewed().token, READER)) == "too_many_in_flight"
    assert calls() == 200
    gate.set()
    assert eventually(lambda: runner.in_flight == 0)
    assert {looked(one.id).state for one in started} == {State.CITED}
