"""Staff do something about a caller's limit, by right and with a reason (CDX-06)."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

from codex.metering.overrides import override_of
from codex.models import CallerAct, LimitOverride
from codex.quota import grant, standing
from tests.codex.caller_pages import do, page_of, staff_with

pytestmark = pytest.mark.django_db


def test_a_reset_begins_today_anew(clerk: Client, reader: User) -> None:
    grant("user", str(reader.pk), 1)
    response = do(clerk, page_of("user", reader.pk), "reset", reason="a slip of ours")
    assert response.status_code == 302
    assert standing("user", str(reader.pk), 1).used == 0
    act = CallerAct.objects.get()
    assert (act.act, act.reason, act.detail) == ("reset", "a slip of ours", "1 used")
    assert act.done_by is not None
    assert "a slip of ours" in clerk.get(page_of("user", reader.pk)).content.decode()


@pytest.mark.django_db(transaction=True)
def test_an_override_counts_with_the_next_search(clerk: Client, reader: User) -> None:
    assert override_of("user", str(reader.pk)) is None
    until = datetime.now(UTC) + timedelta(days=7)
    typed = {"amount": "120", "until": f"{until:%Y-%m-%dT%H:%M}", "reason": "a feast"}
    do(clerk, page_of("user", reader.pk), "override", **typed)
    assert override_of("user", str(reader.pk)) == (120,)
    row = LimitOverride.objects.get()
    assert row.until is not None
    assert abs(row.until - until) < timedelta(minutes=1)
    page = clerk.get(page_of("user", reader.pk)).content.decode()
    assert "a limit of its own" in page
    assert ">120<" in "".join(page.split())


def test_the_second_of_two_staff_is_told_that_the_limit_was_set(clerk: Client, reader: User) -> None:
    page = page_of("user", reader.pk)
    do(clerk, page, "override", amount="70", reason="the first")
    for act, typed in (("override", {"override-amount": "5"}), ("lift", {})):
        response = clerk.post(page, {"act": act, "seen": "none", f"{act}-reason": "the second", **typed})
        assert "Somebody else set or lifted this limit" in response.content.decode()
    assert LimitOverride.objects.get().amount == 70
    assert list(CallerAct.objects.values_list("reason", flat=True)) == ["the first"]
    again = response.context["page"].seen
    sent = {"act": "override", "seen": again, "override-amount": "5", "override-reason": "the second"}
    assert clerk.post(page, sent).status_code == 302
    assert LimitOverride.objects.get().amount == 5


def test_what_was_lifted_already_is_not_lifted_again(clerk: Client, reader: User) -> None:
    page = page_of("user", reader.pk)
    do(clerk, page, "override", amount="70", reason="the first")
    seen = clerk.get(page).context["page"].seen
    sent = {"act": "lift", "seen": seen, "lift-reason": "the feast is over"}
    assert [clerk.post(page, sent).status_code for _ in range(2)] == [302, 200]
    assert CallerAct.objects.filter(act="lift").count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_lifted_override_counts_no_longer(clerk: Client, reader: User) -> None:
    do(clerk, page_of("user", reader.pk), "override", amount="0", reason="a flood")
    assert override_of("user", str(reader.pk)) == (0,)
    do(clerk, page_of("user", reader.pk), "lift", reason="calm again")
    assert override_of("user", str(reader.pk)) is None


@pytest.mark.django_db(transaction=True)
def test_a_group_is_exempted(clerk: Client, reader: User, client: Client) -> None:
    group = Group.objects.create(name="abbots")
    reader.groups.add(group)
    do(clerk, page_of("group", group.pk), "override", no_limit="on", reason="they keep the archive")
    client.force_login(reader)
    assert client.get("/api/v1/quota").json()["limit"] is None
    page = clerk.get(page_of("user", reader.pk)).content.decode()
    assert "a group of this user" in page


def test_an_override_that_is_over_is_shown_as_such(clerk: Client, reader: User) -> None:
    over = datetime.now(UTC) - timedelta(days=1)
    LimitOverride.objects.create(kind="user", caller=str(reader.pk), amount=7, until=over, reason="a feast")
    page = clerk.get(page_of("user", reader.pk)).content.decode()
    assert "which is over" in page
    assert "codex-daily-per-user" in page


@pytest.mark.parametrize(
    ("act", "typed"),
    [
        ("reset", {}),
        ("reset", {"reason": "  "}),
        ("reset", {"reason": "x" * 201}),
        ("lift", {}),
        ("override", {"amount": "5"}),
        ("override", {"reason": "a feast"}),
        ("override", {"amount": "5", "no_limit": "on", "reason": "both"}),
        ("override", {"amount": "-1", "reason": "a feast"}),
        ("override", {"amount": "10000001", "reason": "a feast"}),
        ("override", {"amount": "many", "reason": "a feast"}),
        ("override", {"amount": "5", "until": "2001-01-01", "reason": "a feast"}),
        ("override", {"amount": "5", "until": "soon", "reason": "a feast"}),
        ("exempt", {"reason": "a feast"}),
        ("", {}),
    ],
)
def test_an_act_that_is_not_filled_in_does_nothing(
    clerk: Client, reader: User, act: str, typed: dict[str, str]
) -> None:
    grant("user", str(reader.pk), 5)
    assert do(clerk, page_of("user", reader.pk), act, **typed).status_code == 200
    assert standing("user", str(reader.pk), 5).used == 1
    assert not LimitOverride.objects.exists()
    assert not CallerAct.objects.exists()


def test_who_may_only_look_is_offered_no_act_and_can_do_none(reader: User) -> None:
    looker, page = staff_with("view_usage"), page_of("user", reader.pk)
    grant("user", str(reader.pk), 5)
    assert 'name="act"' not in looker.get(page).content.decode()
    for act in ("reset", "override", "lift", ""):
        assert do(looker, page, act, amount="5", reason="a feast").status_code == 403
    assert standing("user", str(reader.pk), 5).used == 1
    assert not CallerAct.objects.exists()


def test_acts_need_a_token_against_forged_requests(reader: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.create_superuser("abbess"))
    assert do(client, page_of("user", reader.pk), "reset", reason="forged").status_code == 403
