"""`manage.py doctor` finds each thing that is wrong with a deployment and says what to do (issue 8)."""

import json
import os
import socket
import threading
from collections.abc import Callable, Iterable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.test import override_settings
from django.utils import timezone

from codex.core.options import CodexOptions
from codex.deployment import doctor, files, outside, storage
from codex.deployment.findings import Finding
from codex.models import ArchiveSnapshot
from lumasite.mail import mail_settings
from tests import scripts
from tests.codex.archives import archive_bytes, options_for
from tests.servers import listening, serving
from tests.shelving import put_on_shelf
from tests.test_manage import run

REDIS = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:9/0"}}


def _refusing(execute: Any, sql: str, *args: Any) -> Any:
    raise OperationalError("gone")


def _read_only(execute: Any, sql: str, *args: Any) -> Any:
    if sql.startswith("UPDATE"):
        raise OperationalError("read-only")
    return execute(sql, *args)


def levels(found: Iterable[Finding]) -> list[str]:
    """Level and subject of each; whatever is not in order has a hint."""
    findings = list(found)
    assert all(one.hint for one in findings if one.level != "ok")
    return [f"{one.level} {one.subject}" for one in findings]


def test_before_the_first_start_it_says_what_is_missing_and_is_then_content(tmp_path: Path) -> None:
    done = run(tmp_path, "doctor", "--offline")
    assert done.returncode == 1
    assert "MEND migrations: The database lacks migrations of this version." in done.stdout
    assert "Run: manage.py migrate" in done.stdout
    assert done.stderr == "CommandError: To mend: 1.\n"
    run(tmp_path, "migrate")
    done = run(tmp_path, "doctor", "--offline", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = {one["subject"]: one["level"] for one in json.loads(done.stdout)}
    assert {found[name] for name in ("data folder", "database", "migrations", "clock")} == {"ok"}


def test_the_documented_production_settings_are_clean(tmp_path: Path) -> None:
    given = {
        "LUMASITE_HTTPS": "true",
        "LUMASITE_HSTS_SECONDS": "31536000",
        "ALLOWED_HOSTS": "codex.example",
        "TRUSTED_PROXIES": "1",
        "CACHE_URL": "redis://127.0.0.1:6379/8",
        "SECRET_KEY": "".join(map(chr, range(48, 112))),
    }
    run(tmp_path, "migrate", **given)
    done = run(tmp_path, "check", "--deploy", "--fail-level", "WARNING", "--database", "default", **given)
    assert (done.returncode, "no issues" in done.stdout + done.stderr) == (0, True), done.stderr
    assert "No system check complains." in run(tmp_path, "doctor", "--offline", **given).stdout


@pytest.mark.django_db
def test_a_database_in_order() -> None:
    assert levels(storage.look_at_database()) == ["ok database", "ok migrations", "ok database", "ok clock"]


@pytest.mark.django_db(transaction=True)
def test_a_database_that_is_away_read_only_or_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    with connection.execute_wrapper(_refusing):
        assert levels(storage.look_at_database()) == ["mend database"]
    with connection.execute_wrapper(_read_only):
        assert "mend database" in levels(storage.look_at_database())
    monkeypatch.setattr("codex.deployment.storage.lacks_migrations", lambda: True)
    assert levels(storage.look_at_database()) == ["ok database", "mend migrations"]


@pytest.mark.django_db
def test_a_clock_that_is_behind_what_was_written() -> None:
    ArchiveSnapshot.objects.create(index_url="x", checked_at=timezone.now() + timedelta(seconds=60))
    if connection.vendor == "sqlite":
        assert levels(storage.look_at_database())[-1] == "mend clock"


@pytest.mark.postgres
def test_the_clock_of_postgresql_is_compared(tmp_path: Path, postgres_url: str) -> None:
    run(tmp_path, "migrate", DATABASE_URL=postgres_url)
    told = run(tmp_path, "doctor", "--offline", DATABASE_URL=postgres_url).stdout
    assert "ok   database: PostgreSQL" in told
    assert "ok   clock" in told


def test_caches() -> None:
    assert levels(storage.look_at_cache()) == ["note cache"]
    with override_settings(CACHES=REDIS):
        assert levels(storage.look_at_cache()) == ["mend cache"]


@pytest.mark.redis
def test_a_redis_that_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"default": REDIS["default"] | {"LOCATION": os.environ["LUMASITE_TEST_REDIS"]}}
    with override_settings(CACHES=given):
        assert levels(storage.look_at_cache()) == ["ok cache"]


