"""Storage that is locked, full or gone: a 503 in words, never a traceback (issue 2, bad input)."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, InterfaceError, OperationalError, connection
from django.test import Client
from pytest_django import Settings

from codex.web.faults import is_storage_fault
from tests.shelving import put_on_shelf


def _caused(error: Exception) -> Exception:
    error.__cause__ = sqlite3.DatabaseError("database disk image is malformed")
    return error


@pytest.fixture
def client(settings: Settings) -> Client:
    """A browser that gets answers to crashes, on a site with addresses that fail."""
    settings.ROOT_URLCONF = "tests.failing_urls"
    return Client(raise_request_exception=False)


def assert_unavailable(response: Any) -> None:
    assert response.status_code == 503
    assert int(response.headers["Retry-After"]) > 0
    assert "storage_unavailable" in response.content.decode()
    assert "Traceback" not in response.content.decode()


@pytest.mark.parametrize("face", ["/", "/api/"])
@pytest.mark.parametrize("fault", ["locked", "gone", "full"])
def test_a_view_that_meets_a_storage_fault_answers_503(client: Client, face: str, fault: str) -> None:
    assert_unavailable(client.get(f"{face}fail/{fault}"))


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/search?q=valve", "/api/v1/search?q=valve"])
def test_a_database_that_is_gone_is_told_on_every_face(client: Client, tmp_path: Path, address: str) -> None:
    put_on_shelf(tmp_path)
    with connection.execute_wrapper(_refusing):
        assert_unavailable(client.get(address))


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/search", "/search?lang=en"])
def test_what_is_in_memory_is_shown_without_the_database(client: Client, tmp_path: Path, address: str) -> None:
    put_on_shelf(tmp_path)
    client.get("/")
    with connection.execute_wrapper(_refusing):
        assert client.get(address).status_code == 200


def test_a_middleware_that_meets_a_storage_fault_answers_503(client: Client, settings: Settings) -> None:
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, "tests.failing_urls.failing_middleware"]
    assert_unavailable(client.get("/robots.txt"))


@pytest.mark.django_db
def test_a_session_that_cannot_be_read_is_told(staff_client: Client) -> None:
    staff_client.raise_request_exception = False
    with connection.execute_wrapper(_refusing):
        assert_unavailable(staff_client.get("/search?q=valve"))
        assert_unavailable(staff_client.get("/admin/"))


@pytest.mark.django_db
def test_a_session_that_cannot_be_written_is_told(staff_client: Client, settings: Settings) -> None:
    settings.SESSION_SAVE_EVERY_REQUEST = True
    staff_client.raise_request_exception = False
    with connection.execute_wrapper(_refusing_writes):
        assert_unavailable(staff_client.get("/admin/"))


@pytest.mark.django_db
def test_a_session_that_was_deleted_meanwhile_is_no_fault_of_the_storage(
    staff_client: Client, settings: Settings
) -> None:
    settings.SESSION_SAVE_EVERY_REQUEST = True
    staff_client.raise_request_exception = False
    with connection.execute_wrapper(_forgetting_sessions):
        assert staff_client.get("/admin/").status_code == 400


@pytest.mark.django_db(transaction=True)
def test_a_database_locked_by_another_writer_is_told(client: Client, tmp_path: Path, locked: Callable[[], Any]) -> None:
    put_on_shelf(tmp_path)
    assert client.get("/search?q=valve").status_code == 200
    locked()
    assert_unavailable(client.get("/search?q=valve"))


@pytest.mark.django_db
def test_a_retry_finds_the_site_as_it_was(client: Client, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)
    assert client.get("/search?q=valve").status_code == 200  # else the settings of another test would stay in force
    with connection.execute_wrapper(_refusing):
        client.get("/search?q=valve")
    assert client.get("/search?q=valve").status_code == 200


@pytest.mark.parametrize(
    ("error", "is_fault"),
    [
        (OperationalError(), True),
        (InterfaceError(), True),
        (_caused(DatabaseError()), True),
        (DatabaseError(), False),
        (IntegrityError(), False),
        (OSError(28, ""), True),
        (OSError(2, ""), False),
        (ValueError(), False),
        (None, False),
    ],
)
def test_only_the_storages_own_failures_are_told_as_such(error: Exception | None, is_fault: bool) -> None:
    assert is_storage_fault(error) is is_fault


@pytest.fixture
def locked() -> Iterator[Callable[[], Any]]:
    """Lets another connection begin to write and not end; ours waits for it only a moment."""
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL has no lock of the whole database")
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        connection.cursor().execute("PRAGMA busy_timeout = 50")
        yield lambda: other.execute("BEGIN IMMEDIATE")
        connection.cursor().execute("PRAGMA busy_timeout = 5000")


def _refusing(execute: Any, sql: str, *args: Any) -> Any:
    raise OperationalError("server closed the connection unexpectedly")


def _forgetting_sessions(execute: Any, sql: str, *args: Any) -> Any:
    return execute(sql.replace("WHERE", "WHERE 1 = 0 AND") if sql.startswith("UPDATE") else sql, *args)


def _refusing_writes(execute: Any, sql: str, *args: Any) -> Any:
    if sql.startswith("SELECT"):
        return execute(sql, *args)
    raise OperationalError("database or disk is full")
