"""What readers agreed to is theirs: kept apart, listed, deleted, agreed to once, complained of (GRD-05, GRD-09)."""

import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from codex.callers import Caller
from grounded.answer import Standing, answer, delete, standing, tell
from grounded.calls import runner
from grounded.models import Consultation, Feedback
from grounded.owned import Listed, mine
from grounded.standing import Brief
from tests.codex.archives import eventually, gated
from tests.grounded.asking import answering
from tests.grounded.conftest import Provide
from tests.grounded.replies import wrote
from tests.grounded.site import (
    GERMAN,
    OTHER,
    READER,
    VALVE,
    agree,
    asked,
    calls,
    consulted,
    ended,
    looked,
    previewed,
    refused,
)
from tests.grounded.spending import PRICES, month
from tests.servers import Request

ADDRESS = Caller("address", "a" * 64)


def test_readers_never_mix(provider: Provide) -> None:
    def echo(request: Request) -> Iterable[bytes]:
        is_valve = b"quarter turn" in request.body
        return answering(wrote("Valve [s1]." if is_valve else "Kessel [s1].", ["s1"]))(request)

    provider(echo)
    with ThreadPoolExecutor(4) as pool:
        pairs = [(VALVE, READER), (GERMAN, OTHER)] * 4
        found = list(pool.map(lambda pair: _consulted(*pair), pairs))
    texts = [one.answer.answer for one in found if one.answer]
    assert texts == ["Valve [s1].", "Kessel [s1]."] * 4
    assert {brief.id for brief in _mine(READER)} == {one.id for one in found[::2]}


def _consulted(url: str, caller: Caller) -> Standing:
    try:
        return consulted(asked(url), caller)
    finally:
        connection.close()


def _mine(caller: Caller) -> tuple[Brief, ...]:
    listed = mine(caller)
    assert isinstance(listed, Listed)
    return listed.answers


def test_a_list_of_ones_own_holds_what_was_agreed_to_newest_first(provider: Provide) -> None:
    provider(answering())
    first, second = consulted(), consulted()
    previewed()
    assert [brief.id for brief in _mine(READER)] == [second.id, first.id]
    assert _mine(OTHER) == ()


def test_an_address_holds_its_answers_by_their_links(provider: Provide) -> None:
    provider(answering())
    found = consulted(caller=ADDRESS)
    assert _mine(ADDRESS) == ()
    assert looked(found.id, Caller("address", "b" * 64)) == found
    assert len(found.id) == 22
    for key in ("", "0" * 22, "a\0b", "ключ", "\ud800"):
        assert refused(standing(key, ADDRESS)) == "answer_missing"


def test_what_is_deleted_is_gone_with_its_texts(provider: Provide) -> None:
    provider(answering(), **PRICES)
    found = consulted()
    assert delete(found.id, READER) is None
    assert refused(standing(found.id, READER)) == "answer_missing"
    assert not Consultation.objects.exists()
    assert calls() == 1


def test_what_is_deleted_while_it_is_waited_for_stays_gone_and_settled(provider: Provide) -> None:
    gate = threading.Event()
    provider(gated(answering(), gate), **PRICES)
    begun = agree(previewed().token)
    delete(begun.id, READER)
    gate.set()
    assert eventually(lambda: runner.in_flight == 0)
    assert not Consultation.objects.exists()
    assert month()[1] == 0


def test_an_idempotency_key_is_for_one_agreement(provider: Provide) -> None:
    server = provider(answering())
    token = previewed().token
    assert agree(token, idempotency_key="k-1").id == agree(token, idempotency_key="k-1").id
    other = previewed().token
    assert refused(answer(other, READER, idempotency_key="k-1")) == "idempotency_key_reused"
    agree(other)
    assert refused(answer(other, READER, idempotency_key="k-1")) == "idempotency_key_reused"
    theirs = previewed(caller=OTHER).token
    ended(agree(theirs, OTHER, idempotency_key="k-1").id, OTHER)
    assert calls() == len(server.requests) == 3


@pytest.mark.parametrize("key", ["x" * 129, "a\nb", "ключ"])
def test_an_idempotency_key_is_plain(key: str, provider: Provide) -> None:
    provider(answering())
    assert refused(answer(previewed().token, READER, idempotency_key=key)) == "idempotency_key_invalid"


def test_readers_tell_staff_what_is_wrong(provider: Provide) -> None:
    provider(answering())
    found = consulted()
    assert tell(found.id, READER, reason="wrong_citation", note="s2, not s1") is None
    assert tell(found.id, READER, reason="unsafe") is None
    assert [(one.reason, one.note) for one in Feedback.objects.all()] == [("unsafe", "")]
    for reason, note in (("boring", ""), ("unsafe", "x" * 1_001), ("unsafe", "\0")):
        assert refused(tell(found.id, READER, reason=reason, note=note)) == "feedback_invalid"
    assert refused(tell(found.id, OTHER, reason="unsafe")) == "answer_missing"
    assert refused(tell(previewed().id, READER, reason="unsafe")) == "feedback_invalid"
    assert refused(tell(found.id, READER, reason="unsafe", note="\ud800")) == "text_invalid"
