"""Which addresses pass by what only pages need, and that they lose nothing else by it."""

from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client

from lumasite import lanes
from tests.shelving import put_on_shelf
from tests.statements import statements

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _archive(tmp_path: Path, db: None) -> None:
    put_on_shelf(tmp_path)


def test_programs_answers_vary_by_no_cookie_and_no_tongue(client: Client) -> None:
    answer = client.get("/api/v1/search?q=valve", headers={"Accept-Language": "de"})
    assert answer.headers["Vary"] == "Accept, Authorization"
    assert "Content-Language" not in answer.headers


def test_programs_answers_carry_all_that_protects(client: Client) -> None:
    answer = client.get("/api/v1/search?q=valve")
    for name in ("Content-Security-Policy", "X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy"):
        assert answer.headers[name]
    assert client.get("/api/v1/search?q=valve", headers={"Host": "elsewhere.example"}).status_code == 400


@pytest.mark.django_db(transaction=True)
def test_a_session_is_not_looked_up_for_programs(client: Client) -> None:
    client.force_login(User.objects.create_user("abbess"))
    client.get("/api/v1/search?q=valve")
    with statements() as told:
        client.get("/api/v1/search?q=valve")
    assert len(told) == 1


@pytest.mark.parametrize("path", sorted(lanes.PROGRAMS))
def test_every_program_address_is_one(path: str, client: Client) -> None:
    assert client.get(path).status_code != 404


@pytest.mark.parametrize("path", ["/admin", "/account"])
def test_a_missing_slash_is_added_where_addresses_end_in_one(path: str, client: Client) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.headers["Location"]) == (301, f"{path}/")


@pytest.mark.parametrize("path", ["/nowhere", "/search/", "/api/v1/search/"])
def test_elsewhere_no_slash_is_missing(path: str, client: Client) -> None:
    assert client.get(path).status_code == 404
