"""Accounts as people use them: in and out, and what is left today (SEC-04, CDX-06)."""

import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client

from codex.quota import grant
from tests.codex.account_pages import DOOR, SECRET, is_signed_in, make_brann, sign_in
from tests.reading import form_values, title
from tests.shelving import change_settings, put_on_shelf

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _archive(db: None, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)


@pytest.fixture(autouse=True)
def brann(db: None) -> User:
    return make_brann()


def test_name_and_password_lead_to_the_account(client: Client) -> None:
    assert sign_in(client).location == "/account/"
    assert is_signed_in(client)


def test_signing_in_leads_back_with_the_query(client: Client) -> None:
    door = re.search(r'href="(/account/sign-in/[^"]*)"', client.get("/search?q=slow+valve&lang=de").content.decode())
    assert door is not None
    values = form_values(client.get(door[1].replace("&amp;", "&")).content.decode())
    assert sign_in(client, next=values["next"]).location == "/search?q=slow+valve&lang=de"


@pytest.mark.parametrize(
    "way", ["//evil.example", "https://evil.example/", "/\\evil.example", "/account/sign-in/", "/ x"]
)
def test_signing_in_leads_nowhere_else(way: str, client: Client) -> None:
    assert sign_in(client, next=way).location == "/account/"
    assert client.get(DOOR, {"next": way}).headers["Location"] == "/account/"


@pytest.mark.parametrize(("name", "password"), [("brann-3", "wrong"), ("nobody", SECRET), ("brann-3", SECRET.upper())])
def test_what_does_not_fit_is_told_alike_whether_there_is_such_an_account(
    name: str, password: str, client: Client
) -> None:
    page = sign_in(client, name, password)
    assert (page.status, title(page.text)) == (200, "Error: Sign in — Codex Mechanicus")
    assert "Name and password do not fit together." in page.text
    assert f'value="{name}"' in page.text
    assert password not in page.text


def test_an_account_that_was_closed_is_told_alike(client: Client, brann: User) -> None:
    User.objects.filter(pk=brann.pk).update(is_active=False)
    assert "Name and password do not fit together." in sign_in(client).text


def test_a_field_left_empty_is_told_and_is_no_try(client: Client) -> None:
    for _ in range(20):
        page = sign_in(client, password="")
    assert "This field is required." in page.text
    assert sign_in(client).status == 302


def test_a_fault_is_tied_to_its_field(client: Client) -> None:
    page = sign_in(client, password="wrong").text
    field = re.search(r'<input type="password"[^>]*>', page)
    assert field is not None
    assert 'aria-invalid="true"' in field[0]
    assert 'aria-describedby="id_password_error"' in field[0]
    assert 'id="id_password_error"' in page


def test_the_session_is_a_new_one_after_signing_in(client: Client) -> None:
    sign_in(client)
    first = client.cookies["session"].value
    client.post("/account/sign-out/")
    sign_in(client)
    assert client.cookies["session"].value != first


def test_the_session_s_cookie_is_for_this_site_and_not_for_scripts(client: Client) -> None:
    sign_in(client)
    cookie = client.cookies["session"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")


def test_signing_out_ends_the_session(client: Client) -> None:
    sign_in(client)
    assert client.post("/account/sign-out/").headers["Location"] == "/"
    assert not is_signed_in(client)


def test_a_link_signs_nobody_out(client: Client) -> None:
    sign_in(client)
    response = client.get("/account/sign-out/")
    assert (response.status_code, response.headers["Allow"]) == (405, "POST, OPTIONS")
    assert "This address is not one to open." in response.content.decode()
    assert is_signed_in(client)


def test_no_other_site_signs_anybody_in_or_out() -> None:
    client = Client(enforce_csrf_checks=True)
    assert sign_in(client).status == 403
    assert client.post("/account/sign-out/").status_code == 403


def test_the_button_in_the_head_signs_out_despite_that_check() -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.get())
    values = form_values(client.get("/account/").content.decode(), "/account/sign-out/")
    assert client.post("/account/sign-out/", values).status_code == 302
    assert not is_signed_in(client)


def test_strangers_are_sent_to_the_door(client: Client) -> None:
    for path in ("/account/", "/account/password/"):
        assert client.get(path).headers["Location"] == f"{DOOR}?next={path}"


def test_the_account_shows_today_s_count_limit_and_reset(client: Client, brann: User) -> None:
    change_settings(codex_daily_per_user=7)
    grant("user", str(brann.pk), 7)
    client.force_login(brann)
    page = " ".join(client.get("/account/").content.decode().split())
    assert '<th scope="row">Searches</th> <td>1</td> <td>6</td> <td>7</td>' in page
    assert re.search(r"Begins anew on [^<]+ 00:00 UTC\.", page)


def test_searches_of_a_signed_in_user_count_against_their_own_limit(
    client: Client, brann: User, tmp_path: Path
) -> None:
    put_on_shelf(tmp_path, codex_daily_per_user=1, codex_daily_anonymous=0)
    sign_in(client)
    assert client.get("/search", {"q": "valve"}).status_code == 200
    refused = client.get("/search", {"q": "valve"})
    assert refused.status_code == 429
    assert "brann-3" in refused.content.decode()
    assert Client().get("/search", {"q": "valve"}).status_code == 429


@pytest.mark.parametrize("path", ["sign-in/", "reset/", "reset/sent/", "reset/done/", "reset/x/y/", "", "password/"])
def test_no_cache_and_no_search_engine_keeps_a_page(path: str, client: Client) -> None:
    if path in ("", "password/"):
        sign_in(client)
    response = client.get(f"/account/{path}")
    assert response.status_code == 200
    assert {"no-store", "private"} <= set(response.headers["Cache-Control"].split(", "))
    assert response.headers["X-Robots-Tag"] == "noindex, nofollow"


def test_password_fields_tell_the_browser_what_they_hold(client: Client) -> None:
    change_settings(allow_signup=True)
    named = {
        DOOR: {"username", "current-password"},
        "/account/sign-up/": {"username", "email", "new-password"},
        "/account/reset/": {"email"},
    }
    for path, names in named.items():
        page = client.get(path).content.decode()
        assert set(re.findall(r'autocomplete="([\w-]+)"', page)) == names
        assert "autofocus" not in page


def test_the_admin_s_pages_are_kept_by_no_cache(super_client: Client) -> None:
    for path in ("/admin/", "/admin/codex/codexsettings/1/change/"):
        assert "no-store" in super_client.get(path).headers["Cache-Control"]
