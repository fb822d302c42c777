"""The settings page at work: try an archive out, go back to defaults, refresh, and see what was changed (ADM-01)."""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.utils import timezone

from codex.core.options import CodexOptions
from codex.live import store, stored
from codex.models import ArchiveSnapshot, CodexSettings, DailyUse, SettingChange
from codex.shelf import shelf
from tests import scripts
from tests.codex.archives import archive_bytes
from tests.codex.conftest import Open
from tests.codex.settings_page import PAGE, PUBLIC, errors_of, form_on, send
from tests.shelving import change_settings, put_on_shelf

pytestmark = pytest.mark.django_db
REFRESH = "/admin/codex/codexsettings/refresh/"
MIXED = b"""[{"title": "Lumen", "url": "/en/1/"}, {"title": "Licht", "url": "/de/2/"}, {"url": "/en/3/"},
             {"title": "Elsewhere", "url": "https://elsewhere.org/"}]"""


def tried(client: Client, **typed: Any) -> Any:
    """What the page shows after a test of the archive."""
    response = send(client, **typed, _test="1")
    assert response.status_code == 200
    return response


def test_a_test_tells_tongues_what_was_left_out_size_and_time(super_client: Client, open_server: Open) -> None:
    server = open_server(scripts.json_bytes(MIXED))
    page = tried(super_client, codex_index_url=f"{server.url}/i.json", codex_max_bytes="1000").content.decode()
    for told in (
        "This archive can be used: 2 inscriptions.",
        "English 1, German 1",
        "1 × The entry has no title. At 2",
        "1 × The entry&#x27;s link leads to another host than the site&#x27;s. At 3",
        f"{len(MIXED)} of 1,000 bytes ({len(MIXED) / 1000:.1%})",
        "s to read",
        "Nothing was saved or counted.",
    ):
        assert told in page


def test_a_test_saves_and_counts_nothing_and_keeps_what_was_typed(super_client: Client, open_server: Open) -> None:
    server = open_server(scripts.json_bytes(MIXED))
    url = f"{server.url}/i.json"
    form = tried(super_client, codex_index_url=url, codex_timeout="7", note="new host").context["adminform"].form
    assert (form["codex_index_url"].value(), form["codex_timeout"].value()) == (url, "7")
    assert form["note"].value() == "new host"
    for model in (CodexSettings, SettingChange, ArchiveSnapshot, DailyUse):
        assert not model.objects.exists()
    assert shelf.held is None


def test_after_a_test_the_same_page_can_be_saved(super_client: Client, open_server: Open) -> None:
    server = open_server(scripts.json_bytes(MIXED))
    form = tried(super_client, codex_index_url=f"{server.url}/i.json").context["adminform"].form
    values = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    assert super_client.post(PAGE, values).status_code == 302
    assert stored().codex_index_url == f"{server.url}/i.json"


def test_the_typed_limits_hold_in_a_test(super_client: Client, open_server: Open) -> None:
    server = open_server(scripts.replying(200, b"[" + b" " * 2000 + b"]"))
    page = tried(super_client, codex_index_url=f"{server.url}/i.json", codex_max_bytes="1000").content.decode()
    assert "This archive cannot be used. The answer is larger than the limit allows. (fetch_too_large)" in page


def test_a_test_tells_of_a_broken_archive_all_that_the_doctor_does(super_client: Client, open_server: Open) -> None:
    server = open_server(scripts.replying(200, b'[{"title": "Lumen",\n "url": }]'))
    trial = tried(super_client, codex_index_url=f"{server.url}/i.json").context["trial"]
    assert trial.lines == (f"Address: {server.url}/i.json", "Place: line 2, column 9: Expecting value.")


def test_a_sample_is_not_taken_for_the_archive(super_client: Client) -> None:
    url = CodexOptions().codex_index_url
    ArchiveSnapshot.objects.create(
        index_url=url, source="sample", size_bytes=65_479, fetched_at=timezone.now(), checked_at=timezone.now()
    )
    page = super_client.get(PAGE).content.decode()
    assert "the bundled sample; the archive itself was never read" in page
    assert "Confirmed by its site" not in page
    assert "65.5" not in page


def test_an_empty_archive_is_told_in_a_test(super_client: Client, open_server: Open) -> None:
    server = open_server(scripts.json_bytes(b"[]"))
    trial = tried(super_client, codex_index_url=f"{server.url}/i.json").context["trial"]
    assert (trial.is_usable, trial.heading) == (
        False,
        "This archive can be read, but nothing in it could be searched.",
    )


@pytest.mark.parametrize("url", ["http://169.254.169.254/", "file:///etc/passwd", "http://127.0.0.1:9/i.json"])
def test_a_test_goes_nowhere_that_the_guard_refuses(url: str, super_client: Client) -> None:
    response = tried(super_client, codex_index_url=url)
    assert response.context["trial"] is None
    assert list(errors_of(response)) == ["codex_index_url"]


def test_nothing_is_tried_with_values_out_of_bounds(super_client: Client, open_server: Open) -> None:
    server = open_server(scripts.json_bytes(MIXED))
    response = tried(super_client, codex_index_url=f"{server.url}/i.json", codex_timeout="61")
    assert list(errors_of(response)) == ["codex_timeout"]
    assert server.requests == []


def test_an_older_page_can_still_be_tried(super_client: Client, open_server: Open) -> None:
    server = open_server(scripts.json_bytes(MIXED))
    assert tried(super_client, codex_index_url=f"{server.url}/i.json", seen="").context["trial"].is_usable


