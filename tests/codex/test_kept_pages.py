"""Strangers get a page that was made for another stranger, and it says the same as one made for them."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from codex.models import DailyUse
from tests.grounded.site import change_answers
from tests.shelving import change_settings, put_on_shelf

pytestmark = pytest.mark.django_db
#: The other way: whoever has a cookie of any kind gets a page made anew.
SOMEBODY: dict[str, Any] = {"HTTP_COOKIE": "unknown=1"}


@pytest.fixture(autouse=True)
def _archive(tmp_path: Path, db: None) -> None:
    put_on_shelf(tmp_path)


def page(query: str = "q=pressure", **sent: Any) -> str:
    DailyUse.objects.all().delete()
    return Client(headers={"Accept-Language": "de"}).get(f"/search?{query}", **sent).content.decode()


@pytest.mark.parametrize(
    "query",
    ["q=pressure", "q=pressure&page=2&ui=de", "q=nothingness", "q=kessel&lang=de", "q=x&collection=Rites", "q=<b>'\"&"],
)
def test_a_page_made_before_says_the_same_as_one_made_anew(query: str) -> None:
    first, again = page(query), page(query)
    assert first == again == page(query, **SOMEBODY)


def test_each_is_told_what_is_left_for_them() -> None:
    client = Client()
    told = [client.get("/search?q=pressure").content.decode() for _ in range(3)]
    assert [re.findall(r"(\d+) of your 50 searches", one) for one in told] == [["49"], ["48"], ["47"]]


def test_it_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    page()
    monkeypatch.setattr("codex.views.results_page", None)
    assert "49" in page()
    monkeypatch.setattr("codex.pages.wording.age", lambda _: "a minute older")
    assert "a minute older" in page()


@pytest.mark.parametrize("changes", [{"codex_summary_chars": 60}, {"codex_daily_anonymous": 7}])
def test_a_change_of_settings_shows_at_once(changes: dict[str, int]) -> None:
    page()
    change_settings(**changes)
    assert page() == page(**SOMEBODY)


def test_what_other_apps_add_shows_at_once() -> None:
    page()
    change_answers(enable_answers=True, base_url="http://127.0.0.1:9/v1", model="m")
    assert page() == page(**SOMEBODY)


def test_another_host_or_tongue_is_another_page() -> None:
    assert "localhost" in page(HTTP_HOST="localhost")
    assert "localhost" not in page()
    assert page("q=pressure&ui=eo") != page("q=pressure&ui=uk")
