"""Bodies, headers and clients that are too large or too slow, against a running server (SEC-04)."""

import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
import requests

from tests.codex.archives import archive_bytes
from tests.sites import Site, running

#: Requests that the server answers at once.
THREADS = 2
PATHS = ["/api/v1/search", "/api/v1/tools/call", "/mcp", "/account/sign-in/", "/ask/", "/admin/login/"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site")
    (folder / "search-index.json").write_bytes(archive_bytes("Lumen"))
    given = ("--archive", str(folder / "search-index.json"), "--threads", str(THREADS))
    with running(folder, *given) as running_site:
        yield running_site


def port_of(site: Site) -> int:
    return int(site.url.rpartition(":")[2])


@pytest.mark.parametrize(
    "path", ["/api/v1/search", "/api/v1/tools/call", "/mcp", "/account/sign-in/", "/ask/", "/admin/login/"]
)
def test_an_oversized_body_is_refused_and_the_site_goes_on(site: Site, path: str) -> None:
    kind = "application/json" if path.startswith(("/api", "/mcp")) else "application/x-www-form-urlencoded"
    answer = requests.post(site.url + path, b"a" * 2_000_000, headers={"Content-Type": kind}, timeout=20)
    assert answer.status_code in (400, 401, 403, 413)
    assert site.is_up()


def test_a_form_of_a_thousand_fields_is_refused(site: Site) -> None:
    fields = {f"field-{number}": "x" for number in range(1_000)}
    assert requests.post(f"{site.url}/account/sign-in/", fields, timeout=20).status_code in (400, 403)


@pytest.mark.parametrize(
    "headers",
    [{"X-Long": "a" * 1_000_000}, {f"X-{number}": "a" for number in range(2_000)}, {"Cookie": "a=" + "b" * 1_000_000}],
    ids=["long", "many", "cookie"],
)
def test_oversized_headers_are_refused_and_the_site_goes_on(site: Site, headers: dict[str, str]) -> None:
    try:
        status = requests.get(f"{site.url}/robots.txt", headers=headers, timeout=20).status_code
    except requests.ConnectionError:
        status = 431  # the server hung up while it was still being told
    assert status in (400, 413, 431)
    assert site.is_up()


def test_an_endless_address_is_refused(site: Site) -> None:
    answer = requests.get(f"{site.url}/search?q={'a' * 60_000}", timeout=20)
    assert answer.status_code in (400, 414)
    assert site.is_up()


def test_clients_that_are_slow_to_ask_hold_nobody_up(site: Site) -> None:
    """Far more of them than the server has threads: a thread begins once the headers are whole.

    A slow body does hold a thread; the proxy in front takes bodies whole (tests/deploy).
    """
    with ExitStack() as stack:
        for _ in range(40):
            slow = stack.enter_context(socket.create_connection(("127.0.0.1", port_of(site))))
            slow.sendall(b"GET /search?q=lumen HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        with ThreadPoolExecutor(8) as pool:
            asked = [pool.submit(requests.get, f"{site.url}/search?q=lumen", timeout=60) for _ in range(8)]
        assert [one.result().status_code for one in asked] == [200] * 8
