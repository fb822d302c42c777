"""A copy of the database in one file, taken while the site runs, and put back."""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Final

from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor

from lumasite.private import make_file

_SQLITE: Final = b"SQLite format 3\0"
_POSTGRES: Final = b"PGDMP"


class CopyError(Exception):
    """Why there is no copy, or why it was not put back, in words for the operator."""


def back_up(file: Path) -> int:
    """Write a whole, consistent copy, for its owner alone; returns its bytes (raises CopyError)."""
    if file.exists():
        raise CopyError("There is such a file already; name another.")
    draft = file.with_name(f"{file.name}.part")
    try:
        draft.unlink(missing_ok=True)
        make_file(draft)
        _copy_to(draft)
        os.link(draft, file)  # atomic, and never over another file
        return file.stat().st_size
    except OSError:
        raise CopyError("The file cannot be written; is there room, and may this user write there?") from None
    finally:
        draft.unlink(missing_ok=True)


def restore(file: Path, *, replace: bool) -> None:
    """Put a copy in place of the database's content (raises CopyError); what is there goes only with `replace`."""
    kind = _kind(file)
    if kind != connection.vendor:
        raise CopyError("This is no copy of such a database as DATABASE_URL names.")
    if connection.introspection.table_names() and not replace:
        raise CopyError("The database holds something; add --replace to put the copy in its place.")
    connection.close()
    if kind == "sqlite":
        _check(file)
        _into_sqlite(file)
    else:
        names = ("--clean", "--if-exists", "--single-transaction", "--no-owner", "--no-privileges", "--exit-on-error")
        _run("pg_restore", *names, "--dbname", _database(), str(file))
    connection.close()


def is_newer() -> bool:
    """Whether the database has migrations that this version does not know (raises DatabaseError)."""
    loader = MigrationExecutor(connection).loader
    ours = {app for app, _ in loader.disk_migrations}
    return any(key[0] in ours and key not in loader.disk_migrations for key in loader.applied_migrations)


def _copy_to(draft: Path) -> None:
    if connection.vendor == "sqlite":
        _from_sqlite(draft)
    else:
        _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--file", str(draft), _database())


def _from_sqlite(draft: Path) -> None:
    try:
        connection.ensure_connection()
        with closing(sqlite3.connect(draft)) as copy:
            connection.connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file alone, wherever it is carried
    except (Error, sqlite3.Error):
        raise CopyError("The database cannot be read, or the copy not written.") from None
    _check(draft)


def _into_sqlite(file: Path) -> None:
    try:
        connection.ensure_connection()
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as copy:
            copy.backup(connection.connection)  # one transaction: a running site sees either all of it or nothing
    except (Error, sqlite3.Error):
        raise CopyError("The copy could not be put back: the database is busy, or the disk full.") from None


def _check(file: Path) -> None:
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as copy:
            sound = copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            tables = {name for (name,) in copy.execute("SELECT name FROM sqlite_master")}
    except sqlite3.Error:
        sound, tables = False, set()
    if not sound or "codex_codexsettings" not in tables:
        raise CopyError("The copy is damaged, or not one of this site's.")


def _kind(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            start = opened.read(len(_SQLITE))
    except OSError:
        raise CopyError("The file cannot be read.") from None
    return "sqlite" if start == _SQLITE else "postgresql" if start.startswith(_POSTGRES) else ""


def _database() -> str:
    return str(connection.settings_dict["NAME"])


def _run(program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's own programs; the password goes through the environment, not the command line."""
    found = shutil.which(program)
    if not found:
        raise CopyError(f"{program} is missing; install PostgreSQL's client programs.")
    told = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD"}
    given = {name: str(value) for name, key in told.items() if (value := connection.settings_dict.get(key))}
    done = subprocess.run([found, *arguments], env=os.environ | given, check=False)  # noqa: S603 - a list, no shell
    if done.returncode:
        raise CopyError(f"{program} failed; what it said stands above.")
