"""Staff are led through what a new site needs, each act by its right; the doctor tells what was left out (ADM-01)."""

import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client

from codex.live import live, stored
from codex.models import SettingChange
from grounded.live import live as answers
from tests.codex.bots import new_token
from tests.codex.caller_pages import staff_with
from tests.grounded.site import change_answers
from tests.shelving import LORE, change_settings, entry, put_on_shelf

FIRST, DOCTOR, START = "/admin/first/", "/admin/doctor/", "/admin/"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_settings_remembered() -> None:
    answers.forget()


def text(client: Client, path: str, sent: dict[str, str] | None = None) -> str:
    response = client.post(path, sent) if sent is not None else client.get(path)
    assert response.status_code == 200
    return re.sub(r"\s+", " ", response.content.decode())


def states(client: Client) -> dict[str, str]:
    found = re.findall(r'<h2 id="step-(\w+)"> [^:]*: ([^<]*?) </h2>', text(client, FIRST))
    return dict(found)


def test_a_new_site_has_everything_to_do_and_two_choices(super_client: Client) -> None:
    assert states(super_client) == {
        "archive": "to do", "luma": "to do", "token": "to do", "answers": "your choice", "mail": "to do",
        "signup": "your choice",
    }  # fmt: skip
    assert "0 of 4 done." in text(super_client, FIRST)


def test_what_is_done_is_shown_as_done(super_client: Client, tmp_path: Path) -> None:
    put_on_shelf(tmp_path, enable_codex=True)
    super_client.get("/search", {"q": "valve"})
    new_token("tools")
    change_answers(base_url="https://llm.example/v1", model="forge-mini", enable_answers=True)
    done = states(super_client)
    assert [name for name, state in done.items() if state == "done"] == ["archive", "luma", "token", "answers"]
    assert "written by forge-mini" in text(super_client, FIRST)


def test_buttons_change_settings_and_leave_a_history(staff_client: Client, staff_user: User) -> None:
    for act, field, value in (
        ("luma-on", "enable_codex", True),
        ("signup-on", "allow_signup", True),
        ("luma-off", "enable_codex", False),
        ("signup-off", "allow_signup", False),
    ):
        assert staff_client.post(FIRST, {"act": act}).status_code == 302
        live.forget()
        assert getattr(stored(), field) is value
    assert {(one.changed_by, one.note) for one in SettingChange.objects.all()} == {(staff_user, "first steps")}
    assert SettingChange.objects.count() == 4


def test_each_act_takes_its_right() -> None:
    reader = staff_with("view_codexsettings")
    page = text(reader, FIRST)
    assert 'name="act"' not in page
    assert "Examine the archive" not in text(reader, DOCTOR)
    acts = [(FIRST, "luma-on"), (FIRST, "test"), (FIRST, "nonsense"), (DOCTOR, "")]
    assert [reader.post(path, {"act": act}).status_code for path, act in acts] == [403] * 4
    nobody = staff_with()
    assert [nobody.get(path).status_code for path in (FIRST, DOCTOR)] == [403, 403]
    assert not stored().enable_codex


def test_the_archive_is_tested_as_it_is_set_and_nothing_kept(staff_client: Client, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)
    page = text(staff_client, FIRST, {"act": "test"})
    assert "This archive can be used: 29 inscriptions." in page
    assert "These are the saved settings. Nothing was kept or counted." in page
    assert states(staff_client)["archive"] == "to do"


def test_the_doctor_tells_what_was_left_out_why_and_for_example(staff_client: Client, tmp_path: Path) -> None:
    lost = [
        entry("", "/en/nameless/", "Rites", "Lost."),
        entry("Rite <b>Twice</b>", "/en/valve/", "Rites", "Lost."),
        entry("Elsewhere", "https://elsewhere.example/x/", "Rites", "Lost."),
    ]
    put_on_shelf(tmp_path, [*LORE, *lost])
    page = text(staff_client, DOCTOR, {})
    rows = re.findall(r"<tr> <td>(\d+)</td> <th scope=\"row\">([^<]*)</th> <td>([^<]*)</td> <td>([^<]*)</td>", page)
    assert sorted(rows, key=lambda row: row[2]) == [
        ("1", "The entry has no title.", "29", "/en/nameless/"),
        ("1", "An earlier entry has the same link.", "30", "Rite Twice"),
        ("1", "The entry&#x27;s link leads to another host than the site&#x27;s.", "31", "Elsewhere"),
    ]


def test_an_archive_that_cannot_be_used_is_told_with_its_code(staff_client: Client, tmp_path: Path) -> None:
    change_settings(codex_index_url=f"file:{tmp_path / 'missing.json'}")
    assert "This archive cannot be used." in text(staff_client, DOCTOR, {})


def test_the_start_page_leads_where_the_rights_lead(super_client: Client) -> None:
    doors = re.findall(r'<a href="([^"]+)">[^<]+</a> <span>', text(super_client, START))
    assert len(doors) == 10
    assert {super_client.get(door).status_code for door in doors} <= {200, 302}
    assert {FIRST, DOCTOR, "/admin/usage/", "/admin/grounded/feedback/"} <= set(doors)
    own = re.findall(r'<a href="([^"]+)">[^<]+</a> <span>', text(staff_with("view_usage"), START))
    assert own == ["/admin/usage/", "/admin/codex/dailyuse/find/", "/admin/codex/limitoverride/"]
    assert "For staff" not in text(staff_with("view_group"), START)
