"""A backup taken while the site writes is whole, and put back it is the database of that moment (issue 8)."""

import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from codex.deployment.copies import CopyError, _run, back_up, is_newer, restore
from tests.test_manage import run

Manage = Callable[..., "CompletedProcess[str]"]
KINDS = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    url: str = (
        f"sqlite:///{tmp_path}/site.sqlite3" if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    )
    return url


@pytest.fixture
def manage(database: str, tmp_path: Path) -> Manage:
    def do(*arguments: str) -> "CompletedProcess[str]":
        return run(tmp_path, *arguments, DATABASE_URL=database)

    do("migrate")
    return do


def message(done: "CompletedProcess[str]") -> str:
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    return done.stderr.splitlines()[-1]


def test_what_was_backed_up_comes_back_and_nothing_is_overwritten_unasked(manage: Manage, tmp_path: Path) -> None:
    manage("codex", "config", "set", "codex-timeout", "20")
    copied = manage("backup", "copy.bak")
    assert copied.returncode == 0, copied.stderr
    whole = (tmp_path / "copy.bak").read_bytes()
    assert stat.S_IMODE((tmp_path / "copy.bak").stat().st_mode) == 0o600
    assert message(manage("backup", "copy.bak")) == "CommandError: There is such a file already; name another."
    manage("codex", "config", "set", "codex-timeout", "30")
    assert message(manage("restore", "copy.bak")).endswith("add --replace to put the copy in its place.")
    (tmp_path / "torn").write_bytes(whole[: len(whole) // 2])
    message(manage("restore", "torn", "--replace"))
    assert timeout(manage) == 30
    restored = manage("restore", "copy.bak", "--replace")
    assert (restored.returncode, restored.stdout) == (0, "Restored; the database is up to date.\n"), restored.stderr
    assert timeout(manage) == 20


def timeout(manage: Manage) -> int:
    return int(manage("codex", "config", "get", "codex-timeout").stdout.split()[0])


@pytest.mark.django_db
def test_what_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(CopyError, match="cannot be written"):
        back_up(tmp_path / "no" / "such" / "copy.bak")
    assert not list(tmp_path.rglob("*.part"))


@pytest.mark.django_db
@pytest.mark.parametrize(("content", "words"), [(b"no copy", "no copy of such a database"), (None, "cannot be read")])
def test_another_file_is_refused(content: bytes | None, words: str, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / "other").write_bytes(content)
    with pytest.raises(CopyError, match=words):
        restore(tmp_path / "other", replace=True)


@pytest.mark.django_db
def test_a_database_of_another_site_is_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "other")) as other:
        other.execute("CREATE TABLE bells (n)")
    words = "not one of this site's" if connection.vendor == "sqlite" else "no copy of such a database"
    with pytest.raises(CopyError, match=words):
        restore(tmp_path / "other", replace=True)


def test_a_copy_can_be_taken_while_the_site_writes(tmp_path: Path) -> None:
    run(tmp_path, "migrate")
    with closing(sqlite3.connect(tmp_path / "data" / "lumasite.sqlite3", isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("DELETE FROM django_migrations")
        copied = run(tmp_path, "backup", "copy.bak")
        writer.execute("ROLLBACK")
    assert copied.returncode == 0, copied.stderr
    with closing(sqlite3.connect(tmp_path / "copy.bak")) as copy:
        assert copy.execute("SELECT count(*) FROM django_migrations").fetchone()[0] > 10


@pytest.mark.django_db
def test_a_copy_of_a_newer_version_is_told() -> None:
    assert not is_newer()
    MigrationRecorder(connection).record_applied("codex", "9999_later")
    assert is_newer()


def test_a_program_that_is_missing_or_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CopyError, match="pg_nothing is missing"):
        _run("pg_nothing")
    with pytest.raises(CopyError, match="false failed"):
        _run("false")
