"""The short way to a search answers as the framework's long one does."""

from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import resolve

from tests.shelving import put_on_shelf

URL = "/api/v1/search"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _archive(tmp_path: Path, db: None) -> None:
    put_on_shelf(tmp_path)


def both_ways(query: str, **headers: Any) -> list[HttpResponse]:
    """What the short way answers, and the framework."""
    short: Any = resolve(URL).func
    request = RequestFactory().get(f"{URL}?{query}", headers=headers)
    return [short(request), short.__wrapped__(request)]


@pytest.mark.parametrize(
    "query",
    [
        "q=manometer",
        "query=manometer&lang=de&limit=2",
        "q=pressure&page=2&limit=5&detail=full",
        "q=a&q=manometer",
        "q=manometer&unknown=1",
        "q=%FF%FE",
        "q=",
        "q=manometer&pilgrim=one",
        "q=manometer&limit=0",
        "q=manometer&limit=many",
        "q=manometer&page=",
        "q=manometer&detail=other",
        "q=pressure&page=99",
    ],
)
def test_both_ways_lead_to_the_same(query: str) -> None:
    short, long = both_ways(query)
    assert (short.status_code, short.content) == (long.status_code, long.content)
    assert short.headers["Content-Type"] == long.headers["Content-Type"]


def test_both_ways_refuse_the_same_tokens() -> None:
    short, long = both_ways("q=manometer", Authorization="Bearer luma_no")
    assert (short.status_code, short.content) == (long.status_code, long.content)
    assert short.headers["WWW-Authenticate"] == long.headers["WWW-Authenticate"]


def test_a_head_is_answered_without_a_body(client: Client) -> None:
    answer = client.head(f"{URL}?q=manometer")
    assert (answer.status_code, answer.content) == (200, b"")


def test_other_methods_are_the_framework_s(client: Client) -> None:
    answer = client.delete(URL)
    assert (answer.status_code, answer.json()["code"]) == (405, "method_refused")
