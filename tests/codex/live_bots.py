"""A running site with Luma's tool switched on, and a token for it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import requests

from tests.codex.archives import eventually
from tests.sites import MANAGE, Site, running

SAMPLE = Path("codex/sample/search-index.json")


@dataclass(frozen=True, slots=True)
class Luma:
    """Where the site is, and a token for searching and tools."""

    site: Site
    token: str
    folder: Path

    @property
    def url(self) -> str:
        return self.site.url

    def manage(self, *arguments: str) -> str:
        """What a command of the site prints."""
        return manage(self.folder, *arguments)


def manage(folder: Path, *arguments: str) -> str:
    environment = {"PATH": os.environ["PATH"], "LUMASITE_DATA": str(folder / "data")}
    command = [sys.executable, str(MANAGE), *arguments]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout


@contextmanager
def luma_at_work(folder: Path) -> Iterator[Luma]:
    """Serve the sample archive; limits are wide, so that tests do not meet them by chance."""
    with running(folder, "--archive", str(SAMPLE.absolute())) as site:
        token = manage(folder, "codex", "token", "create", "Luma", "--scopes", "search,tools,answers").splitlines()[0]
        for name, value in (("codex-burst", "6000"), ("codex-daily-per-user", "1000"), ("enable-codex", "true")):
            manage(folder, "codex", "config", "set", name, value)
        assert eventually(lambda: _offers(site, token))
        yield Luma(site, token, folder)


def _offers(site: Site, token: str) -> bool:
    answer = requests.get(f"{site.url}/api/v1/tools", headers={"Authorization": f"Bearer {token}"}, timeout=20)
    return bool(answer.json()["tools"])
