"""While the site is worked on it says so everywhere, and to programs in their own shape."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from codex.health.readiness import inspector
from codex.live import options
from codex.shelf import shelf
from codex.web import maintenance
from tests.codex.test_last_resort import status_of
from tests.shelving import put_on_shelf

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
PAGES = ("/", "/search?q=valve", "/kept", "/ask/", "/account/", "/admin/", "/nowhere", "/robots.txt")
PROGRAMS = ("/api/v1/search?q=valve", "/api/v1/tools", "/api/v1/openapi.json", "/suggest?q=va", "/mcp")


@pytest.fixture(autouse=True)
def _folder(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


@pytest.fixture
def closed(_folder: None) -> Iterator[None]:
    maintenance.close(20)
    yield
    maintenance.reopen()


def run(*given: str) -> str:
    out = StringIO()
    call_command("maintenance", *given, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("address", PAGES)
def test_every_page_says_so_and_when_to_come_back(address: str, client: Client, closed: None) -> None:
    response = client.get(address)
    assert response.status_code == 503
    assert 1_100 < int(response.headers["Retry-After"]) <= 1_200
    assert "The site is being worked on" in response.content.decode()
    assert "Try again in 20 minutes." in response.content.decode()
    assert response.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("address", PROGRAMS)
def test_programs_are_told_in_their_own_shape(address: str, client: Client, closed: None) -> None:
    response = client.post(address) if address == "/mcp" else client.get(address)
    assert (response.status_code, response.headers["Content-Type"]) == (503, "application/problem+json")
    told = response.json()
    assert (told["code"], told["retryable"]) == ("maintenance", True)
    assert "Retry-After" in response.headers


def test_the_fast_way_for_programs_is_closed_too(closed: None, db: None, tmp_path: Path) -> None:
    from codex.web.express import Express

    given: list[str] = []
    environ = {"PATH_INFO": "/api/v1/search", "REQUEST_METHOD": "GET", "HTTP_HOST": "localhost", "QUERY_STRING": "q=a"}
    way = Express(lambda environ, start: [b"others"])
    assert way(environ, lambda status, headers: given.append(status)) == [b"others"]


def test_it_asks_no_database_for_strangers(
    client: Client, closed: None, db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        for address in (*PAGES, *PROGRAMS):
            client.get(address)


@pytest.mark.django_db
def test_probes_and_files_are_answered_as_ever(client: Client, closed: None, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)
    shelf.current(options())
    assert client.get("/healthz").content == b"alive\n"
    inspector.forget()
    assert client.get("/readyz").json()["reasons"] == []
    assert status_of("/static/lumasite/site.css") == 200


def test_staff_pass_and_others_do_not(staff_client: Client, closed: None, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)
    assert staff_client.get("/search?q=valve").status_code == 200
    client = Client()
    client.force_login(User.objects.create_user("brann"))
    assert client.get("/search?q=valve").status_code == 503


@pytest.mark.django_db
def test_staff_can_still_sign_in(client: Client, closed: None, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)
    for door in maintenance.DOORS:
        assert client.get(door).status_code == 200


@pytest.mark.django_db
def test_a_session_that_cannot_be_read_is_nobodys(
    staff_client: Client, closed: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(request: object) -> None:
        raise OperationalError

    monkeypatch.setattr("django.contrib.auth.middleware.get_user", fail)
    assert staff_client.get("/").status_code == 503


@pytest.mark.parametrize(
    ("held", "seconds"),
    [
        ((NOW + timedelta(minutes=5)).isoformat(), 300),
        ((NOW + timedelta(seconds=3)).isoformat(), 30),
        ((NOW - timedelta(minutes=5)).isoformat(), 600),
        ("", 600),
        ("soon", 600),
        ("2026-11-30T12:05:00", 600),
    ],
)
def test_whatever_the_file_holds_there_is_a_time_to_wait(held: str, seconds: int) -> None:
    maintenance.switch().write_text(held)
    assert maintenance.seconds_left(now=NOW) == seconds


def test_the_command_closes_tells_and_opens() -> None:
    assert run("status") == "The site is open.\n"
    assert run("on", "--minutes", "5").startswith("The site is closed on this host")
    assert 270 <= maintenance.seconds_left() <= 300
    assert run("on").startswith("The site is closed")
    assert maintenance.seconds_left() == 600
    assert run("off") == run("off") == "The site is open.\n"


@pytest.mark.parametrize("given", [("on", "--minutes", "0"), ("off", "--minutes", "5"), ("on", "--minutes", "999999")])
def test_the_command_refuses_a_time_that_makes_no_sense(given: tuple[str, ...]) -> None:
    with pytest.raises(CommandError, match="--minutes goes with on"):
        run(*given)
    assert not maintenance.is_closed()


def test_a_folder_that_cannot_be_written_is_told(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path / "nowhere"
    with pytest.raises(CommandError, match="cannot be written"):
        run("on")
