"""Giving up waiting: the connection is closed soon, whoever made the call, and what was sent stays counted (GRD-06)."""

import threading

import pytest

from grounded.answer import cancel
from grounded.calls import beat, runner
from grounded.models import Consultation
from grounded.states import State
from tests.codex.archives import eventually, gated
from tests.grounded.asking import answering
from tests.grounded.conftest import Provide
from tests.grounded.site import READER, agree, calls, consulted, looked, previewed, row_of
from tests.grounded.spending import PRICES, month

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_cancelled_call_is_closed_long_before_its_time_and_costs_what_was_set_aside(provider: Provide) -> None:
    gate = threading.Event()
    server = provider(gated(answering(), gate), seconds=500, **PRICES)
    begun = agree(previewed().token)
    assert eventually(lambda: len(server.requests) == 1)
    cancel(begun.id, READER)
    assert eventually(lambda: runner.in_flight == 0)
    gate.set()
    assert (looked(begun.id).state, row_of(begun).reply) == (State.CANCELLED, None)
    assert month()[1] == 0


def test_a_call_that_another_process_cancelled_is_closed_at_the_next_sign_of_life(provider: Provide) -> None:
    gate = threading.Event()
    server = provider(gated(answering(), gate), seconds=500)
    begun = agree(previewed().token)
    assert eventually(lambda: len(server.requests) == 1)
    beat([begun.id])
    assert runner.holds(begun.id)
    Consultation.objects.filter(pk=begun.id).update(state=State.CANCELLED)
    beat([begun.id])
    assert eventually(lambda: runner.in_flight == 0)
    gate.set()


def test_what_was_not_agreed_to_can_be_cancelled_and_costs_nothing(provider: Provide) -> None:
    provider(answering())
    shown = previewed()
    cancel(shown.id, READER)
    assert agree(shown.token).state == State.CANCELLED
    assert calls() == 0


def test_what_has_ended_is_not_cancelled(provider: Provide) -> None:
    provider(answering())
    found = consulted()
    assert cancel(found.id, READER) == found
