"""Each right of staff opens what it names and nothing else, seen with users who have only that one (ADM-01)."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from codex.core.options import OPTIONS, CodexOptions
from codex.live import stored
from codex.models import SettingChange
from tests import scripts
from tests.codex.archives import archive_bytes
from tests.codex.conftest import Open
from tests.codex.settings_page import PAGE, PUBLIC, form_on, send
from tests.shelving import change_settings

pytestmark = pytest.mark.django_db
REFRESH = "/admin/codex/codexsettings/refresh/"
HISTORY = "/admin/codex/settingchange/"
HOSTS = {"codex_index_url", "codex_site_origin"}
REST = {option.field for option in OPTIONS} - HOSTS
#: Records, and the right that shows each.
RECORDS = {
    "dailyuse": "view_usage",
    "archivesnapshot": "view_archivesnapshot",
    "settingchange": "view_settingchange",
    "bottoken": "view_bottoken",
}
ALL = ["view_codexsettings", "change_codexsettings", "change_index_url", "refresh_archive"]


def client_with(*rights: str) -> Client:
    """A browser of staff who have these rights only."""
    user = User.objects.create_user("-".join(rights) or "novice", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(content_type__app_label="codex", codename__in=rights))
    client = Client()
    client.force_login(user)
    return client


def offered(client: Client) -> set[str]:
    return set(form_on(client).fields) & (HOSTS | REST)


def never(*args: Any, **kwargs: Any) -> None:
    raise AssertionError("the guard was asked")


def test_without_a_right_there_is_no_page() -> None:
    client = client_with()
    assert client.get(PAGE).status_code == 403
    assert client.get(HISTORY).status_code == 403


@pytest.mark.parametrize("right", ALL)
def test_every_right_shows_the_settings_and_their_history(right: str) -> None:
    client = client_with(right)
    assert CodexOptions().codex_index_url in client.get(PAGE).content.decode()
    assert client.get(HISTORY).status_code == 200
    assert "Codex settings" in client.get("/admin/").content.decode()


@pytest.mark.parametrize("right", ["view_codexsettings", "refresh_archive"])
def test_who_may_only_look_or_refresh_changes_nothing(right: str) -> None:
    client = client_with(right)
    assert client.post(PAGE, {"codex_timeout": "20", "codex_index_url": PUBLIC}).status_code == 403
    assert client.post(PAGE, {"codex_timeout": "20", "_test": "1"}).status_code == 403
    assert 'name="_save"' not in client.get(PAGE).content.decode()
    assert stored() == CodexOptions()


def test_the_right_to_settings_opens_all_but_the_hosts() -> None:
    client = client_with("change_codexsettings")
    assert offered(client) == REST
    assert send(client, codex_timeout="20").status_code == 302
    assert stored() == CodexOptions(codex_timeout=20)


def test_the_right_to_settings_cannot_send_a_host_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codex.staff.settings_form.guard_url", never)
    client = client_with("change_codexsettings")
    send(client, codex_timeout="20", codex_index_url=PUBLIC, codex_site_origin="https://example.org")
    assert stored() == CodexOptions(codex_timeout=20)


def test_the_right_to_settings_cannot_reset_a_host_either() -> None:
    change_settings(codex_index_url=PUBLIC)
    send(client_with("change_codexsettings"), reset=["codex-index-url", "codex-timeout"])
    assert stored().codex_index_url == PUBLIC


def test_the_right_to_hosts_opens_the_hosts_and_nothing_else() -> None:
    client = client_with("change_index_url")
    assert offered(client) == HOSTS
    assert send(client, codex_index_url=PUBLIC, codex_timeout="20").status_code == 302
    assert stored() == CodexOptions(codex_index_url=PUBLIC)
    assert [change.name for change in SettingChange.objects.all()] == ["codex-index-url"]


@pytest.mark.parametrize("record", RECORDS)
def test_the_right_to_see_one_record_shows_that_one_and_no_setting(record: str) -> None:
    client = client_with(RECORDS[record])
    assert client.get(f"/admin/codex/{record}/").status_code == 200
    assert client.get(PAGE).status_code == 403
    others = RECORDS.keys() - {record}
    assert {client.get(f"/admin/codex/{other}/").status_code for other in others} == {403}


def test_testing_another_url_needs_the_right_to_hosts(open_server: Open) -> None:
    saved, other = (open_server(scripts.json_bytes(archive_bytes("Lumen"))) for _ in range(2))
    change_settings(codex_index_url=f"{saved.url}/i.json")
    typed = {"codex_index_url": f"{other.url}/i.json", "_test": "1"}
    assert send(client_with("change_codexsettings"), **typed).context["trial"].is_usable
    assert (len(saved.requests), len(other.requests)) == (1, 0)
    assert send(client_with("change_index_url"), **typed).context["trial"].is_usable
    assert (len(saved.requests), len(other.requests)) == (1, 1)


@pytest.mark.parametrize("right", ["view_codexsettings", "change_codexsettings", "change_index_url"])
def test_no_other_right_refreshes(right: str, open_server: Open) -> None:
    server = open_server(scripts.json_bytes(archive_bytes("Lumen")))
    change_settings(codex_index_url=f"{server.url}/i.json")
    client = client_with(right)
    assert client.post(REFRESH).status_code == 403
    assert "Refresh now" not in client.get(PAGE).content.decode()
    assert server.requests == []


def test_the_right_to_refresh_refreshes(open_server: Open) -> None:
    server = open_server(scripts.json_bytes(archive_bytes("Lumen")))
    change_settings(codex_index_url=f"{server.url}/i.json")
    client = client_with("refresh_archive")
    assert "Refresh now" in client.get(PAGE).content.decode()
    page = client.post(REFRESH, follow=True).content.decode()
    assert "The archive was read: 1 inscription." in page
    assert len(server.requests) == 1


def test_refreshing_is_no_link() -> None:
    response = client_with("refresh_archive").get(REFRESH)
    assert (response.status_code, response.headers["Allow"]) == (405, "POST")


def test_strangers_cannot_refresh(client: Client) -> None:
    assert client.post(REFRESH).headers["Location"].startswith("/admin/login/")
