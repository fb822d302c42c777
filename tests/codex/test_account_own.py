"""What only the owner of an account may do: another mail address, and closing it for good (SEC-04, GRD-10)."""

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client

from codex.callers import Caller
from codex.models import CallerAct, DailyUse, LimitOverride
from codex.quota import grant
from tests.codex.account_pages import SECRET, Page, is_signed_in, make_brann, sign_in
from tests.codex.archives import eventually
from tests.reading import title

pytestmark = pytest.mark.django_db
MAIL, CLOSE = "/account/mail/", "/account/close/"


@pytest.fixture
def brann(client: Client) -> User:
    """A user, signed in."""
    user = make_brann()
    sign_in(client)
    return user


def post(client: Client, address: str, password: str = SECRET, **more: str) -> Page:
    return Page(client.post(address, {"password": password, **more}))


def test_another_address_is_kept_and_the_former_one_is_told(client: Client, brann: User) -> None:
    assert 'value="brann@lore.example"' in client.get(MAIL).content.decode()
    assert post(client, MAIL, email="brann@new.example").location == "/account/"
    assert "Your e-mail address was changed." in client.get("/account/").content.decode()
    brann.refresh_from_db()
    assert brann.email == "brann@new.example"
    assert eventually(lambda: len(mail.outbox) == 1)
    assert mail.outbox[0].to == ["brann@lore.example"]
    assert "brann@new.example" not in mail.outbox[0].body


def test_no_address_is_kept_when_none_is_wanted(client: Client, brann: User) -> None:
    post(client, MAIL, email="")
    brann.refresh_from_db()
    assert brann.email == ""


@pytest.mark.parametrize("address", [MAIL, CLOSE])
def test_without_the_password_nothing_happens(address: str, client: Client, brann: User) -> None:
    for password in ("", "wrong"):
        page = post(client, address, password, email="x@new.example")
        assert page.status == 200
        assert title(page.text).startswith("Error: ")
        assert 'id="id_password_error"' in page.text
    brann.refresh_from_db()
    assert brann.email == "brann@lore.example"


@pytest.mark.parametrize("address", [MAIL, CLOSE])
def test_a_password_is_not_guessed_at_an_open_session(address: str, client: Client, brann: User) -> None:
    for _ in range(10):
        post(client, address, "wrong", email="x@new.example")
    refused = client.post(address, {"password": SECRET, "email": "x@new.example"})
    assert (refused.status_code, "Retry-After" in refused.headers) == (429, True)
    assert User.objects.filter(pk=brann.pk, email="brann@lore.example").exists()


@pytest.mark.parametrize("address", [MAIL, CLOSE])
def test_strangers_are_led_to_the_door_and_forms_want_their_token(address: str, client: Client) -> None:
    assert client.get(address).headers["Location"] == f"/account/sign-in/?next={address}"
    make_brann()
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(User.objects.get())
    assert strict.post(address, {"password": SECRET}).status_code == 403
    assert "no-store" in strict.get(address).headers["Cache-Control"]


def test_closing_says_what_goes_and_what_stays(client: Client, brann: User) -> None:
    grant("user", str(brann.pk), 50)
    page = client.get(CLOSE).content.decode()
    for told in (
        "Name, e-mail address and password",
        "Counts of searches of 1 day",
        "cannot be called back",
    ):
        assert told in page


def test_closing_names_nothing_of_which_there_is_none(client: Client, brann: User) -> None:
    page = client.get(CLOSE).content.decode()
    assert "of 0 days" not in page
    assert "0 answers" not in page


def test_closing_deletes_all_that_is_the_owners_and_nothing_else(client: Client, brann: User) -> None:
    other = User.objects.create_user("ilse")
    for user in (brann, other):
        grant("user", str(user.pk), 50)
        LimitOverride.objects.create(kind="user", caller=str(user.pk), amount=7, reason="guest")
        CallerAct.objects.create(act="override", kind="user", caller=str(user.pk), reason="guest")
    left = post(client, CLOSE)
    assert (left.status, "Your account is closed" in left.text) == (200, True)
    assert [user.username for user in User.objects.all()] == ["ilse"]
    assert [row.caller for row in DailyUse.objects.all()] == [str(other.pk)]
    assert [row.caller for row in LimitOverride.objects.all()] == [str(other.pk)]
    assert CallerAct.objects.count() == 2


def test_every_session_of_a_closed_account_ends(client: Client, brann: User) -> None:
    elsewhere = Client()
    sign_in(elsewhere)
    post(client, CLOSE)
    assert not is_signed_in(client)
    assert not is_signed_in(elsewhere)
    assert "Name and password do not fit together." in sign_in(client).text


@pytest.mark.parametrize("rights", [{"is_staff": True}, {"is_superuser": True}])
def test_an_account_of_the_staff_is_not_closed_by_its_owner(
    rights: dict[str, bool], client: Client, brann: User
) -> None:
    User.objects.filter(pk=brann.pk).update(**rights)
    assert "This is an account of the staff" in client.get(CLOSE).content.decode()
    assert post(client, CLOSE).status == 403
    assert User.objects.filter(pk=brann.pk).exists()


def test_staff_who_delete_an_account_delete_what_was_its_owners(super_client: Client) -> None:
    user = make_brann()
    grant("user", str(user.pk), 50)
    left = super_client.post(f"/admin/auth/user/{user.pk}/delete/", {"post": "yes"})
    assert left.status_code == 302
    assert not User.objects.filter(pk=user.pk).exists()
    assert not DailyUse.objects.filter(kind="user", caller=str(user.pk)).exists()


def test_the_last_who_may_do_everything_is_never_deleted(super_client: Client, super_user: User) -> None:
    own = f"/admin/auth/user/{super_user.pk}/"
    assert super_client.post(f"{own}delete/", {"post": "yes"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [super_user.pk], "post": "yes"}
    super_client.post("/admin/auth/user/", chosen)
    assert User.objects.filter(pk=super_user.pk, is_superuser=True, is_active=True).exists()


def test_the_last_who_may_do_everything_stays_one(super_client: Client, super_user: User) -> None:
    own = f"/admin/auth/user/{super_user.pk}/change/"
    joined = {"date_joined_0": "2026-11-30", "date_joined_1": "12:00:00"}
    assert super_client.post(own, {"username": "abbess", **joined}).status_code == 302
    assert User.objects.filter(pk=super_user.pk, is_superuser=True, is_active=True).exists()


def test_two_who_may_do_everything_are_not_deleted_together(super_client: Client, super_user: User) -> None:
    second = User.objects.create_superuser("prior", password="incense")
    chosen = {"action": "delete_selected", "_selected_action": [super_user.pk, second.pk], "post": "yes"}
    super_client.post("/admin/auth/user/", chosen)
    assert User.objects.filter(is_superuser=True).count() == 2
    super_client.post("/admin/auth/user/", chosen | {"_selected_action": [second.pk]})
    assert list(User.objects.filter(is_superuser=True)) == [super_user]


def test_the_home_of_an_account_tells_all_that_is_counted(client: Client, brann: User) -> None:
    grant("user", Caller("user", str(brann.pk)).key, 50)
    page = " ".join(client.get("/account/").content.decode().split())
    assert '<th scope="row">Searches</th> <td>1</td> <td>49</td> <td>50</td>' in page
    assert '<th scope="row">Answers</th> <td>0</td> <td>20</td> <td>20</td>' in page
