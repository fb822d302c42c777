"""What staff see of searches: the right sums, a plot with the same numbers, and CSV that is no formula (ADM-01)."""

import csv
import io
import re
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from codex.models import DailyUse, QueryCount, UsageCount, UsageTime
from codex.usage.spans import place_of
from tests.shelving import entry, put_on_shelf

PAGE = "/admin/usage/"
TODAY = datetime.now(UTC).replace(hour=9, minute=0, second=0, microsecond=0)

pytestmark = pytest.mark.django_db


def count(outcome: str, times: int, face: str = "page", days: int = 0) -> None:
    UsageCount.objects.create(hour=TODAY - timedelta(days=days), face=face, outcome=outcome, count=times)


def table(client: Client, name: str, **period: Any) -> list[list[str]]:
    response = client.get(f"{PAGE}{name}.csv", period)
    assert response.status_code == 200
    return list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"))))


def row(client: Client, name: str, head: str, **period: Any) -> dict[str, str]:
    names, *rows = table(client, name, **period)
    return next(dict(zip(names, cells, strict=True)) for cells in rows if cells[0] == head)


def text(client: Client, **period: Any) -> str:
    return re.sub(r"\s+", " ", client.get(PAGE, period).content.decode())


def test_the_right_to_see_callers_opens_it() -> None:
    clerk = User.objects.create_user("clerk", is_staff=True)
    client, paths = Client(), (PAGE, f"{PAGE}days.csv", f"{PAGE}all.zip")
    assert client.get(PAGE).status_code == 302
    client.force_login(clerk)
    assert [client.get(path).status_code for path in paths] == [403] * 3
    clerk.user_permissions.add(Permission.objects.get(codename="view_usage"))
    assert [client.get(path).status_code for path in paths] == [200] * 3


def test_a_day_tells_what_came_of_its_searches(staff_client: Client) -> None:
    for outcome, times in (("found", 5), ("elsewhere", 2), ("near", 1), ("near_else", 1), ("nothing", 3), ("limit", 4)):
        count(outcome, times)
    count("read", 6, face="mcp")
    count("cited", 9, face="answer")
    for kind, caller in (("user", "1"), ("address", "a"), ("token", "t")):
        DailyUse.objects.create(kind=kind, caller=caller, day=TODAY.date(), used=1)
    told = list(row(staff_client, "days", TODAY.date().isoformat()).values())
    assert told == [TODAY.date().isoformat(), "9", "12", "3", "3", "2", "6", "4", "0", "2"]
    assert row(staff_client, "hours", "09:00")["Searches"] == "12"
    assert row(staff_client, "faces", "MCP")["Inscriptions read"] == "6"


def test_percentiles_are_of_all_faces_of_a_day(staff_client: Client) -> None:
    for face, time, times in (("page", 2_000, 50), ("api", 8_000, 45), ("mcp", 64_000, 5)):
        UsageTime.objects.create(day=TODAY.date(), face=face, place=place_of(time), count=times)
    spans = [float(cell) for cell in list(row(staff_client, "times", TODAY.date().isoformat()).values())[1:]]
    assert spans == pytest.approx([2, 8, 64], rel=1 / 16)
    assert row(staff_client, "times", (TODAY.date() - timedelta(days=1)).isoformat())["Median, ms"] == ""


@pytest.mark.parametrize(("period", "days"), [({}, 30), ({"days": 7}, 7), ({"days": 90}, 90), ({"days": "x"}, 30)])
def test_the_usual_periods_end_today(staff_client: Client, period: dict[str, Any], days: int) -> None:
    rows = table(staff_client, "days", **period)[1:]
    assert len(rows) == days
    assert rows[-1][0] == datetime.now(UTC).date().isoformat()


def test_days_can_be_named_both_ends_included(staff_client: Client) -> None:
    for days in (4, 3, 2, 1):
        count("found", 2 ** (4 - days), days=days)
    since, until = (str(TODAY.date() - timedelta(days=days)) for days in (3, 2))
    assert [cells[1] for cells in table(staff_client, "days", since=since, until=until)[1:]] == ["2", "4"]
    assert len(table(staff_client, "days", until=until)[1:]) == 30