@pytest.mark.django_db(transaction=True)
def test_no_other_writer_waits_for_a_test(super_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    locked: list[bool] = []

    def note(options: CodexOptions) -> None:
        locked.append(connection.in_atomic_block)

    monkeypatch.setattr("codex.staff.admin_settings.try_archive", note)
    tried(super_client)
    assert locked == [False]


def test_ticked_settings_go_back_to_their_defaults(super_client: Client) -> None:
    store(CodexSettings(codex_timeout=20, pause_search=True, allow_anonymous_api=False, codex_burst=12))
    response = send(super_client, codex_timeout="99", reset=["codex-timeout", "pause-search", "allow-anonymous-api"])
    assert response.status_code == 302
    assert stored() == CodexOptions(codex_burst=12)


def test_the_default_index_url_may_come_back_while_its_host_cannot_be_found(super_client: Client) -> None:
    store(CodexSettings(codex_index_url=PUBLIC))
    assert send(super_client, reset=["codex-index-url"]).status_code == 302
    assert stored() == CodexOptions()


def test_only_what_differs_from_its_default_offers_to_go_back(super_client: Client) -> None:
    assert 'name="reset"' not in super_client.get(PAGE).content.decode()
    store(CodexSettings(codex_timeout=20))
    page = super_client.get(PAGE).content.decode()
    assert "Reset codex-timeout to its default" in page
    assert page.count('name="reset"') == 1


def test_a_value_that_was_refused_offers_to_go_back(super_client: Client) -> None:
    page = send(super_client, codex_timeout="soon").content.decode()
    assert "Reset codex-timeout to its default" in page


def test_staff_are_told_what_was_saved(super_client: Client) -> None:
    page = super_client.post(PAGE, _values(super_client) | {"codex_timeout": "20"}, follow=True).content.decode()
    assert "Saved: codex-timeout." in page
    page = super_client.post(PAGE, _values(super_client), follow=True).content.decode()
    assert "Nothing was changed." in page


def _values(client: Client) -> dict[str, Any]:
    form = form_on(client)
    return {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}


def test_the_page_tells_who_changed_what_when_and_why(super_client: Client, super_user: User) -> None:
    store(CodexSettings(codex_timeout=20), by=super_user, note="slow host")
    store(CodexSettings(codex_timeout=20, persona_line=""))
    page = super_client.get(PAGE).content.decode()
    for told in ("<td>abbess</td>", "<td>10</td>", "<td>20</td>", "<td>slow host</td>", "<td>a command</td>"):
        assert told in page
    assert f"{SettingChange.objects.latest('pk').changed_at:%Y-%m-%d %H:%M}" in page


def test_the_history_can_be_filtered(super_client: Client) -> None:
    store(CodexSettings(codex_timeout=20, codex_burst=12))
    page = super_client.get("/admin/codex/settingchange/", {"name": "codex-timeout"}).content.decode()
    assert ">20<" in page
    assert ">12<" not in page


def test_old_and_new_values_are_text(super_client: Client) -> None:
    store(CodexSettings(persona_line="<script>alert(1)</script>"))
    for path in (PAGE, "/admin/codex/settingchange/"):
        assert "<script>alert" not in super_client.get(path).content.decode()


def test_a_refresh_that_fails_is_told_and_keeps_the_last_copy(super_client: Client, open_server: Open) -> None:
    server = open_server(scripts.in_turn(scripts.json_bytes(archive_bytes("Lumen")), scripts.replying(500)))
    change_settings(codex_index_url=f"{server.url}/i.json")
    super_client.post(REFRESH)
    page = super_client.post(REFRESH, follow=True).content.decode()
    assert "The server answered with an error. (fetch_status)" in page
    assert "Last attempt failed" in page
    assert ArchiveSnapshot.objects.get().size_bytes > 0


def test_an_empty_archive_is_accepted_only_by_its_own_button(super_client: Client, open_server: Open) -> None:
    server = open_server(scripts.in_turn(scripts.json_bytes(archive_bytes("Lumen")), scripts.json_bytes(b"[]")))
    change_settings(codex_index_url=f"{server.url}/i.json")
    super_client.post(REFRESH)
    page = super_client.post(REFRESH, follow=True).content.decode()
    assert "(archive_shrunk)" in page
    assert "Accept the empty archive" in page
    page = super_client.post(REFRESH, {"accept_empty": "1"}, follow=True).content.decode()
    assert "The archive was read: 0 inscriptions." in page
    assert "Accept the empty archive" not in page


def test_emptiness_that_nobody_was_shown_is_not_accepted(super_client: Client, open_server: Open) -> None:
    server = open_server(scripts.in_turn(scripts.json_bytes(archive_bytes("Lumen")), scripts.json_bytes(b"[]")))
    change_settings(codex_index_url=f"{server.url}/i.json")
    super_client.post(REFRESH)
    page = super_client.post(REFRESH, {"accept_empty": "1"}, follow=True).content.decode()
    assert "(archive_shrunk)" in page


def test_a_site_without_an_archive_says_so(super_client: Client) -> None:
    assert "Nothing was read from the saved index URL yet." in super_client.get(PAGE).content.decode()


def test_every_page_of_staff_tells_of_the_pause(super_client: Client, tmp_path: Path) -> None:
    put_on_shelf(tmp_path, pause_search=True, pause_message="Back at <noon>.")
    for path in (PAGE, "/admin/"):
        assert "Searching is paused: Back at &lt;noon&gt;." in super_client.get(path).content.decode()


def test_strangers_at_the_door_are_not_told_of_the_pause(client: Client) -> None:
    change_settings(pause_search=True)
    assert "paused" not in client.get("/admin/login/").content.decode()
