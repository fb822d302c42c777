"""The door for a model's tool calls (CDX-01)."""

from pathlib import Path

import pytest

from codex.callers import Caller
from codex.models import DailyUse
from codex.results import Refusal, Results
from codex.search import search
from codex.tool_door import carry_out
from tests.shelving import change_settings, put_on_shelf

CALL = {"name": "codex_search", "arguments": {"query": "manometer"}}
PILGRIM = Caller("pilgrim", "one", "b0")

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _archive(tmp_path: Path, db: None) -> None:
    put_on_shelf(tmp_path, enable_codex=True)


def test_a_call_finds_what_a_search_finds() -> None:
    found, searched = carry_out(CALL, None), search("manometer", "en", limit=5)
    assert isinstance(found, Results)
    assert isinstance(searched, Results)
    assert found.as_dict() == searched.as_dict()


def test_a_call_is_counted_for_its_caller() -> None:
    carry_out(CALL, PILGRIM)
    assert DailyUse.objects.get(kind="pilgrim").used == 1


@pytest.mark.parametrize(("enabled", "call", "code"), [(True, {}, "call_invalid"), (False, CALL, "tool_disabled")])
def test_a_refused_call_costs_nothing(enabled: bool, call: object, code: str) -> None:
    change_settings(enable_codex=enabled)
    refused = carry_out(call, PILGRIM)
    assert isinstance(refused, Refusal)
    assert (refused.code, DailyUse.objects.exists()) == (code, False)