@pytest.mark.parametrize(
    "period",
    [
        {"since": "2026-11-31"},
        {"since": "2999-01-01"},
        {"since": "1999-01-01"},
        {"since": "2026-02-02", "until": "2026-02-01"},
        {"until": "0001-01-01"},
    ],
)
def test_days_that_make_no_sense_are_told(staff_client: Client, period: dict[str, str]) -> None:
    response = staff_client.get(PAGE, period)
    assert response.status_code == 400
    assert b'class="errorlist' in response.content


def test_a_plot_draws_what_its_table_holds(staff_client: Client) -> None:
    for outcome, times, days in (("found", 3, 0), ("nothing", 1, 0), ("found", 2, 1)):
        count(outcome, times, days=days)
    page = text(staff_client, days=7)
    found = re.search(r'<path class="p-a" d="([^"]*)"', page)
    missed = re.search(r'<path class="p-b" d="([^"]*)"', page)
    assert found
    assert missed
    assert found[1] == "M51.5 400.0V200.0h7V400.0zM61.5 400.0V100.0h7V400.0z"
    assert missed[1] == "M61.5 100.0V0.0h7V100.0z"
    assert "Found: between 0 and 3; Found nothing: between 0 and 1." in page


def test_words_that_found_nothing_lead_to_their_search_and_what_is_like_them(
    staff_client: Client, tmp_path: Path
) -> None:
    put_on_shelf(tmp_path)
    staff_client.get("/search", {"q": "valve"})
    for days in (0, 1):
        QueryCount.objects.create(day=TODAY.date() - timedelta(days=days), lang="en", words="monometr & co", count=7)
    page = text(staff_client)
    assert '<a href="/search?q=monometr%20%26%20co">monometr &amp; co</a>' in page
    assert "manometer" in page
    assert table(staff_client, "missing")[1] == ["monometr & co", "English", "14", TODAY.date().isoformat()]


def test_the_archive_is_asked_in_the_tongue_of_the_search(staff_client: Client, tmp_path: Path) -> None:
    lore = [entry("Kesser", "/en/kesser/", "Rites", "Kesser."), entry("Kessel", "/de/kessel/", "Riten", "Kessel.")]
    put_on_shelf(tmp_path, lore)
    staff_client.get("/search", {"q": "Kessel", "lang": "de"})
    QueryCount.objects.create(day=TODAY.date(), lang="de", words="Kessex", count=1)
    found = re.findall(r"<td>([^<]*)</td>", text(staff_client).split("Nearest in the archive")[1])
    assert found[-1] == "kessel"


def test_a_line_breaks_where_nothing_was_measured(staff_client: Client) -> None:
    for days in (0, 1, 3):
        UsageTime.objects.create(day=TODAY.date() - timedelta(days=days), face="page", place=80, count=1)
    line = re.search(r'<path class="p-line" d="([^"]*)"', text(staff_client, days=7))
    assert line
    assert re.fullmatch(r"M35 [\d.]+h0.1M55 [\d.]+L65 [\d.]+", line[1])


def test_all_tables_come_in_one_file(staff_client: Client) -> None:
    count("found", 3)
    with ZipFile(io.BytesIO(staff_client.get(f"{PAGE}all.zip", {"days": 7}).content)) as packed:
        assert {"days.csv", "times.csv", "missing.csv"} < set(packed.namelist())
        alone = staff_client.get(f"{PAGE}days.csv", {"days": 7}).content
        assert packed.read("days.csv") == alone


@pytest.mark.parametrize("words", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1"])
def test_no_cell_is_a_formula(staff_client: Client, words: str) -> None:
    QueryCount.objects.create(day=TODAY.date(), lang="en", words=words, count=1)
    assert table(staff_client, "missing")[1][0] == f"'{words}"


def test_a_site_without_searches_says_so(staff_client: Client) -> None:
    page = text(staff_client)
    assert page.count("Nothing was counted on these days.") >= 4
    assert "Nothing was looked for in vain." in page
    assert "Words are kept 30 days, without the caller" in page


def test_a_table_that_does_not_exist_is_not_found(staff_client: Client) -> None:
    assert staff_client.get(f"{PAGE}nothing.csv").status_code == 404
    assert staff_client.post(PAGE).status_code == 405


def test_the_tiles_compare_with_as_many_days_before(staff_client: Client) -> None:
    count("found", 11)
    count("found", 10, days=8)
    page = text(staff_client, days=7)
    assert "+10 % on as many days before" in page
    assert date.fromisoformat(table(staff_client, "days", days=7)[1][0]) == TODAY.date() - timedelta(days=6)
