"""The port is tried before anything starts, and workers come up with the archive in memory."""

import gc
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError
from django.db import OperationalError

from codex.core.options import CodexOptions
from codex.management import server
from codex.shelf import shelf
from tests.codex.archives import archive_bytes


@pytest.fixture(autouse=True)
def _nothing_frozen() -> Iterator[None]:
    yield
    gc.unfreeze()


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def test_a_free_port_is_fine_and_left_free(taken: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
    server.check_port("127.0.0.1", port)
    server.check_port("127.0.0.1", port)


def test_a_port_in_use_is_told_in_words(taken: int) -> None:
    with pytest.raises(CommandError, match=f"Port {taken} at 127.0.0.1 is in use"):
        server.check_port("127.0.0.1", taken)


def test_an_address_of_another_machine_is_told_in_words() -> None:
    with pytest.raises(CommandError, match="does not have that address"):
        server.check_port("192.0.2.1", 8000)


def test_a_port_that_cannot_be_opened_for_any_other_reason_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*args: object, **how: object) -> None:
        raise OSError("something else")

    monkeypatch.setattr("codex.management.server.asyncio.start_server", broken)
    with pytest.raises(CommandError, match="cannot be opened"):
        server.check_port("127.0.0.1", 8000)


@pytest.mark.django_db
def test_a_worker_comes_up_with_the_archive_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "i.json").write_bytes(archive_bytes("Lumen"))
    settings = CodexOptions(codex_index_url=f"file:{tmp_path / 'i.json'}")
    monkeypatch.setattr("codex.live.options", lambda: settings)
    monkeypatch.setattr("codex.management.server.connections.close_all", lambda: None)
    assert callable(server.load_application())
    assert shelf.held is not None
    assert gc.get_freeze_count() > 10_000


@pytest.mark.parametrize("error", [OperationalError("database is locked")])
def test_a_worker_comes_up_without_archive_or_database_too(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing() -> CodexOptions:
        raise error

    monkeypatch.setattr("codex.live.options", failing)
    assert callable(server.load_application())
