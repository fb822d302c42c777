"""What holds for the whole tree."""

import ast
import re
import subprocess
import tomllib
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

NAMES = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.splitlines()
TEXTS = [Path(name) for name in NAMES if Path(name).suffix in {".py", ".md", ".html", ".css", ".toml", ".json", ""}]
PYTHON = [path for path in TEXTS if path.suffix == ".py" and "migrations" not in path.parts]
PRODUCT = [path for path in PYTHON if path.parts[0] in {"codex", "lumasite", "grounded"}]


@pytest.mark.parametrize("path", PRODUCT, ids=str)
def test_no_file_is_longer_than_300_lines(path: Path) -> None:
    assert path.read_text(encoding="utf-8").count("\n") <= 300


@pytest.mark.parametrize("path", PRODUCT, ids=str)
def test_no_function_is_longer_than_50_lines(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    assert not [node.name for node in functions if (node.end_lineno or 0) - node.lineno >= 50]


def test_the_median_function_is_short() -> None:
    lengths = sorted(
        (node.end_lineno or 0) - node.lineno + 1
        for path in PRODUCT
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    )
    assert lengths[len(lengths) // 2] <= 10


def test_the_top_holds_no_more_than_the_house_needs() -> None:
    allowed = {
        "manage.py",
        "pyproject.toml",
        "README.md",
        "requirements.lock",
        "SECURITY.md",
        "CHANGELOG.md",
        "LICENSE",
    }
    files = {name for name in NAMES if "/" not in name and not name.startswith(".")}
    assert files <= allowed


def test_no_registry_and_no_machine_is_named() -> None:
    banned = re.compile(r"pypi\.org|pythonhosted|registry\.npmjs|deb\.debian|/work/|/root/")
    named = [path for path in TEXTS if path.name != Path(__file__).name and banned.search(_text(path))]
    assert not named


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    call_command("makemigrations", check=True, dry_run=True, stdout=StringIO())


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def test_every_dependency_is_locked_by_hash() -> None:
    wanted = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    names = {re.split(r"[<>=\[]", name)[0].lower() for name in wanted}
    locked = set(re.findall(r"^([a-z0-9-]+)==", Path("requirements.lock").read_text(encoding="utf-8"), re.MULTILINE))
    assert names <= locked
