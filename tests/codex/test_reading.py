"""The door for reading one inscription: what it gives, what it refuses, what it counts (MCP-01, CDX-06)."""

from pathlib import Path

import pytest
from django.db import OperationalError

from codex import reading
from codex.callers import Caller
from codex.models import DailyUse
from codex.quota import grant
from codex.reading import Portion, read
from codex.results import Refusal
from codex.tool_door import carry_out_reading
from tests.shelving import LORE, change_settings, entry, put_on_shelf

HOME = "https://binaric.tech"
URL = f"{HOME}/en/valve/"
ONE = Caller("user", "1")

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _archive(tmp_path: Path, db: None) -> None:
    long = entry("A long tale", "/en/tale/", "Chronicles", "steam " * 1_500)
    put_on_shelf(tmp_path, [*LORE, long], enable_codex=True)


def given(url: str, *, page: int = 1, caller: Caller | None = None) -> Portion:
    found = read(url, caller, page=page)
    assert isinstance(found, Portion)
    return found


def code(url: str, *, page: int = 1, caller: Caller | None = None) -> str:
    found = read(url, caller, page=page)
    assert isinstance(found, Refusal)
    return found.code


def used() -> int:
    return sum(DailyUse.objects.values_list("used", flat=True))


def test_an_inscription_is_read_whole() -> None:
    assert given(URL).as_dict() == {
        "title": "Rite of the Slow Valve",
        "collection": "Rites",
        "url": URL,
        "lang": "en",
        "text": "A quarter turn, until the manometer stops trembling.",
        "page": 1,
        "pages": 1,
        "stale_since": None,
    }


def test_a_long_one_is_read_page_by_page() -> None:
    pages = [given(f"{HOME}/en/tale/", page=number) for number in (1, 2, 3)]
    assert {one.pages for one in pages} == {3}
    assert sum(one.text.split().count("steam") for one in pages) == 1_500


def test_behind_its_last_page_there_is_nothing() -> None:
    assert code(URL, page=2) == "reading_ended"


@pytest.mark.parametrize(
    "url", ["", "/en/valve/", f"{URL}?x", f"{HOME}/nowhere/", "https://evil.example/", "file:///etc/passwd", "\ud800"]
)
def test_only_links_of_the_archive_are_read(url: str) -> None:
    assert code(url) == "inscription_unknown"


def test_each_reading_is_counted_once_whether_it_finds_anything_or_not() -> None:
    read(URL, ONE)
    read(f"{HOME}/nowhere/", ONE)
    assert used() == 2


def test_it_shares_the_limit_with_searching() -> None:
    change_settings(codex_daily_per_user=1)
    grant("user", "1", 1)
    assert code(URL, caller=ONE) == "quota_used"


def test_a_pause_holds_here_too_and_costs_nothing() -> None:
    change_settings(pause_search=True)
    assert code(URL, caller=ONE) == "paused"
    assert used() == 0


def test_an_archive_out_of_reach_is_told_with_a_time_to_come_back(tmp_path: Path) -> None:
    change_settings(codex_index_url=f"file:{tmp_path}/nowhere.json")
    found = read(URL, ONE)
    assert isinstance(found, Refusal)
    assert (found.code, found.status, found.retry_after is not None) == ("archive_file", 503, True)


def test_storage_that_fails_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OperationalError

    monkeypatch.setattr(reading, "admit", fail)
    assert code(URL, caller=ONE) == "storage_unavailable"


@pytest.mark.parametrize(
    "arguments",
    [None, [], "x", {}, {"url": 1}, {"url": URL, "page": 0}, {"url": URL, "page": "1"}, {"url": URL, "x": 1}],
)
def test_arguments_that_are_none_cost_nothing(arguments: object) -> None:
    found = carry_out_reading(arguments, ONE)
    assert isinstance(found, Refusal)
    assert (found.code, used()) == ("reading_invalid", 0)


def test_switched_off_nothing_is_read() -> None:
    change_settings(enable_codex=False)
    found = carry_out_reading({"url": URL}, ONE)
    assert isinstance(found, Refusal)
    assert (found.code, used()) == ("tool_disabled", 0)
