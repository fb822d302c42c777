"""Staff make tokens, see them once, rotate and revoke them; each by right and with a reason (API-01)."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.test import Client
from django.utils import timezone

from codex.core.errors import CallerError
from codex.core.tokens import LEAK_PATTERN
from codex.metering.bot_tokens import bearer, make, revoke
from codex.models import BotToken, CallerAct, DailyUse
from tests.codex.caller_pages import staff_with

LIST = "/admin/codex/bottoken/"
ADD = f"{LIST}add/"

pytestmark = pytest.mark.django_db


@pytest.fixture
def clerk(db: None) -> Client:
    """Staff who may do everything with tokens."""
    return staff_with("view_bottoken", "add_bottoken", "change_bottoken")


def typed(**values: Any) -> dict[str, Any]:
    given = {"name": "Luma", "scopes": ["search", "tools"], "expires_at": "", "reason": "for Luma"}
    return given | values


def luma(**how: Any) -> BotToken:
    return make("Luma", ["search"], expires_at=how.get("expires_at"), by=None, reason="for Luma").row


def page_of(row: BotToken) -> str:
    return f"{LIST}{row.pk}/change/"


def token_on(response: Any) -> str:
    assert response.status_code == 200
    found = re.findall(LEAK_PATTERN, response.content.decode())
    assert len(found) == 1
    return str(found[0])


def test_a_new_token_is_shown_once_and_works(clerk: Client) -> None:
    response = clerk.post(ADD, typed())
    token = token_on(response)
    assert bearer(token).scopes == {"search", "tools"}
    assert "no-store" in response.headers["Cache-Control"]
    assert token not in clerk.get(page_of(BotToken.objects.get())).content.decode()
    assert token not in clerk.get(LIST).content.decode()


def test_a_new_token_is_kept_in_no_cookie_session_or_message(clerk: Client) -> None:
    response = clerk.post(ADD, typed())
    token = token_on(response)
    assert token not in str(clerk.cookies)
    assert token not in str(dict(clerk.session))
    assert not list(get_messages(response.wsgi_request))


def test_who_made_it_and_why_is_kept(clerk: Client) -> None:
    clerk.post(ADD, typed())
    row, act = BotToken.objects.get(), CallerAct.objects.get()
    assert (row.made_by, act.done_by, act.reason) == (act.done_by, row.made_by, "for Luma")
    assert row.made_by is not None


def test_a_token_lives_a_year_unless_said_otherwise(clerk: Client) -> None:
    offered = re.findall(r'name="expires_at" value="([^"]+)"', clerk.get(ADD).content.decode())
    clerk.post(ADD, typed(expires_at=offered[0]))
    ends = BotToken.objects.get().expires_at
    assert ends is not None
    assert timedelta(days=364) < ends - timezone.now() <= timedelta(days=365)


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""}, {"name": "x" * 81}, {"name": "a\x00b"}, {"name": "a\u202eb"}, {"scopes": []},
        {"scopes": ["everything"]}, {"expires_at": "2001-01-01T00:00"}, {"expires_at": "soon"}, {"reason": " "},
    ],
)  # fmt: skip
def test_a_form_that_is_not_filled_in_makes_nothing(clerk: Client, wrong: dict[str, Any]) -> None:
    response = clerk.post(ADD, typed(**wrong))
    assert response.status_code == 200
    assert set(response.context["form"].errors) == set(wrong)
    assert not BotToken.objects.exists()


def test_the_list_tells_state_last_use_and_today_s_total(clerk: Client) -> None:
    row = luma()
    DailyUse.objects.create(kind="token", caller=row.bot, day=timezone.now().date(), used=4_321)
    page = clerk.get(LIST).content.decode()
    assert all(words in page for words in (f"…{row.last_four}", "active", "4321"))
    revoke(row, by=None, reason="leaked")
    assert "revoked" in clerk.get(page_of(row)).content.decode()


def test_a_rotated_token_is_shown_once_and_follows_the_old_one(clerk: Client) -> None:
    old = luma()
    response = clerk.post(page_of(old), {"act": "rotate", "rotate-hours": "2", "rotate-reason": "yearly"})
    assert bearer(token_on(response)).bot == old.bot
    old.refresh_from_db()
    assert old.expires_at is not None
    assert old.expires_at - timezone.now() < timedelta(hours=2)


def test_a_revoked_token_is_refused(clerk: Client) -> None:
    made = make("Luma", ["search"], expires_at=None, by=None, reason="for Luma")
    response = clerk.post(page_of(made.row), {"act": "revoke", "revoke-reason": "leaked"})
    assert response.status_code == 302
    with pytest.raises(CallerError, match="revoked"):
        bearer(made.token)
    page = clerk.get(page_of(made.row)).content.decode()
    assert "leaked" in page
    assert 'name="act"' not in page


@pytest.mark.parametrize(
    "sent",
    [
        {"act": "revoke"},
        {"act": "rotate", "rotate-reason": "yearly"},
        {"act": "rotate", "rotate-hours": "24"},
        {"act": "rotate", "rotate-hours": "-1", "rotate-reason": "yearly"},
        {"act": "rotate", "rotate-hours": "8761", "rotate-reason": "yearly"},
        {"act": "delete", "delete-reason": "x"},
        {},
    ],
)
def test_an_act_that_is_not_filled_in_does_nothing(clerk: Client, sent: dict[str, str]) -> None:
    row = luma()
    assert clerk.post(page_of(row), sent).status_code == 200
    row.refresh_from_db()
    assert (row.state, row.expires_at, BotToken.objects.count()) == ("active", None, 1)


def test_a_token_that_ended_meanwhile_is_not_rotated(clerk: Client) -> None:
    row = luma()
    revoke(row, by=None, reason="leaked")
    response = clerk.post(page_of(row), {"act": "rotate", "rotate-hours": "2", "rotate-reason": "yearly"}, follow=True)
    assert "token_revoked" in response.content.decode()
    assert BotToken.objects.count() == 1


@pytest.mark.parametrize(
    ("right", "adding", "looking", "acting"),
    [
        ("view_bottoken", 403, 200, 403),
        ("add_bottoken", 200, 403, 403),
        ("change_bottoken", 403, 200, 200),
        ("view_usage", 403, 403, 403),
    ],
)
def test_each_right_opens_its_own_part(right: str, adding: int, looking: int, acting: int) -> None:
    client, row = staff_with(right), luma()
    assert client.get(ADD).status_code == client.post(ADD, typed(name="")).status_code == adding
    assert client.get(page_of(row)).status_code == client.get(LIST).status_code == looking
    assert client.post(page_of(row), {"act": "revoke"}).status_code == acting


def test_who_may_only_look_is_offered_no_act(clerk: Client) -> None:
    assert 'name="act"' not in staff_with("view_bottoken").get(page_of(luma())).content.decode()


def test_the_way_to_its_count_is_shown_to_those_who_may_go_there() -> None:
    row = luma()
    address = f"/admin/codex/dailyuse/caller/token/{row.bot}/"
    assert address not in staff_with("view_bottoken").get(page_of(row)).content.decode()
    both = staff_with("view_bottoken", "view_usage")
    assert address in both.get(page_of(row)).content.decode()
    assert both.get(address).status_code == 200


def test_nobody_deletes_one(super_client: Client) -> None:
    row = luma()
    assert super_client.post(f"{LIST}{row.pk}/delete/", {"post": "yes"}).status_code == 403


@pytest.mark.parametrize("number", ["999", "x"])
def test_a_token_that_is_not_there_is_not_found(clerk: Client, number: str) -> None:
    assert clerk.get(f"{LIST}{number}/change/").status_code == 404


def test_making_needs_a_token_against_forged_requests() -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.create_superuser("abbess"))
    assert client.post(ADD, typed()).status_code == 403


def test_whoever_may_only_make_one_is_led_to_a_page_that_opens() -> None:
    maker = staff_with("add_bottoken")
    way = re.findall(r'href="([^"]*)">Go on<', maker.post(ADD, typed()).content.decode())
    assert [maker.get(address).status_code for address in way] == [200]
