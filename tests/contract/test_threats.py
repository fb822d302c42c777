"""The threat model names for every threat the tests that hold it off; each of them exists."""

import ast
import re
from pathlib import Path

import pytest

LINES = [line for line in Path("SECURITY.md").read_text(encoding="utf-8").splitlines() if line.startswith("| ")][1:]
TESTS = {
    node.name
    for path in Path("tests").rglob("test_*.py")
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    if isinstance(node, ast.FunctionDef)
}


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.split("|")[1].strip())
def test_every_threat_names_tests_that_exist(line: str) -> None:
    named = re.findall(r"`(test_\w+)`", line)
    assert named
    assert set(named) <= TESTS


def test_the_model_is_not_empty() -> None:
    assert len(LINES) >= 25
