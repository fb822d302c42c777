"""Every recorded model output, read as bytes and once more through a real server (GRD-03, GRD-04)."""

import json
from pathlib import Path
from typing import Any

import pytest

from grounded.core.citations import AnswerRejected, Cited, Draft, read_answer
from grounded.core.errors import ChatError
from tests.grounded.asking import endpoint, question, source
from tests.grounded.replies import completion
from tests.scripts import replying

LINES = (Path(__file__).parent.parent / "data" / "model_outputs.jsonl").read_text("utf-8").splitlines()
ROWS: list[dict[str, Any]] = [json.loads(line) for line in LINES]
READ = [row for row in ROWS if row.get("status", 200) < 300]


def name_of(row: dict[str, Any]) -> str:
    name: str = row["id"]
    return name


def body_of(row: dict[str, Any]) -> bytes:
    text: str = row["body_or_content"]
    return text.encode() if row["kind"] == "body" else completion(text)


def outcome_of(answer: Cited | Draft) -> str:
    return "accept" if isinstance(answer, Cited) else "uncited_draft"


@pytest.mark.parametrize("row", READ, ids=name_of)
def test_every_reply_is_read_as_its_row_says(row: dict[str, Any]) -> None:
    try:
        outcome = outcome_of(read_answer(body_of(row), row["sources"]))
    except AnswerRejected as refusal:
        outcome = f"reject:{refusal.code}"
    assert outcome == row["expected"]


@pytest.mark.parametrize("row", ROWS, ids=name_of)
def test_every_reply_ends_the_same_through_a_server(row: dict[str, Any]) -> None:
    headers = {"Content-Type": row.get("content_type", "application/json")} | row.get("headers", {})
    texts = row.get("source_texts", {})
    sources = tuple(source(id=name, text=texts.get(name, "Seven bells.")) for name in row["sources"])
    with endpoint(replying(row.get("status", 200), body_of(row), headers)) as (_, client):
        try:
            outcome = outcome_of(client.generate(question(sources=sources)))
        except AnswerRejected as refusal:
            outcome = f"reject:{refusal.code}"
        except ChatError as refusal:
            outcome = f"error:{refusal.code}"
    assert outcome == row["expected"]


def test_no_row_is_left_out() -> None:
    assert len(ROWS) == len({row["id"] for row in ROWS}) == 139
