"""Several processes and one database: a call is made at most once, and a process that dies is found out (GRD-06)."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import pytest

from tests.codex.archives import eventually
from tests.grounded.asking import answering
from tests.scripts import delayed, silent
from tests.servers import Server, serving


class Process:
    """A process of the site, told what to do line by line."""

    def __init__(self, database: str, data: Path, server: Server) -> None:
        given = {"DATABASE_URL": database, "LUMASITE_DATA": str(data), "ENDPOINT": f"{server.url}/v1"}
        self._process = subprocess.Popen(
            [sys.executable, "-W", "error", "-m", "tests.grounded.answer_process"],
            env=os.environ | given,
            cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def tell(self, line: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def hear(self) -> str:
        assert self._process.stdout
        return self._process.stdout.readline().strip()

    def do(self, line: str) -> str:
        self.tell(line)
        return self.hear()

    def end(self, how: signal.Signals = signal.SIGKILL) -> None:
        self._process.send_signal(how)
        self._process.wait(30)
        for stream in (self._process.stdin, self._process.stdout):
            if stream:
                stream.close()


@contextmanager
def processes(database: str, data: Path, server: Server, count: int) -> Iterator[list[Process]]:
    with ExitStack() as stack:
        started: list[Process] = []
        for _ in range(count):
            started.append(Process(database, data, server))
            stack.callback(started[-1].end)
            assert started[-1].do("preview")  # one after the other: the first makes the tables
        yield started


def _killed(database: str, data: Path) -> None:
    """Kill -9 during a call: interrupted, one request seen, one use counted, and never a second call."""
    with serving(silent()) as server, processes(database, data, server, 2) as (first, second):
        key, state = first.do("agree " + (token := first.do("preview"))).split()
        assert state == "sending"
        assert eventually(lambda: len(server.requests) == 1)
        first.end()
        assert second.do(f"look {key} 0") == "sending - 1"
        assert second.do(f"look {key} 20") == "interrupted interrupted 1"
        assert second.do(f"agree {token}") == f"{key} interrupted"
        assert len(server.requests) == 1


def test_a_process_that_is_killed_leaves_an_interrupted_call_on_sqlite(tmp_path: Path) -> None:
    _killed(f"sqlite:///{tmp_path}/shared.sqlite3", tmp_path)


@pytest.mark.postgres
def test_a_process_that_is_killed_leaves_an_interrupted_call_on_postgresql(postgres_url: str, tmp_path: Path) -> None:
    _killed(postgres_url, tmp_path)


def _raced(database: str, data: Path) -> None:
    """The same agreement given in two processes at once is one call."""
    handler = delayed(answering(), 0.3)
    with serving(handler) as server, processes(database, data, server, 2) as (first, second):
        for round_number in range(1, 4):
            token = first.do("preview")
            first.tell(f"agree {token}")
            second.tell(f"agree {token}")
            (key,) = {process.hear().split()[0] for process in (first, second)}
            assert eventually(partial(_is_cited, second, key))
            assert len(server.requests) == round_number
            assert first.do(f"look {key} 0") == f"cited - {round_number}"


def _is_cited(process: Process, key: str) -> bool:
    return process.do(f"look {key} 0").startswith("cited")


def test_two_processes_make_one_call_of_one_agreement_on_sqlite(tmp_path: Path) -> None:
    _raced(f"sqlite:///{tmp_path}/shared.sqlite3", tmp_path)


@pytest.mark.postgres
def test_two_processes_make_one_call_of_one_agreement_on_postgresql(postgres_url: str, tmp_path: Path) -> None:
    _raced(postgres_url, tmp_path)


def _killed_before_the_call(database: str, data: Path) -> None:
    """What was shown by a process that died is agreed to elsewhere, and sent once."""
    with serving(answering()) as server, processes(database, data, server, 2) as (first, second):
        token = first.do("preview")
        first.end()
        key = second.do(f"agree {token}").split()[0]
        assert eventually(partial(_is_cited, second, key))
        assert (len(server.requests), second.do(f"look {key} 0")) == (1, "cited - 1")


def _killed_after_the_call(database: str, data: Path) -> None:
    """What was answered outlives the process that asked."""
    with serving(answering()) as server, processes(database, data, server, 2) as (first, second):
        token = first.do("preview")
        key = first.do(f"agree {token}").split()[0]
        assert eventually(partial(_is_cited, first, key))
        first.end()
        assert second.do(f"look {key} 60") == "cited - 1"
        assert second.do(f"agree {token}") == f"{key} cited"
        assert len(server.requests) == 1


def test_a_process_that_is_killed_before_its_call_leaves_the_agreement_to_others(tmp_path: Path) -> None:
    _killed_before_the_call(f"sqlite:///{tmp_path}/shared.sqlite3", tmp_path)


@pytest.mark.postgres
def test_a_process_that_is_killed_after_its_call_leaves_the_answer(postgres_url: str, tmp_path: Path) -> None:
    _killed_after_the_call(postgres_url, tmp_path)
