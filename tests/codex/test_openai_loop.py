"""The official openai package runs a whole tool loop against a running site and a scripted provider (CDX-01)."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

import openai
import pytest

from codex.docs.bot_client import Lumasite
from tests.codex.live_bots import Luma, luma_at_work
from tests.codex.samples import sample
from tests.codex.tool_rules import broken_rules
from tests.servers import Request, Server, raw_reply, serving

QUESTION = "Who opens valve K-12?"
Reply = dict[str, Any]


@pytest.fixture(scope="module")
def luma(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Luma]:
    with luma_at_work(tmp_path_factory.mktemp("luma")) as luma:
        yield luma


def asks(*arguments: str, name: str = "codex_search") -> Reply:
    calls = [
        {"id": f"call_{number}", "type": "function", "function": {"name": name, "arguments": one}}
        for number, one in enumerate(arguments)
    ]
    return {"role": "assistant", "content": None, "tool_calls": calls}


def says(text: str) -> Reply:
    return {"role": "assistant", "content": text}


class Provider:
    """Plays a model: replies as scripted, the last reply for ever; refuses tools that break the dialect's rules."""

    def __init__(self, dialect: str, *replies: Reply) -> None:
        self.dialect, self.replies, self.heard = dialect, list(replies), list[Reply]()

    def __call__(self, request: Request) -> Iterable[bytes]:
        asked = json.loads(request.body)
        self.heard.append(asked)
        broken = [rule for tool in asked.get("tools", []) for rule in broken_rules(tool, self.dialect)]
        if broken:
            yield self._raw({"error": {"message": "; ".join(broken), "type": "invalid_request_error"}}, 400)
            return
        message = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        reason = "tool_calls" if "tool_calls" in message else "stop"
        choice = {"index": 0, "message": message, "finish_reason": reason}
        yield self._raw({"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}, 200)

    def _raw(self, body: Reply, status: int) -> bytes:
        return raw_reply(status, json.dumps(body).encode(), {"Content-Type": "application/json"})

    @property
    def results(self) -> list[Reply]:
        """What the model was handed for its calls, in all rounds."""
        return [json.loads(one["content"]) for one in self.heard[-1]["messages"] if one["role"] == "tool"]


def converse(luma: Luma, server: Server, *, dialect: str = "compatible", pilgrim: str = "41") -> str:
    with openai.OpenAI(base_url=f"{server.url}/v1", api_key="none", max_retries=0) as client:
        site = Lumasite(luma.url, luma.token)
        said = sample("openai_loop").converse(client, site, "m", QUESTION, pilgrim=pilgrim, dialect=dialect)
        return str(said)


@pytest.mark.parametrize("dialect", ["compatible", "strict"])
def test_the_model_asks_is_handed_the_hits_and_answers(luma: Luma, dialect: str) -> None:
    arguments = '{"query": "valve", "lang": null}' if dialect == "strict" else '{"query": "valve"}'
    provider = Provider(dialect, asks(arguments), says("The priest on duty."))
    with serving(provider) as server:
        assert converse(luma, server, dialect=dialect) == "The priest on duty."
    (found,) = provider.results
    assert found["results"][0]["title"] == "The Rite of Valve K-12"
    assert len(provider.heard) == 2


def test_the_scripted_provider_refuses_the_wrong_dialect(luma: Luma) -> None:
    with serving(Provider("strict", says("x"))) as server, pytest.raises(openai.BadRequestError, match="left out"):
        converse(luma, server, dialect="compatible")


def test_two_calls_of_one_turn_are_both_answered_in_their_order(luma: Luma) -> None:
    provider = Provider("compatible", asks('{"query": "valve"}', '{"query": "qqqqqq"}'), says("Done."))
    with serving(provider) as server:
        converse(luma, server)
    assert [found["match"] for found in provider.results] == ["exact", "none"]


def test_a_broken_call_is_answered_with_what_is_wrong(luma: Luma) -> None:
    provider = Provider("compatible", asks('{"query": "va'), asks("{}", name="fetch_url"), says("Done."))
    with serving(provider) as server:
        converse(luma, server)
    assert [found["code"] for found in provider.results] == ["arguments_not_json", "tool_unknown"]


def test_a_model_that_calls_for_ever_is_offered_no_tool_at_last(luma: Luma) -> None:
    provider = Provider("compatible", asks('{"query": "valve"}'))
    with serving(provider) as server:
        assert converse(luma, server) == ""
    assert len(provider.heard) == 5
    assert "tools" not in provider.heard[-1]


def test_a_used_up_limit_reaches_the_model_as_a_sentence(luma: Luma) -> None:
    luma.manage("codex", "config", "set", "codex-daily-per-user", "1")
    provider = Provider("compatible", asks('{"query": "valve"}', '{"query": "boiler"}'), says("No more today."))
    try:
        with serving(provider) as server:
            assert _until_limited(luma, server, provider)
    finally:
        luma.manage("codex", "config", "set", "codex-daily-per-user", "1000")


def _until_limited(luma: Luma, server: Server, provider: Provider) -> bool:
    """Settings reach the site within two seconds."""
    for pilgrim in range(100):
        provider.replies = [asks('{"query": "valve"}', '{"query": "boiler"}'), says("No more today.")]
        assert converse(luma, server, pilgrim=f"limited-{pilgrim}") == "No more today."
        if provider.results[-1].get("code") == "quota_used":
            return bool(provider.results[-1]["error"] == "Today's searches are used up.")
    return False
