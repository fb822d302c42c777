"""Guessing passwords is slow: per account, per address, on both doors, counted by the database (SEC-04)."""

import logging
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from smtplib import SMTPException

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client, RequestFactory
from django.utils import timezone

from codex.accounts.forms import _send
from codex.accounts.throttle import BOUNDS, too_many
from codex.models import Tries
from tests.shelving import change_settings

pytestmark = pytest.mark.django_db
SECRET = "a long incense stick"
DOORS = ["/account/sign-in/", "/admin/login/"]
TRIES = BOUNDS["sign-in"].of_account


@pytest.fixture(autouse=True)
def _staff(db: None) -> None:
    for name in ("brann-3", "ilse"):
        User.objects.create_user(name, "x@lore.example", SECRET, is_staff=True)


def attempt(door: str, name: str = "brann-3", password: str = "wrong", address: str = "192.0.2.1") -> bool:
    """Whether a try got in."""
    fields = {"username": name, "password": password}
    return Client().post(door, fields, REMOTE_ADDR=address).status_code == 302


def spend(door: str, tries: int = TRIES, **who: str) -> None:
    for _ in range(tries):
        assert not attempt(door, **who)


@pytest.mark.parametrize("door", DOORS)
def test_after_too_many_tries_the_right_password_is_refused_too(door: str) -> None:
    spend(door)
    assert not attempt(door, password=SECRET)


@pytest.mark.parametrize("door", DOORS)
def test_up_to_there_it_is_let_in(door: str) -> None:
    spend(door, TRIES - 1)
    assert attempt(door, password=SECRET)


def test_both_doors_count_together() -> None:
    spend(DOORS[0], TRIES // 2)
    spend(DOORS[1], TRIES - TRIES // 2)
    assert not attempt(DOORS[0], password=SECRET)


def test_another_spelling_of_the_name_is_no_other_account() -> None:
    spend(DOORS[0], name="BRANN-3")
    assert not attempt(DOORS[0], password=SECRET)


def test_the_owner_elsewhere_and_others_here_still_get_in() -> None:
    spend(DOORS[0])
    assert attempt(DOORS[0], password=SECRET, address="198.51.100.7")
    assert attempt(DOORS[0], name="ilse", password=SECRET)


def test_one_address_cannot_try_all_names() -> None:
    for number in range(BOUNDS["sign-in"].of_address):
        assert not attempt(DOORS[0], name=f"novice-{number}")
    assert not attempt(DOORS[0], password=SECRET)
    assert attempt(DOORS[0], password=SECRET, address="198.51.100.7")


def test_whoever_has_an_account_cannot_clear_the_address_with_it() -> None:
    for number in range(BOUNDS["sign-in"].of_address - 1):
        assert not attempt(DOORS[0], name=f"novice-{number}")
    assert attempt(DOORS[0], password=SECRET)
    assert not attempt(DOORS[0], name="novice")
    assert not attempt(DOORS[0], password=SECRET)


def test_success_forgives_the_account() -> None:
    for _ in range(3):
        spend(DOORS[0], TRIES - 1)
        assert attempt(DOORS[0], password=SECRET)


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("name", ["brann-3", "nobody"])
def test_the_refusal_tells_when_to_try_again_and_not_whether_there_is_such_an_account(name: str, door: str) -> None:
    spend(door, name=name)
    response = Client().post(door, {"username": name, "password": SECRET}, REMOTE_ADDR="192.0.2.1")
    assert (response.status_code, response.headers["Retry-After"]) == (429, "900")
    assert "Too many tries from here." in response.content.decode()


@pytest.mark.parametrize("door", DOORS)
def test_a_wrong_password_alone_is_no_429(door: str) -> None:
    response = Client().post(door, {"username": "brann-3", "password": "wrong"})
    assert (response.status_code, "Retry-After" in response.headers) == (200, False)


def test_whoever_is_signed_in_is_not_locked_out_by_tries_of_others() -> None:
    client = Client(REMOTE_ADDR="192.0.2.1")
    client.force_login(User.objects.get(username="brann-3"))
    for number in range(BOUNDS["sign-in"].of_address + 1):
        assert not attempt(DOORS[0], name=f"novice-{number}")
    spend(DOORS[0])
    assert client.get("/account/").status_code == 200
    assert client.get("/admin/").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_tries_at_the_same_time_are_all_counted(rf: RequestFactory) -> None:
    def one(_: int) -> bool:
        with closing(connection):
            return too_many(rf.post(DOORS[0], REMOTE_ADDR="192.0.2.1"), "sign-in", "brann-3")

    with ThreadPoolExecutor(8) as pool:
        refused = list(pool.map(one, range(40)))
    assert refused.count(False) == TRIES


def test_a_restart_forgets_no_try() -> None:
    spend(DOORS[0])
    cache.clear()
    assert not attempt(DOORS[0], password=SECRET)


def test_after_its_time_a_count_begins_anew_and_leaves_nothing_behind() -> None:
    spend(DOORS[0])
    Tries.objects.update(ends_at=timezone.now())
    assert attempt(DOORS[0], password=SECRET)
    assert set(Tries.objects.values_list("count", flat=True)) == {0}


def test_tries_in_between_do_not_make_the_time_longer(rf: RequestFactory) -> None:
    spend(DOORS[0], 1)
    ends = set(Tries.objects.values_list("ends_at", flat=True))
    spend(DOORS[0], 1)
    assert set(Tries.objects.values_list("ends_at", flat=True)) == ends


def test_neither_names_nor_addresses_are_kept() -> None:
    spend(DOORS[0], 1)
    keys = list(Tries.objects.values_list("key", flat=True))
    assert len(keys) == 3
    assert all(re.fullmatch("[0-9a-f]{64}", key) for key in keys)


def test_a_session_left_open_does_not_help_to_guess_the_password() -> None:
    client = Client(REMOTE_ADDR="192.0.2.1")
    client.force_login(User.objects.get(username="brann-3"))
    fields = {"old_password": "wrong", "new_password1": "two long sticks", "new_password2": "two long sticks"}
    for _ in range(TRIES):
        client.post("/account/password/", fields)
    assert client.post("/account/password/", fields | {"old_password": SECRET}).status_code == 429


def test_links_are_not_mailed_without_end() -> None:
    asked = [Client().post("/account/reset/", {"email": "nobody@lore.example"}) for _ in range(4)]
    assert [one.status_code for one in asked] == [302, 302, 302, 429]
    assert asked[-1].headers["Retry-After"] == "3600"


def test_accounts_are_not_made_without_end() -> None:
    change_settings(allow_signup=True)
    fields = {"password1": SECRET, "password2": SECRET}
    bound = BOUNDS["sign-up"].of_address
    made = [
        Client().post("/account/sign-up/", fields | {"username": f"novice-{number}"}).status_code
        for number in range(bound + 1)
    ]
    assert made == [302] * bound + [429]


@pytest.mark.parametrize("error", [SMTPException("no such user brann@lore.example"), ConnectionRefusedError()])
def test_a_mail_server_that_fails_is_logged_without_names(
    error: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def failing(self: EmailMessage) -> int:
        raise error

    monkeypatch.setattr(EmailMessage, "send", failing)
    caplog.set_level(logging.ERROR)
    _send(EmailMessage("s", "b", "a@lore.example", ["brann@lore.example"]))
    assert caplog.messages == [f"A mail could not be sent: {type(error).__name__}."]
