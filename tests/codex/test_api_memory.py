"""The JSON face searches once for a question and counts it each time."""

from typing import Any

import pytest
from django.test import Client

from codex.core.ranking import Index
from codex.models import DailyUse
from codex.rest.results import bodies
from codex.shelf import shelf
from tests.shelving import put_on_shelf

URL = "/api/v1/search"

pytestmark = pytest.mark.django_db


@pytest.fixture
def searched(tmp_path: Any, db: None, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The queries that the index was really searched for."""
    put_on_shelf(tmp_path)
    queries: list[str] = []
    search = Index.search

    def noting(self: Index, query: str, *given: Any, **more: Any) -> Any:
        queries.append(query)
        return search(self, query, *given, **more)

    monkeypatch.setattr(Index, "search", noting)
    return queries


def test_the_same_question_is_searched_once_and_counted_each_time(searched: list[str], client: Client) -> None:
    first, second = (client.get(URL, {"q": "manometer"}) for _ in range(2))
    assert (first.content, first.headers["ETag"]) == (second.content, second.headers["ETag"])
    assert searched == ["manometer"]
    assert DailyUse.objects.get().used == 2


@pytest.mark.parametrize(
    "other",
    [
        {"q": "valve"},
        {"lang": "de"},
        {"collection": "Rites"},
        {"page": "2", "limit": "1"},
        {"limit": "1"},
        {"detail": "full"},
    ],
)
def test_whatever_differs_in_the_question_is_answered_anew(
    other: dict[str, str], searched: list[str], client: Client
) -> None:
    client.get(URL, {"q": "manometer"})
    answer = client.get(URL, {"q": "manometer"} | other)
    assert answer.status_code == 200
    assert len(searched) == 2
    assert answer.content == client.get(URL, {"q": "manometer"} | other).content


def test_a_new_archive_is_answered_from_at_once(searched: list[str], client: Client, tmp_path: Any) -> None:
    client.get(URL, {"q": "manometer"})
    (tmp_path / "new").mkdir()
    put_on_shelf(tmp_path / "new", [{"title": "Another manometer", "url": "/en/other/", "content": "x"}])
    assert [hit["title"] for hit in client.get(URL, {"q": "manometer"}).json()["results"]] == ["Another manometer"]


def test_a_refusal_is_not_remembered(searched: list[str], client: Client) -> None:
    assert client.get(URL, {"q": "manometer", "page": "9"}).status_code == 404
    edition = shelf.held
    assert edition is not None
    assert bodies.get(edition, ("manometer", "", "en", "", 9, 10, "brief", "json")) is None
