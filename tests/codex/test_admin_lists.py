"""Lists of the staff: named after what they hold, with times that say of which zone they are (ADM-01)."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.utils import formats, translation

from codex.models import DailyUse, SettingChange
from tests.reading import links

pytestmark = pytest.mark.django_db
NOON = datetime(2030, 5, 1, 12, 5, tzinfo=UTC)


def test_times_in_a_list_say_that_they_are_utc(super_client: Client) -> None:
    SettingChange.objects.create(name="codex-timeout")
    SettingChange.objects.update(changed_at=NOON)
    assert "1 May 2030, 12:05 UTC" in super_client.get("/admin/codex/settingchange/").content.decode()


@pytest.mark.parametrize(
    ("tongue", "told"),
    [
        ("en", "1 May 2030, 12:05 UTC"),
        ("de", "1. Mai 2030, 12:05 UTC"),
        ("eo", "1-a de majo 2030, 12:05 UTC"),
        ("nb", "1. mai 2030, 12:05 UTC"),
        ("uk", "1 травня 2030 р., 12:05 UTC"),
    ],
)
def test_and_so_they_do_in_every_tongue(tongue: str, told: str) -> None:
    with translation.override(tongue):
        assert formats.date_format(NOON, "DATETIME_FORMAT").lower() == told.lower()


@pytest.mark.parametrize("model", ["dailyuse", "limitoverride", "calleract", "settingchange", "archivesnapshot"])
def test_a_list_of_records_bids_nobody_to_select_one(super_client: Client, model: str) -> None:
    page = super_client.get(f"/admin/codex/{model}/").content.decode()
    assert "Select" not in page.split("<h1>", 1)[1].split("</h1>", 1)[0]


def test_kinds_of_callers_are_filtered_by_their_names(super_client: Client) -> None:
    for kind in ("pilgrim", "address"):
        DailyUse.objects.create(kind=kind, caller="ab" * 32, day=NOON.date(), used=1)
    page = super_client.get("/admin/codex/dailyuse/").content.decode()
    assert "Bot with all its pilgrims" in page
    rows = super_client.get("/admin/codex/dailyuse/", {"kind": "pilgrim"}).context["cl"].result_list
    assert [row.kind for row in rows] == ["pilgrim"]


def test_the_staff_s_pages_have_the_site_s_icon(super_client: Client) -> None:
    assert "/static/lumasite/favicon.svg" in links(super_client.get("/admin/").content.decode())
