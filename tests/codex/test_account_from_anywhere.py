"""Many addresses that guess at one account are bounded together, and cannot keep its owner out by that (SEC-04)."""

import re

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client

from codex.accounts.throttle import BOUNDS
from tests.codex.archives import eventually

pytestmark = pytest.mark.django_db
SECRET, DOOR = "a long incense stick", "/account/sign-in/"
ALL, ADDRESS = BOUNDS["sign-in"].of_all, "203.0.113.9"


@pytest.fixture(autouse=True)
def _owner(db: None) -> User:
    return User.objects.create_user("brann", "brann@lore.example", SECRET)


def status(password: str, address: str) -> int:
    return Client().post(DOOR, {"username": "brann", "password": password}, REMOTE_ADDR=address).status_code


def guess(tries: int = ALL) -> None:
    """Five from each address: half of what one may."""
    for number in range(tries):
        assert status("wrong", f"198.51.100.{number // 5}") == 200


def test_they_are_refused_wherever_they_come_from() -> None:
    guess()
    assert status("wrong", "192.0.2.1") == 429
    assert status(SECRET, "192.0.2.2") == 429


def test_the_owner_gets_in_from_where_they_signed_in_today() -> None:
    assert status(SECRET, ADDRESS) == 302
    guess()
    assert [status(SECRET, ADDRESS), status(SECRET, "192.0.2.1")] == [302, 429]


def test_the_owner_s_address_may_guess_no_more_than_any_other() -> None:
    assert status(SECRET, ADDRESS) == 302
    guess()
    statuses = [status("wrong", ADDRESS) for _ in range(BOUNDS["sign-in"].of_account + 1)]
    assert (statuses[0], statuses[-1]) == (200, 429)


def test_an_open_session_does_not_help_to_guess_the_password_from_many_addresses() -> None:
    guess()
    client = Client(REMOTE_ADDR="192.0.2.1")
    client.force_login(User.objects.get())
    fields = {"old_password": SECRET, "new_password1": "another long stick", "new_password2": "another long stick"}
    assert client.post("/account/password/", fields).status_code == 429


def test_an_owner_elsewhere_gets_in_by_a_mail() -> None:
    guess()
    client = Client(REMOTE_ADDR=ADDRESS)
    client.post("/account/reset/", {"email": "brann@lore.example"})
    assert eventually(lambda: len(mail.outbox) == 1)
    link = re.search(r"/account/reset/\S+", str(mail.outbox[0].body))
    assert link
    form = client.get(link[0], follow=True)
    fields = {"new_password1": "another long stick", "new_password2": "another long stick"}
    assert client.post(form.request["PATH_INFO"], fields).status_code == 302
    assert status("another long stick", ADDRESS) == 302


def test_nobody_s_mailbox_is_filled_from_many_addresses() -> None:
    for number in range(BOUNDS["reset"].of_all + 4):
        Client().post("/account/reset/", {"email": "brann@lore.example"}, REMOTE_ADDR=f"198.51.100.{number}")
    assert eventually(lambda: len(mail.outbox) == BOUNDS["reset"].of_all)
    assert not eventually(lambda: len(mail.outbox) > BOUNDS["reset"].of_all, seconds=0.5)
