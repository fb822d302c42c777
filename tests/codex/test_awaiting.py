"""A site's address is told when something answers there, and after a bounded while in any case."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from codex.management.awaiting import tell_when_up
from tests.codex.archives import eventually
from tests.sites import free_port


class _Fine(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_it_is_told_once_something_answers(host: str) -> None:
    port, told = free_port(), list[bool]()
    tell_when_up(host, port, told.append)
    assert told == []
    with HTTPServer(("127.0.0.1", port), _Fine) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        assert eventually(lambda: told == [True])
        server.shutdown()


def test_after_a_while_it_is_told_that_nothing_answers() -> None:
    told: list[bool] = []
    tell_when_up("::", free_port(), told.append, patience=0.01)
    assert eventually(lambda: told == [False])


def test_whoever_listens_and_says_nothing_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codex.management.awaiting._ANSWER", 0.05)
    told: list[bool] = []
    with HTTPServer(("127.0.0.1", 0), _Fine) as silent:
        tell_when_up("127.0.0.1", silent.server_port, told.append, patience=0)
        assert eventually(lambda: told == [False])
