"""Staff find a caller and see its count, each by right (CDX-06)."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client, RequestFactory

from codex.callers import caller_of, pilgrim_of
from codex.metering.bot_tokens import make, rotate
from codex.models import CallerAct, DailyUse, LimitOverride
from codex.quota import grant
from tests.codex.caller_pages import FIND, do, found, page_of, staff_with
from tests.shelving import change_settings

pytestmark = pytest.mark.django_db


def test_a_user_is_found_by_name(clerk: Client, reader: User) -> None:
    grant("user", str(reader.pk), 50)
    page = clerk.get(found(clerk, user="pilgrim-anna")).content.decode()
    assert "User: pilgrim-anna" in page
    assert "<dd>1</dd>" in "".join(page.split())
    assert "codex-daily-per-user" in page


def test_an_address_is_found_as_today_s_hash(clerk: Client) -> None:
    key = caller_of(RequestFactory().get("/", REMOTE_ADDR="192.0.2.7")).key
    assert found(clerk, address=" 192.0.2.7 ") == page_of("address", key)
    assert found(clerk, address="::ffff:192.0.2.7") == page_of("address", key)


def test_a_bot_and_its_pilgrims_are_found(clerk: Client) -> None:
    row = make("Luma", ["search"], expires_at=None, by=None, reason="for Luma").row
    assert found(clerk, bot=row.pk) == page_of("token", row.bot)
    assert found(clerk, bot=row.pk, pilgrim="discord:41") == page_of("pilgrim", pilgrim_of(row.bot, "discord:41").key)
    page = clerk.get(page_of("token", row.bot)).content.decode()
    assert "Bot with all its pilgrims: Luma" in page
    assert page_of("bot", row.bot) in page
    assert page_of("token", row.bot) in clerk.get(page_of("bot", row.bot)).content.decode()


def test_a_group_is_found(clerk: Client) -> None:
    group = Group.objects.create(name="scribes")
    assert "Group of users: scribes" in clerk.get(found(clerk, group=group.pk)).content.decode()


@pytest.mark.parametrize(
    "typed",
    [
        {}, {"user": "nobody"}, {"address": "somewhere"}, {"pilgrim": "discord:41"}, {"bot": "99"}, {"group": "99"},
        {"user": "pilgrim-anna", "address": "192.0.2.7"}, {"user": "pilgrim-anna", "pilgrim": "x"},
        {"address": "x" * 5_000}, {"user": "x\x00"},
    ],
)  # fmt: skip
def test_whoever_cannot_be_found_is_told_so_in_words(clerk: Client, reader: User, typed: dict[str, str]) -> None:
    response = clerk.post(FIND, typed)
    assert response.status_code == 200
    assert response.context["form"].errors


def test_a_pilgrim_that_is_none_is_told_so(clerk: Client) -> None:
    row = make("Luma", ["search"], expires_at=None, by=None, reason="for Luma").row
    response = clerk.post(FIND, {"bot": row.pk, "pilgrim": "a\u200bb"})
    assert "printable" in str(response.context["form"].errors)


def test_of_several_tokens_of_a_bot_the_newest_is_offered(clerk: Client) -> None:
    old = make("Luma", ["search"], expires_at=None, by=None, reason="for Luma").row
    new = rotate(old, by=None, reason="yearly").row
    offered = clerk.get(FIND).context["form"].fields["bot"].queryset
    assert list(offered) == [new]


@pytest.mark.parametrize(
    "path",
    [
        "caller/robot/1/", "caller/user/x/", "caller/group/x/", f"caller/user/{'9' * 60}/", "caller/user/9999/",
        "caller/group/9999/", "caller/pilgrim/zz/", "caller/address/ab12/", "caller/token/ab12/", "caller/bot/ab12/",
    ],
)  # fmt: skip
def test_pages_of_callers_that_cannot_be_are_not_found(clerk: Client, path: str) -> None:
    assert clerk.get(f"/admin/codex/dailyuse/{path}", follow=True).status_code == 404


def test_a_user_who_was_deleted_still_has_a_page(clerk: Client) -> None:
    DailyUse.objects.create(kind="user", caller="999", day=datetime.now(UTC).date(), used=3)
    assert "number 999, deleted" in clerk.get(page_of("user", 999)).content.decode()
    assert "number 999, deleted" in clerk.get("/admin/codex/dailyuse/").content.decode()


@pytest.mark.parametrize("right", ["view_usage", "manage_quotas"])
@pytest.mark.parametrize("path", [FIND, "", "../limitoverride/", "../calleract/", f"caller/address/{'ab' * 32}/"])
def test_either_right_opens_the_pages(right: str, path: str) -> None:
    path = path if path.startswith("/") else f"/admin/codex/dailyuse/{path}"
    assert staff_with(right).get(path.replace("dailyuse/../", "")).status_code == 200


@pytest.mark.parametrize("path", [FIND, "/admin/codex/dailyuse/caller/user/1/", "/admin/codex/limitoverride/"])
def test_other_staff_and_strangers_see_nothing(client: Client, path: str) -> None:
    other = staff_with("change_codexsettings")
    assert other.get(path).status_code == 403
    assert other.post(path, {"user": "x"}).status_code == 403
    assert client.get(path).status_code == 302


def test_each_row_leads_to_its_caller(clerk: Client, reader: User) -> None:
    grant("user", str(reader.pk), 5)
    do(clerk, page_of("user", reader.pk), "override", amount="5", reason="a feast")
    for model, row in (
        ("dailyuse", DailyUse.objects.get()),
        ("limitoverride", LimitOverride.objects.get()),
        ("calleract", CallerAct.objects.get()),
    ):
        assert "User: pilgrim-anna" in clerk.get(f"/admin/codex/{model}/").content.decode()
        response = clerk.get(f"/admin/codex/{model}/{row.pk}/change/")
        assert (response.status_code, response.headers["Location"]) == (302, page_of("user", reader.pk))


@pytest.mark.parametrize("model", ["dailyuse", "limitoverride", "calleract"])
def test_rows_themselves_cannot_be_touched(super_client: Client, model: str) -> None:
    override = LimitOverride.objects.create(kind="user", caller="1", amount=7, reason="a feast")
    use = DailyUse.objects.create(kind="user", caller="1", day=datetime.now(UTC).date(), used=1)
    act = CallerAct.objects.create(kind="user", caller="1", act="reset", reason="a slip")
    pk = {"dailyuse": use, "limitoverride": override, "calleract": act}[model].pk
    for path in ("add/", f"{pk}/change/", f"{pk}/delete/"):
        assert super_client.post(f"/admin/codex/{model}/{path}", {"post": "yes"}).status_code == 403


def test_a_row_that_is_not_there_leads_back(clerk: Client) -> None:
    response = clerk.get("/admin/codex/dailyuse/999/change/")
    assert (response.status_code, response.headers["Location"]) == (302, "/admin/")


def test_the_list_asks_few_questions_however_many_rows(clerk: Client, django_assert_max_num_queries: Any) -> None:
    change_settings(codex_daily_per_user=5)
    for number in range(40):
        reader = User.objects.create_user(f"reader-{number}")
        grant("user", str(reader.pk), 5)
    with django_assert_max_num_queries(14):
        page = clerk.get("/admin/codex/dailyuse/").content.decode()
    assert "User: reader-39" in page


def test_what_is_typed_stands_in_no_url(clerk: Client, reader: User) -> None:
    assert clerk.get(FIND, {"user": "pilgrim-anna"}).status_code == 200
