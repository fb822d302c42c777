"""Every sentence of SPEC-014 about the chat call, with the tests that hold it; what is not tested says why (CDX-07)."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.contract.test_seed_grounded import functions_of

CLAIMS: list[dict[str, Any]] = json.loads(Path("tests/data/seed_codex_chat.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim["id"])
def test_every_sentence_is_held_by_tests_that_exist(claim: dict[str, Any]) -> None:
    named = [name.partition("::") for name in claim.get("tests", [])]
    assert [name for path, _, name in named if name not in functions_of(path)] == []
    assert bool(named) != bool(claim.get("untested"))


def test_every_sentence_has_an_id_of_its_own() -> None:
    assert [claim["id"] for claim in CLAIMS] == [f"CHAT-{number:02}" for number in range(1, len(CLAIMS) + 1)]
    assert len({claim["sentence"] for claim in CLAIMS}) == len(CLAIMS)
