"""Luma's chat with models that mean ill, or know no better (CDX-01, CDX-07)."""

import json
from typing import Any

import pytest

from grounded.core.conversation import ChatMessage, Conversation, size_as_json
from tests.grounded.chatting import WEATHER, Start, asked, refused, searches, talked
from tests.grounded.conftest import Provide
from tests.grounded.scripted import asks, calls, replied, says
from tests.grounded.site import calls as counted
from tests.scripts import replying
from tests.shelving import change_settings, entry, put_on_shelf


def test_an_unknown_tool_is_answered_with_an_error(model: Start) -> None:
    script = model(calls(("delete_everything", {})), says("Sorry."))
    assert talked().text == "Sorry."
    assert script.results()[0]["code"] == "tool_not_offered"


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (("codex_search", '{"query": "va'), "arguments_not_json"),
        (("codex_search", "{}"), "arguments_invalid"),
        (("codex_search", {"query": "x" * 20_000}), "query_too_long"),
        (("codex_search", {"query": ""}), "query_empty"),
        (("weather", '{"forge": '), "arguments_not_json"),
        (("weather", json.dumps({"forge": "ї" * 8_192}, ensure_ascii=False)), "arguments_too_large"),
    ],
)
def test_broken_arguments_are_answered_and_never_told_to_the_endpoint_again(
    model: Start, call: tuple[str, object], code: str
) -> None:
    script = model(calls(call), says("Sorry."))
    reply = talked(asked(tools=(WEATHER,)))
    assert (reply.calls, reply.used.searches) == ((), 0)
    assert (script.results()[0]["code"], searches()) == (code, 0)
    (echoed,) = script.heard[1]["messages"][2]["tool_calls"]
    assert isinstance(json.loads(echoed["function"]["arguments"]), dict)


def test_the_same_call_for_ever_is_searched_once_and_then_offered_no_tool(model: Start) -> None:
    script = model(asks("manometer"))
    assert refused().code == "no_content"
    assert [found.get("code") for found in script.results()] == [None, *["call_repeated"] * 3]
    assert [bool(script.offered(step)) for step in range(5)] == [True] * 4 + [False]
    assert (searches(), counted()) == (1, 5)


def test_calls_that_differ_each_time_end_after_four_rounds(model: Start) -> None:
    script = model(*(asks(f"log {number}") for number in range(9)))
    refusal = refused()
    assert (len(script.heard), searches()) == (5, 4)
    assert refusal.about["inscriptions"]


def test_rounds_go_on_counting_when_the_caller_goes_on(model: Start) -> None:
    script = model(calls(("weather", {})))
    spoken = asked().messages
    for _ in range(4):
        reply = talked(Conversation(spoken, (WEATHER,)))
        spoken = (*spoken, *reply.messages, ChatMessage("tool", "Rain.", answers=reply.calls[0].id))
    assert refused(Conversation(spoken, (WEATHER,))).code == "no_content"
    assert (bool(script.offered(3)), bool(script.offered(4))) == (True, False)


def test_100_calls_in_one_turn_are_five_searches(model: Start) -> None:
    script = model(asks(*(f"log {number}" for number in range(100))), says("Enough."))
    assert talked().text == "Enough."
    assert [found.get("code") for found in script.results()] == [None] * 5 + ["too_many_calls"] * 11
    assert searches() == 5


def test_words_beside_a_call_stay_in_the_conversation(model: Start) -> None:
    script = model(asks("manometer", text="I shall look."), says("Found."))
    reply = talked()
    assert (reply.text, reply.messages[0].text) == ("Found.", "I shall look.")
    assert script.heard[1]["messages"][2]["content"] == "I shall look."


def test_words_beside_a_callers_call_are_told(model: Start) -> None:
    model(calls(("weather", {}), text="Let me see."))
    assert talked(asked(tools=(WEATHER,))).text == "Let me see."


@pytest.mark.parametrize("reply", [says(None), says(""), says("\u200b"), replied(None), b'{"choices": [{}]}'])
def test_empty_content_is_an_error_with_what_was_consulted(model: Start, reply: Any) -> None:
    model(asks("manometer"), reply)
    refusal = refused()
    assert (refusal.code, refusal.retryable, len(refusal.about["inscriptions"])) == ("no_content", True, 2)  # type: ignore[arg-type]


def test_calls_in_the_last_round_are_not_carried_out_and_its_words_are_told(model: Start) -> None:
    searching = [asks(f"log {number}") for number in range(4)]
    model(*searching, asks("one more", text="That is all I know."))
    reply = talked()
    assert (reply.text, reply.calls, searches()) == ("That is all I know.", (), 4)
    assert reply.messages[-1].calls == ()


