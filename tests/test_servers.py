"""The tests' own server does what its scripts say."""

import time

import pytest

from codex.core.fetch import Exchange, fetch
from codex.core.guard import guard_url
from tests.scripts import delayed, in_turn, json_bytes, replying
from tests.servers import Server, serving

DATE = "Thu, 01 Jan 2026 00:00:00 GMT"


def get(server: Server, **headers: str) -> Exchange:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return fetch(guard_url(server.url, allowed_hosts=(server.netloc,)), max_bytes=1000, seconds=20, headers=named)


def test_in_turn_answers_each_request_by_the_next_handler_and_stays_with_the_last() -> None:
    with serving(in_turn(replying(500), json_bytes(b"1"), json_bytes(b"2"))) as server:
        assert [get(server).body for _ in range(4)] == [b"", b"1", b"2", b"2"]
    assert len(server.requests) == server.connections == 4


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"If_None_Match": '"1"'}, 304),
        ({"If_None_Match": '"2"'}, 200),
        ({"If_None_Match": '"2"', "If_Modified_Since": DATE}, 200),
        ({"If_Modified_Since": DATE}, 304),
        ({}, 200),
    ],
)
def test_json_answers_conditional_requests(headers: dict[str, str], status: int) -> None:
    with serving(json_bytes(b"[]", etag='"1"', last_modified=DATE)) as server:
        assert get(server, **headers).status == status


def test_json_without_validators_is_always_sent() -> None:
    with serving(json_bytes(b"[]")) as server:
        assert get(server, If_None_Match='"1"').status == 200


def test_a_delay_delays() -> None:
    started = time.monotonic()
    with serving(delayed(json_bytes(b"[]"), 0.1)) as server:
        assert get(server).status == 200
    assert time.monotonic() - started >= 0.1
