"""The arrows of the house: which module may import which."""

import re
import subprocess
import sys
from pathlib import Path

LINT = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"

#: codex/docs holds samples for others to copy; nothing of the product may import them.
SOURCES = sorted(
    path
    for name in ("codex", "grounded", "lumasite")
    for path in Path(name).rglob("*.py")
    if not path.is_relative_to("codex/docs")
)


def importers(pattern: str) -> set[str]:
    wanted = re.compile(pattern, re.MULTILINE)
    return {str(path) for path in SOURCES if wanted.search(path.read_text(encoding="utf-8"))}


def test_every_contract_is_kept() -> None:
    # In a process of its own: import-linter sets logging up anew, which would silence the loggers other tests read.
    done = subprocess.run([sys.executable, "-c", LINT], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_only_the_fetch_speaks_http() -> None:
    speakers = importers(r"^\s*(import|from) (httpx|httpcore|requests|urllib\.request|http\.client|urllib3)\b")
    assert speakers <= {"codex/core/fetch.py", "codex/core/pinned.py", "codex/core/body.py"}


def test_only_fetch_and_resolve_know_sockets() -> None:
    fetching = {"codex/core/fetch.py", "codex/core/pinned.py", "codex/core/resolve.py"}
    own_port = {"codex/management/server.py", "codex/management/awaiting.py"}
    assert importers(r"^\s*(import|from) (socket|ssl|asyncio)\b") <= fetching | own_port


def test_nothing_imports_the_samples() -> None:
    assert not importers(r"codex\.docs|^\s*from codex import docs\b")


def test_only_the_client_of_answers_reaches_the_fetch() -> None:
    fetching = importers(r"^\s*(import|from) codex\.core\.(fetch|pinned|resolve)\b")
    assert {path for path in fetching if path.startswith("grounded/")} == {"grounded/core/chat.py"}


def test_the_core_of_answers_neither_logs_nor_prints() -> None:
    talkers = importers(r"^\s*(import|from) (logging|warnings|syslog)\b|\bprint\(|\bsys\.std")
    assert not [path for path in talkers if path.startswith("grounded/core/")]


def test_bleach_is_imported_once() -> None:
    assert len(importers(r"^\s*(import|from) bleach\b")) == 1


def test_nothing_is_marked_safe() -> None:
    assert not importers(r"mark_safe|SafeString|format_html")
    assert not [path for path in Path("templates").rglob("*.html") if "|safe" in path.read_text(encoding="utf-8")]