def test_calls_where_no_tool_was_offered_are_not_carried_out(model: Start) -> None:
    model(asks("manometer"))
    change_settings(enable_codex=False)
    assert (refused().code, searches(), counted()) == ("no_content", 0, 1)


def test_a_reply_of_more_than_64_kib_is_refused(provider: Provide) -> None:
    provider(replying(200, b" " * 65_537), enable_chat=True)
    assert refused().code == "response_too_large"


def test_what_has_no_room_for_a_result_is_not_searched_for(model: Start) -> None:
    script = model(asks("manometer"), says("Enough."))
    filled = Conversation((ChatMessage("user", "x" * 16_000),) * 15 + (ChatMessage("user", "x" * 13_000),))
    reply = talked(filled)
    assert (reply.text, reply.inscriptions, searches()) == ("Enough.", (), 0)
    assert script.results()[0]["code"] == "results_too_long"


def long_texts(tmp_path: Any, letters: int) -> None:
    """An archive whose summaries are long, and staff who show the whole of them."""
    entries = [entry(f"Log {n}", f"/en/log/{n}/", "Logs", f"word{n}", f"word{n} " + "ї" * letters) for n in range(20)]
    put_on_shelf(tmp_path, entries, enable_codex=True, codex_summary_chars=5_000)


def test_a_result_is_never_longer_than_the_message_it_is_sent_back_in(model: Start, tmp_path: Any) -> None:
    script = model(asks("log"), says("Long."), says("Short."))
    long_texts(tmp_path, 3_000)
    reply = talked()
    assert (len(script.results()[0]["results"]), script.results()[0]["total"], len(reply.inscriptions)) == (2, 20, 2)
    assert talked(Conversation((*asked().messages, *reply.messages, ChatMessage("user", "And?")))).text == "Short."


def test_a_turn_finds_no_more_than_fits_into_the_request_that_goes_on_with_it(model: Start, tmp_path: Any) -> None:
    searching = [asks(*(f"word{4 * step + n}" for n in range(4))) for step in range(3)]
    script = model(*searching, says("Enough."))
    long_texts(tmp_path, 1_500)
    reply = talked()
    codes = [found.get("code") for found in script.results()]
    assert codes == [None] * 5 + ["results_too_long"] * 7
    assert len(reply.inscriptions) == 5
    assert 5 <= searches() < 12  # once the room is used up, nothing is counted any more
    assert size_as_json((*asked().messages, *reply.messages)) < 65_536


def test_however_often_a_caller_goes_on_what_comes_back_fits_into_a_request(model: Start, tmp_path: Any) -> None:
    both = [
        calls(("weather", {}), *(("codex_search", {"query": f"word{4 * turn + n}"}) for n in range(4)))
        for turn in range(3)
    ]
    model(*both, says("Enough."))
    long_texts(tmp_path, 1_500)
    spoken = asked().messages
    for _ in range(3):
        reply = talked(Conversation(spoken, (WEATHER,)))
        spoken = (*spoken, *reply.messages, *(ChatMessage("tool", "Rain.", answers=call.id) for call in reply.calls))
    assert reply.as_dict()["state"] == "tool_calls"
    assert 40_000 < size_as_json(spoken) < 57_344


@pytest.mark.parametrize(("before", "is_handed_out"), [(97, True), (98, False)])
def test_a_callers_call_is_handed_out_while_there_is_room_for_its_result(
    model: Start, before: int, is_handed_out: bool
) -> None:
    model(calls(("weather", {})), says("Enough."))
    reply = talked(Conversation((*(ChatMessage("user", "Hm."),) * before, *asked().messages), (WEATHER,)))
    assert bool(reply.calls) is is_handed_out


def test_a_callers_call_whose_result_could_not_be_sent_back_is_answered_here(model: Start) -> None:
    script = model(calls(("weather", {"where": "x" * 16_000})), says("Enough."))
    long = (ChatMessage("user", "x" * 16_000),) * 3
    reply = talked(Conversation((*long, *asked().messages), (WEATHER,)))
    assert (reply.calls, reply.text) == ((), "Enough.")
    assert script.results()[0]["code"] == "results_too_long"


def test_a_hit_that_fills_more_than_a_message_is_told_as_too_long(model: Start, tmp_path: Any) -> None:
    script = model(asks("log"), says("Too long."))
    long_texts(tmp_path, 1)
    entries = [entry("Log " + "𝔘" * 4_000, "/en/log/", "Logs", "x", "𝔘" * 4_000)]
    put_on_shelf(tmp_path, entries, enable_codex=True, codex_summary_chars=5_000)
    assert talked().inscriptions == ()
    assert script.results()[0]["code"] == "results_too_long"
