"""Staff who look after accounts cannot rise above their own rights, nor reach those who stand higher (ADM-01)."""

from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.test import Client

from codex.models import LimitOverride

pytestmark = pytest.mark.django_db
ACCOUNTS = ["view_user", "add_user", "change_user", "delete_user", "change_group", "delete_group", "view_usage"]


def right(codename: str) -> Permission:
    return Permission.objects.get(codename=codename)


@pytest.fixture
def steward(db: None) -> User:
    """Staff who look after accounts and see callers, and no more."""
    user = User.objects.create_user("steward", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=ACCOUNTS))
    return user


@pytest.fixture
def office(steward: User) -> Client:
    client = Client()
    client.force_login(steward)
    return client


def page_of(row: User | Group, act: str = "change") -> str:
    return f"/admin/auth/{'user' if isinstance(row, User) else 'group'}/{row.pk}/{act}/"


def sent(user: User, **typed: Any) -> dict[str, Any]:
    joined = {"date_joined_0": "2026-01-01", "date_joined_1": "00:00:00"}
    flags = {"is_active": "on", "is_staff": "on"}
    return {"username": user.username, **joined, **flags, "user_permissions": [], "groups": [], **typed}


def test_nobody_makes_themselves_a_superuser(office: Client, steward: User) -> None:
    own = [permission.pk for permission in steward.user_permissions.all()]
    response = office.post(page_of(steward), sent(steward, is_superuser="on", user_permissions=own))
    steward.refresh_from_db()
    assert (response.status_code, steward.is_superuser) == (302, False)


@pytest.mark.parametrize("codename", ["change_index_url", "change_endpoint", "manage_quotas"])
def test_a_right_that_one_does_not_hold_cannot_be_given(office: Client, steward: User, codename: str) -> None:
    response = office.post(page_of(steward), sent(steward, user_permissions=[right(codename).pk]))
    assert "user_permissions" in response.context["adminform"].form.errors
    assert not User.objects.get(pk=steward.pk).has_perm(f"codex.{codename}")


def test_a_right_that_one_holds_can_be_given(office: Client) -> None:
    helper = User.objects.create_user("helper")
    response = office.post(page_of(helper), sent(helper, user_permissions=[right("view_usage").pk]))
    assert (response.status_code, helper.has_perm("codex.view_usage")) == (302, True)


@pytest.mark.parametrize("act", ["change", "delete", "password"])
@pytest.mark.parametrize("is_active", [True, False])
def test_whoever_stands_higher_is_out_of_reach(office: Client, super_user: User, act: str, is_active: bool) -> None:
    keeper = User.objects.create_user("keeper", is_staff=True, is_active=is_active)
    keeper.user_permissions.add(right("change_index_url"))
    for higher in (super_user, keeper):
        typed = sent(higher, password1="two long sticks", password2="two long sticks", post="yes")
        assert office.post(page_of(higher, act), typed).status_code == 403
        assert User.objects.get(pk=higher.pk).password == higher.password


def test_rights_of_a_group_count_as_well(office: Client, steward: User) -> None:
    keepers = Group.objects.create(name="keepers")
    keepers.permissions.add(right("change_index_url"))
    assert office.post(page_of(keepers), {"name": "mine"}).status_code == 403
    response = office.post(page_of(steward), sent(steward, groups=[keepers.pk]))
    assert "groups" in response.context["adminform"].form.errors


def test_a_right_cannot_be_given_by_way_of_a_group(office: Client) -> None:
    scribes = Group.objects.create(name="scribes")
    response = office.post(page_of(scribes), {"name": "scribes", "permissions": [right("change_index_url").pk]})
    assert "permissions" in response.context["adminform"].form.errors


def test_a_group_without_limit_is_for_those_who_may_set_limits(office: Client, steward: User) -> None:
    exempt = Group.objects.create(name="exempt")
    LimitOverride.objects.create(kind="group", caller=str(exempt.pk), amount=None, reason="abbess")
    refused = office.post(page_of(steward), sent(steward, groups=[exempt.pk]))
    assert "groups" in refused.context["adminform"].form.errors
    steward.user_permissions.add(right("manage_quotas"))
    own = [permission.pk for permission in steward.user_permissions.all()]
    assert office.post(page_of(steward), sent(steward, groups=[exempt.pk], user_permissions=own)).status_code == 302


def test_several_at_once_are_no_way_round(office: Client, super_user: User) -> None:
    typed = {"action": "delete_selected", "_selected_action": [super_user.pk], "post": "yes"}
    office.post("/admin/auth/user/", typed)
    assert User.objects.filter(pk=super_user.pk).exists()


def test_a_superuser_gives_every_right_that_opens_something(super_client: Client, super_user: User) -> None:
    form = super_client.get(page_of(super_user)).context["adminform"].form
    offered = {permission.codename for permission in form.fields["user_permissions"].queryset}
    assert {"change_index_url", "manage_quotas", "change_endpoint", "change_user"} <= offered
    assert not offered & {"view_session", "add_contenttype", "view_logentry", "add_archivechunk", "add_settingchange"}
    typed = sent(super_user, is_superuser="on", user_permissions=[right("manage_quotas").pk])
    assert super_client.post(page_of(super_user), typed).status_code == 302
