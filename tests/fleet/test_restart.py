"""Workers are replaced while the site is asked (SIGHUP): nobody is refused, and no answer is sent twice (GRD-06)."""

import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import requests
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

from tests.bench import isolation
from tests.bench.wrk import family
from tests.codex.archives import archive_bytes, eventually, gated
from tests.grounded.asking import answering
from tests.grounded.replies import wrote
from tests.servers import serving
from tests.sites import PATIENCE, Site, running

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are told from /proc")


def workers(site: Site) -> set[int]:
    """The processes that answer."""
    return {pid for pid in family(site.process.pid)[1:] if b"spawn_main" in _command(pid)}


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def replace(site: Site) -> None:
    """Have all workers replaced, and wait until the last one is gone."""
    before = workers(site)
    site.process.send_signal(signal.SIGHUP)
    assert eventually(lambda: len(workers(site)) == len(before) and not workers(site) & before, seconds=PATIENCE)


@contextmanager
def asked_all_the_time(site: Site) -> Iterator[Counter[object]]:
    """Ask by kept and by new connections; how each request ended.

    A connection may be closed as a request sets out on it: clients and proxies then ask again, once (RFC 9110, 9.2.2).
    """
    over, ends = threading.Event(), Counter[object]()

    def ask(*, kept: bool) -> None:
        with requests.Session() as session:
            session.headers["Connection"] = "keep-alive" if kept else "close"
            session.mount("http://", HTTPAdapter(max_retries=Retry(total=1, connect=0)))
            while not over.is_set():
                ends[_end(session, f"{site.url}/healthz")] += 1
                time.sleep(0.005)

    threads = [threading.Thread(target=ask, kwargs={"kept": number % 2 == 0}) for number in range(4)]
    for thread in threads:
        thread.start()
    try:
        yield ends
    finally:
        over.set()
        for thread in threads:
            thread.join()


def _end(session: requests.Session, url: str) -> object:
    try:
        return session.get(url, timeout=PATIENCE).status_code
    except requests.RequestException as error:
        return repr(error)


@pytest.mark.parametrize("count", [1, 2])
def test_nobody_is_refused_while_workers_are_replaced(tmp_path: Path, count: int) -> None:
    (tmp_path / "i.json").write_bytes(archive_bytes("Lumen"))
    shape = ("--no-admin", "--workers", str(count), "--archive", str(tmp_path / "i.json"))
    with running(tmp_path, *shape) as site, asked_all_the_time(site) as ends:
        assert eventually(lambda: ends[200] > 100)
        replace(site)
        before = ends[200]
        assert eventually(lambda: ends[200] > before + 100)
    assert set(ends) == {200}, ends


def test_an_answer_in_flight_is_finished_or_interrupted_and_never_sent_twice(tmp_path: Path) -> None:
    gate, reply = threading.Event(), wrote("It reads high [s1].", ["s1"])
    with serving(gated(answering(reply), gate)) as endpoint:
        token = isolation.prepare(tmp_path, endpoint.url)
        archive = str(isolation.archive(tmp_path))
        with running(tmp_path, "--no-admin", "--archive", archive) as site:
            asked = {"question": "Why?", "sources": [{"url": "https://binaric.tech/en/log-1/"}]}
            agreed = {"token": isolation.call(site, "answers/preview", asked, token=token)["token"]}
            key = isolation.call(site, "answers", agreed, token=token)["id"]
            assert eventually(lambda: len(endpoint.requests) == 1)
            replace(site)
            gate.set()

            def state() -> object:
                return isolation.call(site, f"answers/{key}", token=token)["state"]

            assert eventually(lambda: state() != "sending", seconds=PATIENCE)
            assert state() in {"cited", "interrupted"}
            assert isolation.call(site, "answers", agreed, token=token)["id"] == key
        assert len(endpoint.requests) == 1
