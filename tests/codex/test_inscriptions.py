"""Inscriptions read by their links, through the same door as searches."""

from pathlib import Path

import pytest
from django.db import OperationalError

from codex.models import DailyUse
from codex.results import Reading, Refusal
from codex.search import inscriptions
from codex.shelf import shelf
from tests.shelving import change_settings, put_on_shelf

pytestmark = pytest.mark.django_db
VALVE, PIPES = "https://binaric.tech/en/valve/", "https://binaric.tech/no/roer/"


@pytest.fixture(autouse=True)
def _archive(tmp_path: Path, db: None) -> None:
    put_on_shelf(tmp_path)


def read(*urls: str) -> Reading:
    found = inscriptions(urls)
    assert isinstance(found, Reading)
    return found


def test_they_come_in_the_order_asked_for_each_once() -> None:
    found = read(PIPES, VALVE, PIPES)
    assert [one.title for one in found.inscriptions] == ["Om å høre på rør", "Rite of the Slow Valve"]
    assert found.missing == ()


def test_links_that_lead_to_none_are_told() -> None:
    found = read("https://binaric.tech/en/gone/", VALVE, "", "javascript:alert(1)")
    assert [one.url for one in found.inscriptions] == [VALVE]
    assert found.missing == ("https://binaric.tech/en/gone/", "", "javascript:alert(1)")


def test_the_edition_they_were_read_from_is_told() -> None:
    edition = read(VALVE).edition
    assert shelf.held is edition


def test_reading_is_not_counted() -> None:
    read(VALVE)
    assert not DailyUse.objects.exists()


def test_without_an_archive_there_is_a_reason() -> None:
    change_settings(codex_index_url="file:/nowhere/search-index.json")
    found = inscriptions([VALVE])
    assert isinstance(found, Refusal)
    assert (found.code, found.status) == ("archive_file", 503)
    assert found.retry_after


def test_storage_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OperationalError

    monkeypatch.setattr("codex.search.live_options", fail)
    found = inscriptions([VALVE])
    assert isinstance(found, Refusal)
    assert found.code == "storage_unavailable"
