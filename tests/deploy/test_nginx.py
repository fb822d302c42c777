"""Two hosts behind nginx as it is shipped: one site, that neither lies nor slowness nor a dead host disturbs."""

import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import httpx
import pytest

from tests.codex.archives import eventually
from tests.deploy.conftest import Behind
from tests.deploy.proxies import NAME

pytestmark = [pytest.mark.postgres, pytest.mark.redis]
SEARCH = "/api/v1/search?q=lumen"


def test_both_hosts_are_one_site_with_a_number_for_each_request(site: Behind) -> None:
    answers = [site.proxy.get(SEARCH) for _ in range(6)]
    assert [one.status_code for one in answers] == [200] * 6
    assert len({one.headers["X-Request-ID"] for one in answers}) == 6
    assert site.hosts.used() == 6
    assert answers[0].headers["RateLimit"] != answers[-1].headers["RateLimit"]


def test_nobody_becomes_another_by_what_they_write(site: Behind) -> None:
    for number in range(4):
        site.proxy.get(SEARCH, X_Forwarded_For=f"198.51.100.{number}", Forwarded=f"for=198.51.100.{number}")
    assert site.hosts.ask("SELECT count(*) FROM codex_dailyuse WHERE kind = 'address'") == 1


def test_another_name_is_nobody_s(site: Behind) -> None:
    with pytest.raises(httpx.ConnectError):
        site.proxy.ask("GET", "/", name="evil.example")


def test_what_is_too_large_ends_at_the_proxy(site: Behind) -> None:
    kind = {"Content_Type": "application/json"}
    assert site.proxy.ask("POST", "/api/v1/search", content=b"a" * 200_000, **kind).status_code == 413
    assert site.proxy.get("/", X_Long="a" * 100_000).status_code in (400, 431, 494)


def test_slow_bodies_reach_no_host(site: Behind) -> None:
    """More of them than both hosts have threads."""
    start = (
        f"POST /api/v1/search HTTP/1.1\r\nHost: {NAME}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{{"
    )
    with ExitStack() as stack:
        for _ in range(40):
            plain = stack.enter_context(socket.create_connection(("127.0.0.1", site.proxy.port)))
            slow = stack.enter_context(site.proxy.context.wrap_socket(plain, server_hostname=NAME))
            slow.sendall(start.encode())
        with ThreadPoolExecutor(4) as pool:
            asked = [pool.submit(site.proxy.get, SEARCH) for _ in range(8)]
        assert [one.result().status_code for one in asked] == [200] * 8


def test_a_host_that_is_gone_is_missed_by_nobody(site: Behind) -> None:
    site.wire.cut()
    assert [site.proxy.get(SEARCH).status_code for _ in range(6)] == [200] * 6
    assert site.hosts.used() == 6
    site.wire.mend()
    assert eventually(lambda: site.proxy.get("/robots.txt").status_code == 200)


@pytest.mark.parametrize("path", ["/metrics", "/readyz"])
def test_what_is_for_the_inside_stays_inside(site: Behind, path: str) -> None:
    assert site.proxy.get(path).status_code == 404


def test_the_proxy_logs_neither_addresses_nor_what_was_looked_for(site: Behind) -> None:
    site.proxy.get("/search?q=manometer")
    told = (site.folder / "lumasite.log").read_text()
    assert "200" in told
    assert not [word for word in ("manometer", "127.0.0.1", "/search") if word in told]
