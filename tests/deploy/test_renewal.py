"""A host is stopped and started anew behind the proxy, as a new version needs it: nobody who asks hears of it."""

import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.codex.archives import eventually
from tests.deploy.conftest import Behind
from tests.deploy.proxies import Proxy, nginx
from tests.sites import free_port, running

pytestmark = [pytest.mark.postgres, pytest.mark.redis]


@contextmanager
def asked_all_the_time(proxy: Proxy) -> Iterator[Counter[int]]:
    """Pages and posts, at once; how they ended, by status."""
    over, ends = threading.Event(), Counter[int]()

    def ask(method: str, path: str, content: bytes) -> None:
        while not over.is_set():
            ends[proxy.ask(method, path, content=content, Content_Type="application/json").status_code] += 1
            time.sleep(0.01)

    kinds = [("GET", "/robots.txt", b""), ("GET", "/search", b""), ("POST", "/api/v1/search", b'{"query": "lumen"}')]
    threads = [threading.Thread(target=ask, args=kind) for kind in kinds]
    for thread in threads:
        thread.start()
    try:
        yield ends
    finally:
        over.set()
        for thread in threads:
            thread.join()


def test_a_host_that_is_renewed_is_missed_by_nobody(site: Behind, tmp_path: Path) -> None:
    hosts, port = site.hosts, free_port()
    given = {name: value for name, value in hosts.environment.items() if name != "LUMASITE_DATA"}
    with running(tmp_path, "--no-admin", port=port, environment=given) as third:
        (tmp_path / "nginx").mkdir()
        places = f"127.0.0.1:{port}", hosts.other.url.removeprefix("http://")
        with nginx(tmp_path / "nginx", *places) as proxy, asked_all_the_time(proxy) as ends:
            assert eventually(lambda: ends.total() > 50)
            third.stop(signal.SIGTERM)
            with running(tmp_path, "--no-admin", port=port, environment=given):
                before = ends.total()
                assert eventually(lambda: ends.total() > before + 50)
    assert set(ends) <= {200, 429}, ends  # those who ask so much meet their limit
    assert ends[200] > 100
