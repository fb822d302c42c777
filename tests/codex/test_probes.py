"""/healthz tells that the process lives, /readyz whether it can search; both in fixed words (issue 8)."""

import socket
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client, override_settings
from django.utils import timezone

from codex.health.readiness import LASTS, SENTENCES, Inspector, Readiness, inspector
from codex.live import options
from codex.models import ArchiveSnapshot
from codex.shelf import shelf
from tests.codex.archives import eventually
from tests.shelving import change_settings, put_on_shelf


def _refusing(execute: Any, sql: str, *args: Any) -> Any:
    raise OperationalError("server closed the connection unexpectedly at 10.0.0.5")


def _refusing_writes(execute: Any, sql: str, *args: Any) -> Any:
    if sql.startswith("UPDATE"):
        raise OperationalError("attempt to write a readonly database")
    return execute(sql, *args)


def codes(client: Client, status: int, member: str) -> list[str]:
    """What /readyz tells; its sentences are the fixed ones."""
    inspector.forget()
    answer = client.get("/readyz")
    assert answer.status_code == status, answer.content
    found = answer.json()
    assert all(SENTENCES[one["code"]] == one["reason"] for one in [*found["reasons"], *found["warnings"]])
    return [one["code"] for one in found[member]]


@pytest.mark.parametrize("host", ["testserver", "10.0.0.5:8000", "nobody.example", "a b"])
@override_settings(SECURE_SSL_REDIRECT=True)
def test_a_process_is_alive_whatever_name_it_is_asked_by(client: Client, host: str) -> None:
    answer = client.get("/healthz", headers={"host": host})
    assert (answer.status_code, answer.content) == (200, b"alive\n")
    assert answer.headers["Cache-Control"] == "no-store"


def test_being_alive_touches_nothing(client: Client) -> None:
    with connection.execute_wrapper(_refusing):
        assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_probes_only_read(client: Client, path: str) -> None:
    answer = client.post(path)
    assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, HEAD")


@pytest.mark.django_db
@override_settings(SECURE_SSL_REDIRECT=True)
def test_a_process_that_can_search_is_ready(client: Client, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)
    shelf.current(options())
    answer = client.get("/readyz", headers={"host": "10.0.0.5:8000"})
    found = answer.json()
    assert (answer.status_code, found["ready"], found["reasons"], found["warnings"]) == (200, True, [], [])
    assert (found["archive"]["inscriptions"], found["archive"]["stale_since"]) == (29, None)
    assert 0 <= found["archive"]["age_seconds"] < 60


@pytest.mark.django_db
@pytest.mark.parametrize("wrapper", [_refusing, _refusing_writes])
def test_a_database_that_cannot_be_used_is_told(client: Client, tmp_path: Path, wrapper: Any) -> None:
    put_on_shelf(tmp_path)
    shelf.current(options())
    codes(client, 200, "reasons")
    with connection.execute_wrapper(wrapper):
        assert codes(client, 503, "reasons") == ["database_unavailable"]


@pytest.mark.django_db
def test_migrations_that_are_missing_are_told(client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)
    shelf.current(options())
    monkeypatch.setattr("codex.health.readiness.lacks_migrations", lambda: True)
    assert codes(client, 503, "reasons") == ["migrations_missing"]


@pytest.mark.django_db(transaction=True)
def test_without_an_archive_it_is_not_ready_and_gets_one_in_the_background(client: Client, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)
    assert codes(client, 503, "reasons") == ["archive_missing"]
    assert eventually(lambda: shelf.held is not None)
    assert codes(client, 200, "reasons") == []


@pytest.mark.django_db(transaction=True)
def test_an_archive_that_may_answer_no_more_is_told(client: Client, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)
    shelf.current(options())
    (tmp_path / "search-index.json").unlink()
    long_ago = timezone.now() - timedelta(days=9)
    ArchiveSnapshot.objects.update(checked_at=long_ago, fetched_at=long_ago, failed_at=long_ago, failure="fetch_status")
    shelf.forget()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shelf, "_clock", lambda: long_ago + timedelta(minutes=61))
        shelf.current(options())
    assert codes(client, 503, "reasons") == ["archive_too_old"]


@pytest.mark.django_db
def test_a_sample_and_a_cache_that_is_down_are_told_and_searches_go_on(client: Client) -> None:
    change_settings(codex_index_url="http://127.0.0.1:9/")
    shelf.use_sample(options())
    with socket.create_server(("127.0.0.1", 0)) as closed:
        url = f"redis://127.0.0.1:{closed.getsockname()[1]}/0"
    backend = "django.core.cache.backends.redis.RedisCache"
    with override_settings(CACHES={"default": {"BACKEND": backend, "LOCATION": url}}):
        assert codes(client, 200, "warnings") == ["archive_sample", "cache_unavailable"]


@pytest.mark.django_db
def test_whoever_asks_often_is_told_what_was_found_a_moment_ago(django_assert_num_queries: Any, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)
    shelf.current(options())
    now = [0.0]
    looking = Inspector(clock=lambda: now[0])
    first = looking.look()
    with django_assert_num_queries(0):
        assert looking.look() is first
    now[0] += LASTS
    with django_assert_num_queries(1):
        assert looking.look() is not first


def test_only_warnings_leave_it_ready() -> None:
    assert Readiness(("archive_stale", "cache_unavailable")).is_ready
    assert not Readiness(("archive_stale", "database_unavailable")).is_ready
