"""Two hosts behind nginx for all tests of this folder: each leaves them whole."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.deploy.proxies import NAME, Proxy, nginx
from tests.fleet.hosts import Fleet, fleet
from tests.fleet.wires import Wire


@dataclass(frozen=True)
class Behind:
    """The fleet, the proxy, the wire between the proxy and the second host, and the folder of its log."""

    hosts: Fleet
    proxy: Proxy
    wire: Wire
    folder: Path


@pytest.fixture(scope="package")
def deployed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Behind]:
    folder = tmp_path_factory.mktemp("deployed")
    given = {"TRUSTED_PROXIES": "1", "ALLOWED_HOSTS": f"{NAME},127.0.0.1"}
    with fleet(folder, **given) as hosts:
        wire = Wire(hosts.other.url, 80)
        places = [url.removeprefix("http://") for url in (hosts.one.url, wire.url)]
        with nginx(folder, *places) as proxy:
            yield Behind(hosts, proxy, wire, folder)
        wire.close()


@pytest.fixture
def site(deployed: Behind) -> Iterator[Behind]:
    deployed.hosts.forget()
    yield deployed
    deployed.wire.mend()
