"""A change of the settings is in force in every running process within two seconds (CONTRACT §1, ADM-01)."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from tests.codex.archives import archive_bytes
from tests.codex.settings_page import PAGE
from tests.reading import form_values
from tests.sites import ADMIN, MANAGE, Site, running, signed_in

#: The contract's own bound.
SECONDS = 2


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, Site, Path]]:
    """Two servers, each a process of its own, over one data folder."""
    folder = tmp_path_factory.mktemp("sites")
    (folder / "search-index.json").write_bytes(archive_bytes("Lumen"))
    with (
        running(folder, "--archive", str(folder / "search-index.json"), environment=ADMIN) as one,
        running(folder) as other,
    ):
        yield one, other, folder


def statuses(*sites: Site) -> list[int]:
    return [requests.get(f"{site.url}/search?q=lumen", timeout=20).status_code for site in sites]


def config(folder: Path, *arguments: str) -> None:
    command = [sys.executable, str(MANAGE), "codex", "config", *arguments]
    environment = {"PATH": os.environ["PATH"], "LUMASITE_DATA": str(folder / "data")}
    subprocess.run(command, env=environment, check=True, capture_output=True)


def test_a_change_by_command_reaches_both(sites: tuple[Site, Site, Path]) -> None:
    one, other, folder = sites
    assert statuses(one, other) == [200, 200]
    config(folder, "set", "pause-search", "true")
    time.sleep(SECONDS)
    assert statuses(one, other) == [503, 503]
    config(folder, "reset", "pause-search")
    time.sleep(SECONDS)
    assert statuses(one, other) == [200, 200]


def test_a_change_on_the_page_of_one_reaches_the_other(sites: tuple[Site, Site, Path]) -> None:
    one, other, folder = sites
    browser = signed_in(one)
    values = form_values(browser.get(one.url + PAGE, timeout=20).text)
    assert values["codex_timeout"] == "10"
    saved = browser.post(one.url + PAGE, values | {"pause_search": "on", "_save": "Save"}, timeout=20)
    assert "Saved: pause-search." in saved.text
    assert statuses(one) == [503]
    time.sleep(SECONDS)
    assert statuses(other) == [503]
    config(folder, "reset", "pause-search")
    time.sleep(SECONDS)
    assert statuses(one, other) == [200, 200]
