"""A disk that is full: searches are refused in plain words, nothing is lost, and all goes on once there is room."""

import resource
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from tests.codex.archives import archive_bytes, eventually
from tests.sites import Site, running

#: Bytes that a file may have: none can grow beyond it, as on a full disk.
NOTHING = 1_000


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    (tmp_path / "search-index.json").write_bytes(archive_bytes("Lumen"))
    with running(tmp_path, "--archive", str(tmp_path / "search-index.json")) as running_site:
        yield running_site


def limit(site: Site, size: int) -> None:
    """Bound the files of the server and its workers."""
    for process in _family(site.process.pid):
        _, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
        resource.prlimit(process, resource.RLIMIT_FSIZE, (size, hard))


def _family(parent: int) -> list[int]:
    children = Path(f"/proc/{parent}/task/{parent}/children")
    if not children.exists():
        pytest.skip("this system does not tell a process's children")
    return [parent, *(one for child in children.read_text().split() for one in _family(int(child)))]


def search(site: Site) -> requests.Response:
    return requests.get(f"{site.url}/api/v1/search?q=lumen", timeout=30)


def test_a_full_disk_is_told_and_over_when_there_is_room(site: Site) -> None:
    assert search(site).status_code == 200
    limit(site, NOTHING)
    full = search(site)
    assert (full.status_code, full.json()["code"]) == (503, "storage_unavailable")
    page = requests.get(f"{site.url}/search?q=lumen", timeout=30)
    assert (page.status_code, "Traceback" in page.text) == (503, False)
    assert requests.get(f"{site.url}/", timeout=30).status_code == 200
    limit(site, resource.RLIM_INFINITY)
    assert eventually(lambda: search(site).status_code == 200)
    left = int(search(site).headers["RateLimit"].split("r=")[1].split(";")[0])
    assert left == 50 - 3
