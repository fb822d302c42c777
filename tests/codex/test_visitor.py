"""The head of every page greets whoever is signed in, and looks nobody up who is not."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.reading import links
from tests.shelving import put_on_shelf

pytestmark = pytest.mark.django_db
PAGES = ["/", "/search?q=valve&lang=en", "/search?q=zzzz", "/search?lang=en"]


@pytest.fixture(autouse=True)
def _archive(db: None, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)


def read(client: Client, path: str) -> str:
    return client.get(path).content.decode()


@pytest.mark.parametrize("path", PAGES)
def test_strangers_are_offered_to_sign_in(path: str, client: Client) -> None:
    page = read(client, path)
    assert [link for link in links(page) if link.startswith("/account/sign-in/")]
    assert "Sign out" not in page


@pytest.mark.parametrize("path", PAGES)
def test_without_a_session_nothing_is_looked_up_or_set(path: str, client: Client, monkeypatch: Any) -> None:
    monkeypatch.setattr("django.contrib.sessions.backends.db.SessionStore.load", _never)
    monkeypatch.setattr("django.contrib.auth.get_user", _never)
    response = client.get(path)
    assert response.status_code == 200
    assert not response.cookies


def _never(*args: Any) -> None:
    raise AssertionError("the session was read")


def test_the_first_page_is_the_same_for_all_strangers_of_one_look(client: Client) -> None:
    headers = client.get("/").headers
    assert "private" not in headers.get("Cache-Control", "")
    assert "Cookie" in headers["Vary"]


@pytest.mark.parametrize("path", [*PAGES, "/search?q=valve&page=99"])
def test_whoever_is_signed_in_is_named_and_can_sign_out(path: str, staff_client: Client) -> None:
    page = read(staff_client, path)
    assert re.search(r'<a class="name" href="/account/">\s*sister\s*</a>', page)
    assert 'action="/account/sign-out/"' in page
    assert "/account/sign-in/" not in page


def test_a_page_that_names_somebody_is_kept_by_no_shared_cache(staff_client: Client) -> None:
    for path in PAGES:
        headers = staff_client.get(path).headers
        assert "private" in headers["Cache-Control"]
        assert "Cookie" in headers["Vary"]


def test_a_name_is_text(client: Client) -> None:
    client.force_login(User.objects.create(username="<b>x"))
    assert "<b>x" not in read(client, "/")


def test_an_error_page_greets_nobody_since_it_asks_no_database(staff_client: Client) -> None:
    page = read(staff_client, "/nowhere")
    assert "sister" not in page
    assert "Sign in" not in page


def test_a_cookie_of_nobody_is_a_stranger_s(client: Client) -> None:
    client.cookies["session"] = "x" * 32
    assert "Sign in" in read(client, "/")
