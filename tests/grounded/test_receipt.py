"""Receipts: all that was sent and came back, the label, and the same verdict again offline."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils.translation import override

from grounded.core.payload import digest
from grounded.receipt import receipt
from grounded.standing import Standing
from grounded.verify import NoReceipt, verify
from tests.grounded.asking import KEY, MODEL, answering
from tests.grounded.conftest import Provide
from tests.grounded.replies import completion, wrote
from tests.grounded.site import QUESTION, consulted
from tests.scripts import replying

CITING = answering(wrote("“Three notches high” [s1], and 40 more [s2].", ["s1", "s2"]))
HANDLERS = {
    "cited": CITING,
    "draft": answering(wrote("Nobody knows.", [])),
    "rejected": answering(wrote("High [s9].", ["s9"])),
    "garbled": replying(200, b"\xff\xfe"),
    "unwrapped": answering(
        completion('```json\n{"answer": "High [s1].", "citations": ["s1"]}\n```', finish_reason="length")
    ),
    "failed": replying(500),
}


def told(found: Standing) -> dict[str, Any]:
    """The receipt as a reader has it."""
    read: dict[str, Any] = json.loads(json.dumps(receipt(found)))
    return read


def verdict(read: dict[str, Any]) -> dict[str, bool]:
    return {check.name: check.is_same for check in verify(json.dumps(read))}


def test_it_holds_what_was_sent_and_what_came_back(provider: Provide) -> None:
    server = provider(CITING)
    found = consulted()
    read = told(found)
    assert read["request"]["text"].encode() == server.requests[0].body
    assert read["request"]["sha256"] == digest(server.requests[0].body)
    assert json.loads(read["reply"]["text"])["choices"]
    assert (read["model"], read["question"], read["ai_generated"]) == (MODEL, QUESTION, True)
    assert [source["id"] for source in read["sources"]] == ["s1", "s2"]
    assert read["archive"]["sha256"] == found.archive_digest
    assert len(read["facts"]) == 1


def test_neither_key_nor_path_is_in_it(provider: Provide) -> None:
    provider(CITING)
    assert KEY not in json.dumps(told(consulted()))
    assert "/v1" not in json.dumps(told(consulted()))


@pytest.mark.parametrize(
    ("name", "label"),
    [
        (
            "cited",
            f"Written by {MODEL}; the citations exist; "
            "this proves neither the facts nor that the text was not steered.",
        ),
        ("draft", f"Uncited draft, written by {MODEL}: it names no source, and nothing of it was checked."),
        ("rejected", ""),
    ],
)
def test_the_label_goes_with_it_in_english(name: str, label: str, provider: Provide) -> None:
    provider(HANDLERS[name])
    with override("de"):
        assert told(consulted())["label"] == label


def test_an_extract_is_labelled_and_no_models(archive: None) -> None:
    read = told(consulted())
    assert read["label"].startswith("Archive extract, no model used")
    assert (read["ai_generated"], read["reply"], read["request"]["sha256"]) == (False, None, "")
    assert all(verdict(read).values())


@pytest.mark.parametrize("name", HANDLERS)
def test_offline_the_verdict_is_the_same(name: str, provider: Provide) -> None:
    provider(HANDLERS[name])
    assert verdict(told(consulted())) == {"request": True, "sources": True, "verdict": True}


def test_a_receipt_of_an_earlier_day_still_verifies() -> None:
    kept = Path("tests/data/receipt.json").read_text(encoding="utf-8")
    assert {check.name: check.is_same for check in verify(kept)} == dict.fromkeys(
        ["request", "sources", "verdict"], True
    )


def _state(read: dict[str, Any]) -> None:
    read["state"] = read["code"] = "draft"


def _answer(read: dict[str, Any]) -> None:
    read["answer"] += " Trust me."


def _fact(read: dict[str, Any]) -> None:
    read["facts"][0]["findings"] = []


def _reply(read: dict[str, Any]) -> None:
    read["reply"]["text"] = read["reply"]["text"].replace("40", "41")


def _request(read: dict[str, Any]) -> None:
    read["request"]["text"] += " "


def _source(read: dict[str, Any]) -> None:
    read["sources"][0]["text"] += " And forty more."


def _sent(read: dict[str, Any]) -> None:
    read["sources"][1]["sent"]["text"] = "Else."


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (_state, {"verdict"}),
        (_answer, {"verdict"}),
        (_fact, {"verdict"}),
        (_reply, {"verdict"}),
        (_request, {"request"}),
        (_source, {"sources"}),
        (_sent, {"sources"}),
    ],
)
def test_whatever_was_altered_is_found(
    change: Callable[[dict[str, Any]], None], wrong: set[str], provider: Provide
) -> None:
    provider(CITING)
    read = told(consulted())
    change(read)
    assert wrong <= {name for name, is_same in verdict(read).items() if not is_same}


SOUND = {"form": "lumasite-receipt/1", "state": "cited", "code": "cited", "lang": "en", "question": "", "sources": []}


@pytest.mark.parametrize(
    "change",
    [{"form": "else"}, {"sources": [7]}, {"state": "no"}, {"lang": "xx"}, {"reply": {"base64": "%"}}, {"question": 1}],
)
def test_a_receipt_that_cannot_be_one_is_none(change: dict[str, Any]) -> None:
    with pytest.raises(NoReceipt):
        verify(json.dumps(SOUND | change))


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", "x" * 100, "[" * 10_000, '{"form": "lumasite-receipt/1"}'])
def test_what_is_no_receipt_is_told_so(text: str) -> None:
    with pytest.raises(NoReceipt):
        verify(text)


def saved(folder: Path, read: dict[str, Any]) -> Path:
    file = folder / "answer.json"
    file.write_text(json.dumps(read), encoding="utf-8")
    return file


def test_the_command_gives_the_same_verdict(provider: Provide, tmp_path: Path) -> None:
    provider(HANDLERS["rejected"])
    out = StringIO()
    call_command("grounded", "verify", str(saved(tmp_path, told(consulted()))), stdout=out)
    assert "verdict: rejected (unknown_id), the same" in out.getvalue()


def test_the_command_fails_when_it_differs(provider: Provide, tmp_path: Path) -> None:
    provider(CITING)
    read = told(consulted())
    _answer(read)
    out = StringIO()
    with pytest.raises(CommandError, match="does not follow"):
        call_command("grounded", "verify", str(saved(tmp_path, read)), stdout=out)
    assert "verdict: cited (cited), NOT what the receipt says" in out.getvalue()


@pytest.mark.parametrize("content", [b"\xff\xfe", b"{}", b" " * 4_000_001])
def test_the_command_tells_of_files_that_are_none(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "answer.json"
    file.write_bytes(content)
    with pytest.raises(CommandError, match="no receipt"):
        call_command("grounded", "verify", str(file))


def test_the_command_tells_of_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="could not be read"):
        call_command("grounded", "verify", str(tmp_path / "none.json"))
