"""Commands without a database that can be used say what is missing, each cause in its own sentence."""

import sqlite3
from pathlib import Path

import pytest
from django.db import OperationalError

from codex.management.subcommand import NO_DATABASE, UNREADABLE, counted, storage_words, told
from tests.test_manage import run

BUSY = "The site's storage is busy or full; try again shortly. (storage_unavailable)"
COMMANDS = [["codex", "search", "x"], ["codex", "search", "x", "--json"], ["codex", "config"], ["grounded", "purge"]]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_before_the_first_start_there_is_no_database(tmp_path: Path, command: list[str]) -> None:
    done = run(tmp_path, *command)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"CommandError: {NO_DATABASE}\n")


@pytest.mark.parametrize("command", COMMANDS[:3], ids=" ".join)
def test_a_file_that_is_no_database_is_told(tmp_path: Path, command: list[str]) -> None:
    (tmp_path / "file").write_text("This is no database, " * 99)
    done = run(tmp_path, *command, DATABASE_URL=f"sqlite:///{tmp_path}/file")
    assert (done.returncode, done.stderr) == (1, f"CommandError: {UNREADABLE}\n")


def test_a_server_that_refuses_is_told(tmp_path: Path) -> None:
    done = run(tmp_path, "codex", "config", DATABASE_URL="postgres://user@127.0.0.1:1/name")
    assert (done.returncode, done.stderr.splitlines()[-1]) == (1, f"CommandError: {UNREADABLE}")


@pytest.mark.django_db
def test_a_fault_of_a_database_that_is_there_may_pass() -> None:
    assert str(told(OperationalError("lost"))) == BUSY


def test_storage_that_is_locked_is_not_looked_at_again(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "x", isolation_level=None) as one:
        one.execute("BEGIN EXCLUSIVE")
        with sqlite3.connect(tmp_path / "x", timeout=0) as other, pytest.raises(sqlite3.OperationalError) as locked:
            other.execute("CREATE TABLE t (n)")
    one.close()
    other.close()
    error = OperationalError("locked")
    error.__cause__ = locked.value
    assert storage_words(error) == BUSY


@pytest.mark.parametrize(("count", "words"), [(0, "0 bytes"), (1, "1 byte"), (2_000, "2,000 bytes")])
def test_things_are_counted_in_words(count: int, words: str) -> None:
    assert counted(count, "byte") == words
