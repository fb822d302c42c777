"""An exchange that nobody waits for any more ends soon, in whichever state it is (GRD-06)."""

import pytest

from codex.core.errors import FetchError
from codex.core.fetch import fetch
from tests.codex.fetching import target_for
from tests.scripts import drip_body, drip_headers, silent
from tests.servers import Handler, serving

LONG = 500.0


def code_of(handler: Handler) -> str:
    with serving(handler) as server, pytest.raises(FetchError) as refusal:
        fetch(target_for(server), max_bytes=1_000, seconds=LONG, stopped=lambda: bool(server.requests))
    assert len(server.requests) == 1
    return refusal.value.code


@pytest.mark.parametrize("handler", [silent(), drip_body(b"[" * 900), drip_headers()], ids=["silent", "body", "head"])
def test_it_ends_while_it_waits_and_while_bytes_come_in(handler: Handler) -> None:
    assert code_of(handler) == "fetch_timeout"


def test_one_that_was_stopped_before_it_began_dials_nobody() -> None:
    with serving(silent()) as server:
        with pytest.raises(FetchError):
            fetch(target_for(server), max_bytes=1_000, seconds=LONG, stopped=lambda: True)
        assert server.connections == 0
