"""The threat model names tests for every threat; each of them exists, and so does each file that a page names."""

import ast
import re
from pathlib import Path

import pytest

LINES = [line for line in Path("SECURITY.md").read_text(encoding="utf-8").splitlines() if line.startswith("| ")][1:]
FILES = [path for top in ("codex", "grounded", "lumasite", "tests") for path in Path(top).rglob("*")] + [
    *Path().glob("*")
]
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


@pytest.mark.parametrize("page", ["README.md", "SECURITY.md", "lumasite/deploy/README.md", "codex/docs/chat.md"])
def test_every_file_that_a_page_names_is_there(page: str) -> None:
    named = re.findall(r"`([\w./-]+\.(?:py|md|conf|yaml|html|sh))`", Path(page).read_text(encoding="utf-8"))
    assert named
    assert [name for name in named if not any(path.match(name) for path in FILES)] == []


def test_the_model_is_not_empty() -> None:
    assert len(LINES) >= 25
