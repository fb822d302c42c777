"""Accounts as people use them: in, out, a new password, a new account where staff allow it (SEC-04)."""

import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client

from codex.quota import grant
from tests.codex.archives import eventually
from tests.reading import form_values, heading, title
from tests.shelving import change_settings, put_on_shelf

pytestmark = pytest.mark.django_db
SECRET = "a long incense stick"
DOOR = "/account/sign-in/"


@pytest.fixture(autouse=True)
def _archive(db: None, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)


@pytest.fixture(autouse=True)
def brann(db: None) -> User:
    return User.objects.create_user("brann-3", "brann@lore.example", SECRET)


def sign_in(client: Client, name: str = "brann-3", password: str = SECRET, **more: str) -> "Page":
    return Page(client.post(DOOR, {"username": name, "password": password, **more}))


class Page:
    """An answer, and its parts that tests ask for."""

    def __init__(self, response: object) -> None:
        self.response = response
        self.status: int = response.status_code  # type: ignore[attr-defined]
        self.location: str = response.headers.get("Location", "")  # type: ignore[attr-defined]
        self.text: str = response.content.decode()  # type: ignore[attr-defined]


def is_signed_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


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
    assert "This address does not take that kind of request." in response.content.decode()
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
    page = client.get("/account/").content.decode()
    facts = dict(re.findall(r"<dt>(.+?)</dt>\s*<dd>\s*(.+?)\s*</dd>", page))
    assert (facts["Done"], facts["Left"], facts["Limit"]) == ("1", "6", "7")
    assert facts["Begins anew"].endswith("00:00 UTC")


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


def change(client: Client, old: str, new: str = "two long incense sticks") -> Page:
    fields = {"old_password": old, "new_password1": new, "new_password2": new}
    return Page(client.post("/account/password/", fields))


def test_a_password_is_changed_and_every_other_session_ends(client: Client, brann: User) -> None:
    other = Client()
    sign_in(other)
    sign_in(client)
    assert change(client, SECRET).location == "/account/"
    assert "Your password was changed." in client.get("/account/").content.decode()
    assert not is_signed_in(other)
    assert sign_in(Client(), password="two long incense sticks").status == 302


def test_a_password_is_not_changed_without_the_old_one(client: Client, brann: User) -> None:
    sign_in(client)
    assert "Your old password was entered incorrectly." in change(client, "wrong").text
    assert sign_in(Client()).status == 302


@pytest.mark.parametrize("weak", ["short", "12345678901", "password123", "brann-31"])
def test_a_weak_password_is_refused(weak: str, client: Client) -> None:
    sign_in(client)
    assert change(client, SECRET, weak).status == 200
    assert sign_in(Client()).status == 302


def test_passwords_are_not_kept(brann: User) -> None:
    assert SECRET not in brann.password
    assert brann.password.split("$")[0] in ("md5", "pbkdf2_sha256")


def ask_for_link(client: Client, address: str = "brann@lore.example") -> Page:
    return Page(client.post("/account/reset/", {"email": address}))


def link_in_mail() -> str:
    assert eventually(lambda: len(mail.outbox) == 1)
    found = re.search(r"http://testserver(/account/reset/\S+)", str(mail.outbox[0].body))
    assert found is not None
    return found[1]


def test_a_forgotten_password_is_set_anew_by_a_mailed_link(client: Client) -> None:
    assert ask_for_link(client).location == "/account/reset/sent/"
    page = client.get(link_in_mail(), follow=True)
    form = page.redirect_chain[-1][0]
    new = "two long incense sticks"
    assert client.post(form, {"new_password1": new, "new_password2": new}).headers["Location"] == "/account/reset/done/"
    assert sign_in(Client(), password=new).status == 302


def test_a_link_works_once(client: Client, brann: User) -> None:
    ask_for_link(client)
    link = link_in_mail()
    brann.set_password("two long incense sticks")
    brann.save()
    page = client.get(link, follow=True).content.decode()
    assert heading(page) == "This link does not work any more"
    assert "Ask for a new link" in page


def test_the_mail_names_account_and_site_and_nobody_s_words(client: Client) -> None:
    ask_for_link(client)
    link_in_mail()
    message = mail.outbox[0]
    assert message.subject == "A new password for testserver"
    assert (message.to, "brann-3" in str(message.body)) == (["brann@lore.example"], True)


@pytest.mark.parametrize("address", ["nobody@lore.example", "brann@lore.example"])
def test_asking_for_a_link_tells_not_whether_there_is_an_account(address: str, client: Client) -> None:
    answer = ask_for_link(client, address)
    assert (answer.status, answer.location) == (302, "/account/reset/sent/")


def test_an_unknown_address_gets_no_mail(client: Client) -> None:
    ask_for_link(client, "nobody@lore.example")
    ask_for_link(client)
    link_in_mail()
    assert [message.to for message in mail.outbox] == [["brann@lore.example"]]


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


def test_the_admin_s_pages_are_kept_by_no_cache(super_client: Client) -> None:
    for path in ("/admin/", "/admin/codex/codexsettings/1/change/"):
        assert "no-store" in super_client.get(path).headers["Cache-Control"]
