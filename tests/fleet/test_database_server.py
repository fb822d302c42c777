"""A PostgreSQL that really restarts, and one whose disk is full."""

import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import requests

from tests.codex.archives import eventually
from tests.fleet.cluster import Cluster, cluster
from tests.fleet.conftest import answers
from tests.fleet.hosts import Fleet, fleet
from tests.sites import PATIENCE

pytestmark = [pytest.mark.postgres, pytest.mark.redis]
THREADS = 6


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    with cluster() as server:
        yield server


@pytest.fixture(scope="module")
def shared(server: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUMASITE_TEST_POSTGRES", server.url)
        with fleet(tmp_path_factory.mktemp("served")) as hosts:
            hosts.manage("codex", "config", "set", "codex-burst", "6000")
            hosts.manage("codex", "config", "set", "codex-daily-anonymous", "100000")
            yield hosts


@pytest.fixture
def served(shared: Fleet) -> Fleet:
    assert eventually(lambda: answers(shared))
    shared.forget()
    return shared


def test_a_restart_fails_no_request_but_those_it_met(server: Cluster, served: Fleet) -> None:
    def ask(until: float) -> list[int]:
        found = []
        while time.monotonic() < until:
            found += served.searches()
            time.sleep(0.05)
        return found

    with ThreadPoolExecutor(THREADS) as pool:
        asking = [pool.submit(ask, time.monotonic() + 8) for _ in range(THREADS)]
        time.sleep(2)
        server.restart()
    ends = Counter(status for one in asking for status in one.result())
    assert set(ends) <= {200, 503}, ends
    assert ends[200] > 100
    assert ends[503] <= THREADS
    assert ends[200] <= served.used() <= ends[200] + ends[503]


def test_a_full_disk_is_told_and_over_when_there_is_room(server: Cluster, served: Fleet) -> None:
    with server.full_disk(served.direct):
        refused = served.search(served.one)
        assert (refused.status_code, refused.json()["code"]) == (503, "storage_unavailable")
        page = requests.get(f"{served.other.url}/search?q=lumen", timeout=PATIENCE)
        assert (page.status_code, "storage is busy" in page.text) == (503, True)
        assert requests.get(f"{served.one.url}/", timeout=PATIENCE).status_code == 200
        assert served.used() == 0
    assert served.searches() == [200, 200]
    assert served.used() == 2