def test_files_and_folders_are_closed_to_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_ROOM", 0)
    tmp_path.chmod(0o750)
    key, handed = tmp_path / "secret-key", tmp_path / "handed"
    for path, mode in ((key, 0o600), (handed, 0o640)):
        path.write_text("x")
        path.chmod(mode)
    monkeypatch.setenv("AI_API_KEY_FILE", str(handed))
    with override_settings(DATA_DIR=tmp_path):
        assert levels(files.look_at_files()) == ["ok data folder", "ok disk", "ok key files", "note key files"]
        tmp_path.chmod(0o755)
        key.chmod(0o644)
        monkeypatch.setattr(files, "_ROOM", 1 << 60)
        expected = ["mend data folder", "mend disk", "mend key files", "note key files"]
        assert levels(files.look_at_files()) == expected


def test_a_folder_that_is_missing_or_not_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with override_settings(DATA_DIR=tmp_path / "nowhere"):
        assert levels(files.look_at_files()) == ["mend data folder"]
    monkeypatch.setattr("codex.deployment.files.os.access", lambda *args: False)
    with override_settings(DATA_DIR=tmp_path):
        assert levels(files.look_at_files())[0] == "mend data folder"


@pytest.mark.parametrize(
    ("https", "proxies", "level"),
    [(False, 0, "note TLS"), (True, 0, "mend proxies"), (True, 1, "ok proxies"), (True, 2, "ok proxies")],
)
def test_tls_needs_a_declared_proxy(https: bool, proxies: int, level: str) -> None:
    with override_settings(HTTPS=https, TRUSTED_PROXIES=proxies):
        assert levels(outside.look_at_proxies()) == [level]


@pytest.mark.django_db
@override_settings(TRUSTED_PROXIES=-1, HTTPS=True)
def test_what_system_checks_say_is_told() -> None:
    found = levels(outside.look_at_settings())
    assert "mend settings" in found
    assert "note settings" in found


def _greeting(then: bytes) -> Callable[[socket.socket, threading.Event], None]:
    def talk(connection: socket.socket, stopping: threading.Event) -> None:
        connection.sendall(then)
        while said := connection.recv(1024):
            connection.sendall(b"221 bye\r\n" if said.upper().startswith(b"QUIT") else b"250 lore.example\r\n")

    return talk


SMTP = "django.core.mail.backends.smtp.EmailBackend"


def mailing(backend: str, *, port: int = 25) -> override_settings:
    read = {"EMAIL_BACKEND": backend, "EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": port}
    return override_settings(**mail_settings(read | {"EMAIL_HOST_USER": "", "EMAIL_HOST_PASSWORD": ""}))


@pytest.mark.parametrize(("greeting", "level"), [(b"220 ready\r\n", "ok mail"), (b"554 no\r\n", "mend mail")])
def test_a_mail_server_is_tried(greeting: bytes, level: str) -> None:
    with (
        listening(_greeting(greeting)) as server,
        mailing(SMTP, port=server.port),
    ):
        assert levels(outside.look_at_mail()) == [level]


def test_a_mail_server_that_is_away_and_none_at_all() -> None:
    with mailing(SMTP, port=9):
        assert levels(outside.look_at_mail()) == ["mend mail"]
    with mailing("django.core.mail.backends.console.EmailBackend"):
        assert levels(outside.look_at_mail()) == ["note mail"]


@pytest.mark.parametrize(("status", "level"), [(200, "ok archive"), (500, "mend archive")])
def test_the_archive_is_read_once_and_not_kept(status: int, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(scripts.replying(status, archive_bytes("Lumen"))) as server:
        given: CodexOptions = options_for(server)
        monkeypatch.setattr(outside, "stored", lambda: given)
        with override_settings(CODEX_ALLOWED_HOSTS=(server.netloc,)):
            assert levels(outside.look_at_archive()) == [level]
        assert len(server.requests) == 1


@pytest.mark.django_db
def test_a_database_that_fails_meanwhile_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def failing() -> CodexOptions:
        raise OperationalError("gone")

    put_on_shelf(tmp_path)
    monkeypatch.setattr(connection, "close", lambda: None)
    monkeypatch.setattr(outside, "stored", failing)
    assert levels(doctor.examine())[-1] == "mend database"


@pytest.mark.django_db
def test_the_whole_is_told_and_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put_on_shelf(tmp_path)
    tmp_path.chmod(0o755)
    with override_settings(DATA_DIR=tmp_path, HTTPS=True), pytest.raises(CommandError, match="To mend: 2"):
        call_command("doctor")
    told = capsys.readouterr().out
    assert "MEND proxies: https is demanded" in told
    assert "ok   archive: It can be read: 29 inscriptions." in told
