"""One fleet for all tests of this folder: each leaves it whole."""

from collections.abc import Iterator

import pytest

from tests.codex.archives import eventually
from tests.fleet.hosts import Fleet, fleet


@pytest.fixture(scope="package")
def shared_hosts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    with fleet(tmp_path_factory.mktemp("fleet")) as hosts:
        yield hosts


@pytest.fixture
def hosts(shared_hosts: Fleet) -> Iterator[Fleet]:
    """The fleet: both hosts answer, nothing is counted yet, and nothing is broken afterwards."""
    assert eventually(lambda: answers(shared_hosts))
    shared_hosts.forget()
    yield shared_hosts
    shared_hosts.database.mend()
    shared_hosts.cache.mend()


def answers(hosts: Fleet) -> bool:
    """Whether both hosts do, whatever was counted."""
    hosts.forget()
    return hosts.searches() == [200, 200]
