"""/metrics: off until asked for, closed to strangers, the same from every process, and without names (issue 8)."""

import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client, override_settings
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from codex.callers import Caller
from codex.live import options
from codex.search import search
from codex.shelf import shelf
from grounded.models import Consultation, Spend
from grounded.states import State
from tests.shelving import put_on_shelf

TOKEN = "a-token-for-metrics"


@pytest.fixture(autouse=True)
def _archive(db: None, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)
    shelf.current(options())


def asked(client: Client, token: str = TOKEN) -> Any:
    return client.get("/metrics", headers={"Authorization": f"Bearer {token}"})


def samples(client: Client) -> dict[tuple[str, str], float]:
    """Each number by its name and the value of its label."""
    answer = asked(client)
    assert answer.status_code == 200
    families = text_string_to_metric_families(answer.content.decode())
    return {(one.name, "".join(one.labels.values())): one.value for family in families for one in family.samples}


def test_it_is_off_until_a_token_is_set(client: Client) -> None:
    assert asked(client).status_code == 404
    assert asked(client, "").status_code == 404


@override_settings(METRICS_TOKEN=TOKEN)
@pytest.mark.parametrize("token", ["", "x", TOKEN + "x", "ünïcode"])
def test_strangers_are_refused(client: Client, token: str) -> None:
    answer = asked(client, token)
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert b"lumasite_" not in answer.content


@override_settings(METRICS_TOKEN=TOKEN)
def test_without_the_extra_there_is_no_such_page(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    assert asked(client).status_code == 404


@override_settings(METRICS_TOKEN=TOKEN)
def test_searches_are_counted_by_kind_of_caller(client: Client) -> None:
    search("valve", caller=Caller("user", "41"))
    search("valve", caller=Caller("address", "af0e"))
    search("valve", caller=Caller("address", "bf0e"))
    found = samples(client)
    assert found["lumasite_searches_today", "user"] == 1
    assert found["lumasite_searches_today", "address"] == 2
    assert "af0e" not in asked(client).content.decode()


@override_settings(METRICS_TOKEN=TOKEN)
def test_the_archive_is_described(client: Client) -> None:
    found = samples(client)
    assert (found["lumasite_ready", ""], found["lumasite_archive_inscriptions", ""]) == (1, 29)
    assert found["lumasite_archive_failing", ""] == 0
    assert 0 <= found["lumasite_archive_age_seconds", ""] < 60


@override_settings(METRICS_TOKEN=TOKEN)
def test_answers_are_counted_by_state_and_cost(client: Client) -> None:
    today = timezone.now().date()
    Spend.objects.create(kind=Spend.Kind.SITE, since=today, calls=7)
    Spend.objects.create(kind=Spend.Kind.MONTH, since=today.replace(day=1), cost=2_500_000)
    for state in (State.CITED, State.CITED, State.DRAFT):
        Consultation.objects.create(state=state, mode="summary", body=b"", sources=[], archive_at=timezone.now())
    found = samples(client)
    assert (found["lumasite_answers", "cited"], found["lumasite_answers", "draft"]) == (2, 1)
    assert (found["lumasite_answer_calls_today", ""], found["lumasite_answer_cost_this_month", ""]) == (7, 2.5)
