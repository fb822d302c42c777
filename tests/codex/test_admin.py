"""The staff's pages: every setting on one form, refusals in words, a history, and nothing else to touch (ADM-01)."""

from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from codex.core.options import OPTIONS, CodexOptions
from codex.live import options, store, stored
from codex.models import ArchiveChunk, ArchiveSnapshot, CodexSettings, DailyUse, SettingChange
from codex.staff.settings_page import GROUPS
from tests.codex.settings_page import PAGE, PUBLIC, form_on, send


def test_the_list_leads_to_the_one_page(staff_client: Client) -> None:
    response = staff_client.get(reverse("admin:codex_codexsettings_changelist"), follow=True)
    assert response.redirect_chain == [(PAGE, 302)]
    assert response.status_code == 200


def test_strangers_are_asked_to_sign_in(client: Client, db: None) -> None:
    response = client.get(PAGE)
    assert (response.status_code, response.headers["Location"].partition("?")[0]) == (302, "/admin/login/")


def test_staff_without_any_right_see_nothing(client: Client, db: None) -> None:
    client.force_login(User.objects.create_user("novice", is_staff=True))
    assert client.get(PAGE).status_code == 403
    assert client.post(PAGE, {"codex_index_url": PUBLIC}).status_code == 403


@pytest.mark.parametrize("path", ["/admin/codex/codexsettings/add/", "/admin/codex/codexsettings/1/delete/"])
def test_there_is_nothing_to_add_or_delete(super_client: Client, path: str) -> None:
    assert super_client.get(path).status_code == 403
    assert super_client.post(path, {"post": "yes"}).status_code == 403


@pytest.mark.parametrize("row", ["2", "0", "x", "01"])
def test_there_is_no_other_row(super_client: Client, row: str) -> None:
    response = super_client.get(f"/admin/codex/codexsettings/{row}/change/")
    assert (response.status_code, response.headers["Location"]) == (302, "/admin/")


def test_looking_at_the_page_writes_nothing(super_client: Client) -> None:
    form_on(super_client)
    assert not CodexSettings.objects.exists()


def test_the_history_leads_to_the_list_of_changes(super_client: Client) -> None:
    response = super_client.get("/admin/codex/codexsettings/1/history/", follow=True)
    assert response.redirect_chain == [("/admin/codex/settingchange/", 302)]
    assert response.status_code == 200


def test_every_setting_is_on_the_page_once() -> None:
    shown = [name for _, names in GROUPS for name in names]
    assert sorted(shown) == sorted(option.field for option in OPTIONS)


def test_a_changed_setting_is_kept_with_who_what_and_why(staff_client: Client, staff_user: User) -> None:
    response = send(staff_client, codex_timeout="20", enable_codex="on", note="slow host")
    assert response.status_code == 302
    assert stored() == CodexOptions(codex_timeout=20, enable_codex=True)
    changes = SettingChange.objects.order_by("name").values_list("name", "old", "new", "changed_by", "note")
    assert list(changes) == [
        ("codex-timeout", "10", "20", staff_user.pk, "slow host"),
        ("enable-codex", "false", "true", staff_user.pk, "slow host"),
    ]


def test_saving_an_untouched_page_changes_nothing(super_client: Client) -> None:
    store(CodexSettings(persona_line="Line one.\nLine two."))
    SettingChange.objects.all().delete()
    response = send(super_client, persona_line="Line one.\r\nLine two.")
    assert response.status_code == 302
    assert stored().persona_line == "Line one.\nLine two."
    assert not SettingChange.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_change_is_in_force_with_the_next_request(staff_client: Client) -> None:
    assert options().codex_timeout == 10
    send(staff_client, codex_timeout="20")
    assert options().codex_timeout == 20


def _records() -> dict[str, Any]:
    return {
        "archivesnapshot": ArchiveSnapshot.objects.create(index_url=PUBLIC, digest="d1", failure="fetch_tls"),
        "dailyuse": DailyUse.objects.create(kind="address", caller="f00dcafe" * 8, day=date(2030, 5, 1), used=7),
        "settingchange": SettingChange.objects.create(name="codex-timeout", old="10", new="20", note="slow host"),
    }


@pytest.mark.parametrize("name", ["archivesnapshot", "dailyuse", "settingchange"])
def test_records_can_be_looked_at_and_not_touched(name: str, super_client: Client) -> None:
    row = _records()[name]
    base = f"/admin/codex/{name}/"
    assert super_client.get(base).status_code == 200
    assert super_client.get(f"{base}{row.pk}/change/", follow=True).status_code == 200
    for path in ("add/", f"{row.pk}/change/", f"{row.pk}/delete/"):
        assert super_client.post(base + path, {"post": "yes"}).status_code == 403
    assert type(row).objects.get() == row


def test_staff_see_who_searched_how_often_as_a_hash(staff_client: Client) -> None:
    _records()
    page = staff_client.get("/admin/codex/dailyuse/").content.decode()
    assert "f00dcafe" in page


def test_the_history_shows_old_new_and_why(staff_client: Client) -> None:
    _records()
    page = staff_client.get("/admin/codex/settingchange/").content.decode()
    assert all(words in page for words in ("codex-timeout", ">10<", ">20<", "slow host"))


@pytest.mark.parametrize("path", ["", "{pk}/change/"])
def test_an_archive_s_bytes_never_leave_the_database(
    path: str, super_client: Client, django_assert_max_num_queries: Any
) -> None:
    row = _records()["archivesnapshot"]
    ArchiveChunk.objects.create(digest="d1", number=0, packed=b"PACKED-BYTES")
    with django_assert_max_num_queries(12) as captured:
        page = super_client.get("/admin/codex/archivesnapshot/" + path.format(pk=row.pk)).content
    assert b"fetch_tls" in page
    assert b"PACKED-BYTES" not in page
    assert not [query for query in captured.captured_queries if "archivechunk" in query["sql"]]


def test_the_admin_needs_a_token_against_forged_requests(super_user: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(super_user)
    assert client.post(PAGE, {"codex_timeout": "20"}).status_code == 403
