"""What staff do about a caller's limits, and that each act is kept with its reason (CDX-06)."""

from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoCaptureOnCommitCallbacks

from codex.metering import caller_acts
from codex.metering.caller_acts import SupersededError, Whose, lift, override, record, reset
from codex.metering.overrides import override_of
from codex.models import CallerAct, LimitOverride
from codex.quota import grant, standing

NOON = datetime(2030, 5, 1, 12, tzinfo=UTC)
READER = Whose("user", "1")

pytestmark = pytest.mark.django_db


@pytest.fixture
def abbess() -> User:
    """Somebody who does things."""
    return User.objects.create_user("abbess")


def kept() -> list[tuple[str, str, str, str, str, int | None]]:
    fields = ("act", "kind", "caller", "detail", "reason", "done_by")
    return list(CallerAct.objects.order_by("pk").values_list(*fields))


def test_a_reset_lets_the_caller_begin_today_anew(abbess: User) -> None:
    for _ in range(3):
        grant("user", "1", 3, now=NOON)
    assert reset(READER, by=abbess, reason="a slip of ours", now=NOON) == 3
    assert standing("user", "1", 3, now=NOON).left == 3
    assert kept() == [("reset", "user", "1", "3 used", "a slip of ours", abbess.pk)]


def test_a_reset_touches_no_other_caller_and_no_other_day(abbess: User) -> None:
    yesterday = NOON.replace(month=4)
    for kind, caller, when in (("user", "2", NOON), ("address", "1", NOON), ("user", "1", yesterday)):
        grant(kind, caller, 3, now=when)
    assert reset(READER, by=abbess, reason="a slip", now=NOON) == 0
    assert standing("user", "2", 3, now=NOON).used == standing("address", "1", 3, now=NOON).used == 1
    assert standing("user", "1", 3, now=yesterday).used == 1


def test_an_override_is_in_force_at_once(
    abbess: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    assert override_of("user", "1") is None
    with django_capture_on_commit_callbacks(execute=True):
        override(READER, 120, until=NOON, by=abbess, reason="a feast")
    assert override_of("user", "1") == (120,)
    assert kept() == [("override", "user", "1", "120 a day, until 2030-05-01 12:00 UTC", "a feast", abbess.pk)]


def test_a_second_override_takes_the_first_one_s_place(abbess: User) -> None:
    override(READER, 120, until=NOON, by=abbess, reason="a feast")
    override(READER, None, until=None, by=abbess, reason="now an abbot")
    row = LimitOverride.objects.get()
    assert (row.amount, row.until, row.reason, row.set_by_id) == (None, None, "now an abbot", abbess.pk)
    assert [act[3] for act in kept()][1] == "no limit, until lifted"


def test_a_lifted_override_counts_no_longer(
    abbess: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    override(READER, 0, until=None, by=abbess, reason="a flood")
    override(Whose("user", "2"), 0, until=None, by=abbess, reason="a flood")
    assert override_of("user", "1") == (0,)
    with django_capture_on_commit_callbacks(execute=True):
        lift(READER, by=abbess, reason="calm again")
    assert (override_of("user", "1"), override_of("user", "2")) == (None, (0,))


@pytest.mark.parametrize("reason", ["", " ", "\n"])
def test_an_act_without_a_reason_does_not_happen(reason: str, abbess: User) -> None:
    grant("user", "1", 3)
    for act in (
        lambda: reset(READER, by=abbess, reason=reason),
        lambda: override(READER, 1, until=None, by=abbess, reason=reason),
        lambda: lift(READER, by=abbess, reason=reason),
    ):
        with pytest.raises(ValueError, match="reason"):
            act()
    assert standing("user", "1", 3).used == 1
    assert not LimitOverride.objects.exists()
    assert not kept()


def test_at_the_command_line_nobody_is_named() -> None:
    record(READER, CallerAct.Act.RESET, by=None, reason="by command")
    assert kept()[0][5] is None


def test_rows_tell_what_they_are_without_naming_the_caller() -> None:
    override(Whose("address", "f00dcafe"), None, until=None, by=None, reason="a feast")
    rows = [LimitOverride.objects.get(), CallerAct.objects.get()]
    assert [str(row) for row in rows] == ["address: no limit", "override address"]


def test_of_two_who_set_the_first_limit_at_the_same_moment_the_second_is_told(
    abbess: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caller_acts, "_checked", lambda *_: None)
    override(READER, 70, until=None, by=abbess, reason="the first")
    with pytest.raises(SupersededError):
        override(READER, 5, until=None, by=abbess, reason="the second")
    assert LimitOverride.objects.get().amount == 70


def test_a_limit_that_is_not_there_cannot_be_lifted(abbess: User) -> None:
    with pytest.raises(SupersededError):
        lift(READER, by=abbess, reason="the feast is over")
    assert not kept()
