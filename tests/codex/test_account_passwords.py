"""Passwords: changed by whoever knows the old one, set anew by a mailed link, never told apart (SEC-04)."""

import re

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client

from tests.codex.account_pages import SECRET, Page, is_signed_in, make_brann, sign_in
from tests.codex.archives import eventually
from tests.reading import heading

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def brann(db: None) -> User:
    return make_brann()


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
