"""One fleet for all tests of this folder: each leaves it whole."""

from collections.abc import Iterator

import pytest

from tests.fleet.hosts import Fleet, fleet


@pytest.fixture(scope="package")
def shared_hosts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    with fleet(tmp_path_factory.mktemp("fleet")) as hosts:
        yield hosts


@pytest.fixture
def hosts(shared_hosts: Fleet) -> Iterator[Fleet]:
    """The fleet, with nothing counted yet and nothing broken afterwards."""
    shared_hosts.ask("DELETE FROM codex_dailyuse")
    yield shared_hosts
    shared_hosts.database.mend()
    shared_hosts.cache.mend()
