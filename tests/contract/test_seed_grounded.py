"""Every sentence of the second seed, with the tests that hold it; what is not tested says why.

The sentences stand in tests/data/seed_grounded.json. `owed` is what no test holds yet because the pages of answers are
not built; it must be empty once their door is.
"""

import ast
import json
import socket
from functools import cache
from pathlib import Path
from typing import Any

import pytest

CLAIMS: list[dict[str, Any]] = json.loads(Path("tests/data/seed_grounded.json").read_text(encoding="utf-8"))


@cache
def functions_of(path: str) -> frozenset[str]:
    tree = ast.parse((Path("tests") / path).read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim["id"])
def test_every_sentence_is_held_by_tests_that_exist(claim: dict[str, Any]) -> None:
    named = [name.partition("::") for name in claim.get("tests", [])]
    assert [name for path, _, name in named if name not in functions_of(path)] == []
    assert bool(named) != bool(claim.get("untested"))


def test_every_sentence_has_an_id_of_its_own() -> None:
    assert [claim["id"] for claim in CLAIMS] == [f"AI-{number:02}" for number in range(1, 29)]
    assert len({claim["sentence"] for claim in CLAIMS}) == len(CLAIMS)


def test_nothing_is_owed_once_the_door_of_answers_exists() -> None:
    owed = [claim["id"] for claim in CLAIMS if "owed" in claim]
    assert not (owed and Path("grounded/answer.py").exists()), owed


def test_no_test_reaches_beyond_this_machine() -> None:
    with socket.socket() as probe, pytest.raises(AssertionError, match="reached for the network"):
        probe.connect(("93.184.216.34", 443))
    with pytest.raises(AssertionError, match="looked up a name"):
        socket.getaddrinfo("api.llm.acme.com", 443)
