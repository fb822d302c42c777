"""The limits that staff set for single callers and groups: which one counts, and what knowing them costs (CDX-06)."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, User
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from codex.metering.overrides import amounts, override_of
from codex.models import LimitOverride

pytestmark = pytest.mark.django_db


def give(kind: str, caller: str, amount: int | None, hours: float | None = None) -> None:
    until = None if hours is None else timezone.now() + timedelta(hours=hours)
    LimitOverride.objects.create(kind=kind, caller=caller, amount=amount, until=until, reason="a feast")
    amounts.forget()


def member_of(*names: str) -> str:
    user = User.objects.create_user("brother")
    user.groups.set([Group.objects.get_or_create(name=name)[0] for name in names])
    return str(user.pk)


def give_group(name: str, amount: int | None) -> None:
    give("group", str(Group.objects.get_or_create(name=name)[0].pk), amount)


def test_whoever_has_none_has_none() -> None:
    give("user", "2", 7)
    assert override_of("user", "1") is None


def test_a_caller_s_own_limit() -> None:
    give("pilgrim", "ab12", 7)
    assert override_of("pilgrim", "ab12") == (7,)
    assert override_of("bot", "ab12") is None


def test_no_limit_at_all_is_another_thing_than_none_of_their_own() -> None:
    give("token", "b0", None)
    assert override_of("token", "b0") == (None,)


def test_it_counts_until_its_time_is_over() -> None:
    give("user", "1", 7, hours=1)
    give("user", "2", 7, hours=-1)
    assert (override_of("user", "1"), override_of("user", "2")) == ((7,), None)


def test_a_group_s_limit_is_that_of_its_members() -> None:
    give_group("scribes", 700)
    assert override_of("user", member_of("scribes")) == (700,)
    assert override_of("user", str(User.objects.create_user("stranger").pk)) is None


def test_of_several_groups_the_most_generous_counts() -> None:
    give_group("scribes", 700)
    give_group("novices", 20)
    assert override_of("user", member_of("scribes", "novices")) == (700,)


def test_a_group_without_limit_outdoes_every_number() -> None:
    give_group("scribes", 700)
    give_group("abbots", None)
    assert override_of("user", member_of("scribes", "abbots")) == (None,)


def test_what_was_said_of_the_user_outdoes_the_group() -> None:
    give_group("abbots", None)
    user = member_of("abbots")
    give("user", user, 3)
    assert override_of("user", user) == (3,)


def test_only_users_are_in_groups() -> None:
    give_group("scribes", 700)
    assert override_of("pilgrim", member_of("scribes")) is None


def test_while_nobody_has_one_nothing_is_asked(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    override_of("user", "1")
    with django_assert_num_queries(0):
        override_of("user", "1")
        override_of("pilgrim", "ab12")


def test_groups_are_asked_for_only_while_one_has_a_limit(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    give_group("scribes", 700)
    override_of("user", "1")
    with django_assert_num_queries(1):
        override_of("user", "1")
        override_of("address", "ab12")
