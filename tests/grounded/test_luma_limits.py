"""Luma's chat is metered: searches, budget, time, places and switches (API-04, CDX-01, CDX-07)."""

import json
import threading
from typing import Any

import pytest
from django.db import connections

from codex.results import Results
from codex.search import search
from codex.tool_door import carry_out
from grounded import luma
from grounded.core.conversation import ChatMessage, Conversation
from grounded.luma import chat
from grounded.models import Spend
from tests.codex.archives import eventually
from tests.grounded.chatting import PILGRIM, Start, asked, refused, searches, talked
from tests.grounded.conftest import Provide
from tests.grounded.scripted import asks, says
from tests.grounded.site import MANOMETER, change_answers
from tests.grounded.site import calls as counted
from tests.scripts import redirect, silent
from tests.servers import Server
from tests.shelving import change_settings


def test_what_is_used_and_left_is_told(model: Start) -> None:
    model(asks("manometer"), says("Done."), answer_daily_per_user=20)
    told = talked().as_dict()
    assert told["usage"] == {"model_calls": 2, "searches": 1, "prompt_tokens": 200, "completion_tokens": 20}
    assert (told["limits"]["searches"]["remaining"], told["limits"]["answers"]["remaining"]) == (49, 18)
    assert told["limits"]["searches"]["bot"]["used"] == 1


def test_tokens_that_the_endpoint_does_not_tell_are_not_told_as_none(model: Start) -> None:
    model(asks("manometer"), json.dumps({"choices": [{"message": says("Done.")}]}).encode())
    assert talked().as_dict()["usage"] == {
        "model_calls": 2, "searches": 1, "prompt_tokens": None, "completion_tokens": None
    }  # fmt: skip


def test_searches_are_counted_for_the_pilgrim_and_a_used_up_limit_is_a_result(model: Start) -> None:
    script = model(asks("manometer", "valve"), says("No more today."))
    change_settings(codex_daily_per_user=1)
    reply = talked()
    assert reply.text == "No more today."
    assert [found.get("code") for found in script.results()] == [None, "quota_used"]
    assert searches() == reply.used.searches == 1


def test_an_archive_out_of_reach_is_relayed_and_never_raised(model: Start) -> None:
    script = model(asks("manometer"), says("The archive is silent."))
    change_settings(codex_index_url="file:/nowhere/index.json")
    reply = talked()
    assert (reply.text, reply.inscriptions) == ("The archive is silent.", ())
    assert reply.used.searches == searches() == 1
    assert set(script.results()[0]) == {"error", "code", "retryable"}


@pytest.mark.parametrize(
    ("limits", "code"),
    [
        ({"answer_daily_per_user": 1}, "answer_quota_used"),
        ({"answer_daily_total": 1}, "answer_total_used"),
        ({"answer_monthly_spend": "0.0082", "price_out": 2}, "budget_used"),
    ],
)
def test_every_call_of_the_model_goes_through_the_budget(model: Start, limits: dict[str, Any], code: str) -> None:
    script = model(asks("manometer"), says("Done."), **limits)
    refusal = refused()
    assert (refusal.code, refusal.status, len(script.heard)) == (code, 429, 1)
    assert refusal.about["inscriptions"][0]["url"] == MANOMETER  # type: ignore[index]
    assert refusal.about["usage"]["model_calls"] == 1  # type: ignore[index]
    assert refusal.retry_after


def test_money_is_settled_by_usage(model: Start) -> None:
    model(asks("manometer"), says("Done."), price_in=10, price_out=100, answer_monthly_spend=1)
    talked()
    month = Spend.objects.get(kind=Spend.Kind.MONTH)
    assert (month.cost, month.held, month.tokens_in, month.tokens_out) == (4_000, 0, 200, 20)


def test_a_failed_call_costs_nothing_where_the_endpoint_did_no_work(provider: Provide) -> None:
    provider(redirect("http://127.0.0.1:9/"), enable_chat=True, price_out=1)
    refusal = refused()
    assert (refusal.code, refusal.about["inscriptions"]) == ("redirect", [])
    month = Spend.objects.get(kind=Spend.Kind.MONTH)
    assert (month.cost, month.held, month.calls) == (0, 0, 1)


def test_a_turn_has_one_deadline_for_all_its_calls(provider: Provide, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grounded.core.limits.SECONDS", 0.5)
    server = provider(silent(), enable_chat=True)
    assert refused().code == "timed_out"
    assert len(server.requests) == 1


def test_once_the_time_is_over_the_model_is_not_asked_again(model: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    script = model(says("Late."))
    monkeypatch.setattr("grounded.core.limits.SECONDS", 0.0)
    assert (refused().code, script.heard, counted()) == ("timed_out", [], 0)


@pytest.mark.parametrize(
    ("changes", "code"), [({"enable_chat": False}, "chat_disabled"), ({"model": ""}, "not_configured")]
)
def test_nothing_is_asked_or_counted_where_chat_is_not_set_up(model: Start, changes: dict[str, Any], code: str) -> None:
    script = model(says("Hail."))
    change_answers(**changes)
    assert (refused().code, script.heard, counted()) == (code, [], 0)


def test_switched_off_in_the_middle_of_a_turn_the_model_is_not_asked_again(
    model: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = model(asks("manometer"), says("Done."))

    def search_last(*args: Any, **kwargs: Any) -> object:
        change_answers(enable_chat=False)
        return carry_out(*args, **kwargs)

    monkeypatch.setattr("grounded.lookups.carry_out", search_last)
    refusal = refused()
    assert (refusal.code, len(script.heard), len(refusal.about["inscriptions"])) == ("chat_disabled", 1, 2)  # type: ignore[arg-type]


def test_chat_needs_no_switch_of_answers(model: Start) -> None:
    model(says("Hail."), enable_answers=False)
    assert talked().text == "Hail."


def test_the_sites_tool_cannot_be_replaced(model: Start) -> None:
    script = model(says("Hail."))
    own = {"type": "function", "function": {"name": "codex_search"}}
    assert (refused(asked(tools=(own,))).code, script.heard) == ("chat_tools_invalid", [])


def test_a_full_house_is_a_503_and_costs_nothing(model: Start) -> None:
    script = model(says("Hail."), answers_in_flight=1)
    with luma.places.one(1):
        refusal = refused()
    assert (refusal.code, refusal.status, refusal.retry_after) == ("too_many_in_flight", 503, 5)
    assert (script.heard, counted()) == ([], 0)
    assert talked().text == "Hail."


def test_a_conversation_that_has_grown_too_large_is_refused_before_it_is_counted(model: Start) -> None:
    script = model(says("Hail."))
    long = Conversation((ChatMessage("user", "x" * 16_000),) * 17)
    assert (refused(long).code, script.heard, counted()) == ("chat_too_large", [], 0)


def test_search_goes_on_while_chats_wait(provider: Provide) -> None:
    """No connection of the database is held meanwhile, and no place beyond the bound (GRD-09)."""
    server: Server = provider(silent(), enable_chat=True, seconds=1)

    def wait() -> None:
        chat(asked(), PILGRIM)
        connections.close_all()

    waiting = threading.Thread(target=wait)
    waiting.start()
    assert eventually(lambda: len(server.requests) == 1)
    assert luma.places.taken == 1
    assert isinstance(search("manometer"), Results)
    waiting.join()
    assert luma.places.taken == 0
