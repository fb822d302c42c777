"""An account of one's own, where staff allow it; elsewhere there is no such page (SEC-04)."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.codex.account_pages import DOOR, SECRET, Page, is_signed_in, make_brann, sign_in
from tests.shelving import change_settings

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _brann(db: None) -> None:
    make_brann()


def sign_up(client: Client, name: str = "ilse", password: str = SECRET, **more: str) -> Page:
    fields = {"username": name, "password1": password, "password2": password, **more}
    return Page(client.post("/account/sign-up/", fields))


def test_there_is_no_sign_up_until_staff_allow_it(client: Client) -> None:
    assert client.get("/account/sign-up/").status_code == 404
    assert sign_up(client).status == 404
    assert "sign-up" not in client.get(DOOR).content.decode()
    assert User.objects.count() == 1


def test_a_visitor_makes_an_account_and_is_signed_in(client: Client) -> None:
    change_settings(allow_signup=True)
    assert 'href="/account/sign-up/?next=%2Fsearch"' in client.get(DOOR, {"next": "/search"}).content.decode()
    assert sign_up(client, email="ilse@lore.example", next="/search?q=valve").location == "/search?q=valve"
    assert is_signed_in(client)
    made = User.objects.get(username="ilse")
    assert (made.email, made.is_staff, made.is_superuser) == ("ilse@lore.example", False, False)


def test_nobody_signs_up_as_staff(client: Client) -> None:
    change_settings(allow_signup=True)
    sign_up(client, is_staff="on", is_superuser="on")
    made = User.objects.get(username="ilse")
    assert (made.is_staff, made.is_superuser) == (False, False)


@pytest.mark.parametrize("name", ["brann-3", "BRANN-3", "with space", ""])
def test_a_name_that_cannot_be_had_is_told_beside_its_field(name: str, client: Client) -> None:
    change_settings(allow_signup=True)
    page = sign_up(client, name)
    assert page.status == 200
    assert 'id="id_username_error"' in page.text
    assert User.objects.count() == 1


def test_who_has_an_account_is_offered_no_second(client: Client) -> None:
    change_settings(allow_signup=True)
    sign_in(client)
    assert client.get("/account/sign-up/").headers["Location"] == "/account/"
