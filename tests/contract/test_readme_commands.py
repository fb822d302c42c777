"""Every command in the README's blocks works as it stands there; installing is left to .ci/run."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import scripts
from tests.servers import serving
from tests.sites import MANAGE, running

README = Path("README.md").read_text(encoding="utf-8")
SAMPLE, RECEIPT = Path("codex/sample/search-index.json"), Path("tests/data/receipt.json")
INSTALLING = re.compile(r"python3 -m venv |\.venv/bin/pip install |\.venv/bin/pytest$")
SERVE = ".venv/bin/python manage.py serve"
#: What is no command: the pattern for leak scanners.
PATTERN = re.compile(r"\\bluma_")
HERE, EXAMPLE = "http://127.0.0.1:8000", "https://example.org/search-index.json"


def blocks() -> list[list[str]]:
    """The indented blocks, each a list of lines; what installs is cut off."""
    found = re.findall(r"(?:^    \S.*\n)+", README, re.MULTILINE)
    return [kept for block in found if (kept := [line for line in map(_cut, block.splitlines()) if line])]


def _cut(line: str) -> str:
    return " && ".join(part for part in line.strip().split(" && ") if not INSTALLING.match(part))


SERVING = [line for block in blocks() for line in block if line.startswith(SERVE)]
RUN = [[line for line in block if not line.startswith(SERVE) and not PATTERN.match(line)] for block in blocks()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What a reader has in front of them: a checkout with its `.venv`, an index of their own, and a receipt."""
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    python = tmp_path / ".venv" / "bin" / "python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    (tmp_path / "manage.py").symlink_to(MANAGE)
    (tmp_path / "path" / "to").mkdir(parents=True)
    shutil.copy(SAMPLE, tmp_path / "path" / "to" / "search-index.json")
    shutil.copy(RECEIPT, tmp_path / "answer.json")
    (tmp_path / "key.txt").write_text("sk-incense-and-oil-0412\n")
    (tmp_path / ".curlrc").write_text("fail\nsilent\n")  # an error status fails the line
    return tmp_path


@pytest.fixture
def example() -> Iterator[tuple[str, str]]:
    """The site at example.org: its index URL here, and the host that the guard has to be told of."""
    with serving(scripts.json_bytes(SAMPLE.read_bytes())) as server:
        yield f"{server.url}/search-index.json", server.netloc


def test_the_readme_has_commands() -> None:
    assert len(SERVING) >= 3
    assert sum(map(len, RUN)) >= 15


@pytest.mark.parametrize("line", SERVING)
def test_every_way_to_serve_answers(line: str, folder: Path, example: tuple[str, str]) -> None:
    archive, host = example
    arguments = line.removeprefix(SERVE).replace(EXAMPLE, archive).split()
    with running(folder, *arguments, environment={"CODEX_ALLOWED_HOSTS": host}) as site:
        assert "Codex Mechanicus" in site.page("/")
        assert "Address:" in site.told


def test_every_other_command_works(folder: Path) -> None:
    if not shutil.which("curl"):
        pytest.skip("curl is missing")
    with running(folder, "--archive", "path/to/search-index.json") as site:
        for block in RUN:
            script = "\n".join(block).replace(HERE, site.url)
            done = subprocess.run(
                ["bash", "-eu", "-o", "pipefail", "-c", script],
                cwd=folder,
                env={"PATH": os.environ["PATH"], "HOME": str(folder), "LUMASITE_DATA": str(folder / "data")},
                capture_output=True,
                text=True,
                timeout=120,
                check=False,
            )
            assert done.returncode == 0, (script, done.stderr)
