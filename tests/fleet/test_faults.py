"""What breaks on a running fleet is told in plain words, counts nothing twice, and is over when it is mended."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import redis
import requests

from tests.codex.archives import eventually
from tests.fleet.hosts import Fleet
from tests.sites import PATIENCE

pytestmark = [pytest.mark.postgres, pytest.mark.redis]


def readiness(hosts: Fleet) -> tuple[int, list[str]]:
    """What /readyz answers, once its second is over."""
    time.sleep(1.1)
    answer = requests.get(f"{hosts.one.url}/readyz", timeout=PATIENCE)
    found = answer.json()
    return answer.status_code, [one["code"] for one in [*found["reasons"], *found["warnings"]]]


def assert_told(answer: requests.Response) -> None:
    assert (answer.status_code, answer.headers["Content-Type"]) == (503, "application/problem+json")
    assert answer.json()["code"] == "storage_unavailable"
    assert int(answer.headers["Retry-After"]) > 0


def page(hosts: Fleet, path: str) -> requests.Response:
    return requests.get(hosts.one.url + path, timeout=PATIENCE)


def test_a_database_that_is_down_is_told_and_what_needs_none_goes_on(hosts: Fleet) -> None:
    hosts.database.cut()
    assert_told(hosts.search(hosts.one))
    told = page(hosts, "/search?q=lumen")
    assert (told.status_code, "storage is busy" in told.text, "Traceback" in told.text) == (503, True, False)
    assert page(hosts, "/").status_code == 200
    assert page(hosts, "/healthz").status_code == 200
    assert readiness(hosts) == (503, ["database_unavailable"])
    hosts.database.mend()
    assert hosts.searches() == [200, 200]
    assert readiness(hosts) == (200, [])


def test_a_slow_database_is_waited_for_and_counts_once(hosts: Fleet) -> None:
    assert hosts.search(hosts.one).status_code == 200
    before = hosts.used()
    hosts.database.hold()
    threading.Timer(3, hosts.database.mend).start()
    assert hosts.search(hosts.one).status_code == 200
    assert hosts.used() == before + 1


def test_a_database_that_restarts_during_a_request_counts_nothing_twice(hosts: Fleet) -> None:
    found: list[int] = []
    hosts.database.hold()
    asking = threading.Thread(target=lambda: found.append(hosts.search(hosts.one).status_code))
    asking.start()
    time.sleep(1)
    hosts.database.cut()
    asking.join()
    hosts.database.mend()
    assert found == [503]
    assert eventually(lambda: hosts.search(hosts.one).status_code == 200)
    assert hosts.used() == 1


def test_a_database_that_restarted_costs_nobody_a_request(hosts: Fleet) -> None:
    with ThreadPoolExecutor(12) as pool:  # as many at once as make each host open several connections
        assert [one for two in pool.map(lambda _: hosts.searches(), range(12)) for one in two] == [200] * 24
    hosts.forget()
    hosts.database.cut()
    hosts.database.mend()
    assert [hosts.searches() for _ in range(8)] == [[200, 200]] * 8


def test_a_database_that_is_away_for_long_is_back_for_the_first_who_asks(hosts: Fleet) -> None:
    hosts.database.cut()
    assert [hosts.searches() for _ in range(3)] == [[503, 503]] * 3
    hosts.database.mend()
    assert hosts.searches() == [200, 200]


def test_a_database_that_can_only_be_read_is_told(hosts: Fleet) -> None:
    name = hosts.direct.rpartition("/")[2]
    hosts.ask(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    try:
        hosts.database.cut()
        hosts.database.mend()
        assert eventually(lambda: hosts.search(hosts.one).status_code == 503)
        assert_told(hosts.search(hosts.one))
        assert page(hosts, "/").status_code == 200
        assert readiness(hosts) == (503, ["database_unavailable"])
    finally:
        hosts.ask(f"ALTER DATABASE {name} RESET default_transaction_read_only")
        hosts.database.cut()
        hosts.database.mend()
    assert eventually(lambda: hosts.searches() == [200, 200])


def test_a_cache_that_is_down_limits_no_burst_and_stops_no_search(hosts: Fleet) -> None:
    hosts.cache.cut()
    assert hosts.searches() == [200, 200]
    assert page(hosts, "/account/sign-in/").status_code == 200
    assert readiness(hosts) == (200, ["cache_unavailable"])
    assert eventually(lambda: "The cache cannot be reached; bursts are not limited" in hosts.one.told)
    hosts.cache.mend()
    assert eventually(lambda: readiness(hosts) == (200, []))


def test_a_cache_that_hangs_holds_a_search_up_for_a_moment_only(hosts: Fleet) -> None:
    assert hosts.search(hosts.one).status_code == 200
    hosts.cache.hold()
    begun = time.monotonic()
    assert hosts.search(hosts.one).status_code == 200
    waited = time.monotonic() - begun
    hosts.cache.mend()
    begun = time.monotonic()
    hosts.database.hold()
    threading.Timer(10, hosts.database.mend).start()
    hosts.search(hosts.one)
    assert waited < time.monotonic() - begun


def test_a_cache_that_was_emptied_changes_no_limit_of_the_day(hosts: Fleet) -> None:
    hosts.searches()
    with redis.Redis.from_url(hosts.cache.url) as store:
        store.flushdb()
    assert hosts.searches() == [200, 200]
    assert hosts.used() == 4


def test_a_column_that_a_newer_version_adds_disturbs_no_running_one(hosts: Fleet) -> None:
    for table in ("codex_dailyuse", "codex_codexsettings", "grounded_consultation"):
        hosts.ask(f"ALTER TABLE {table} ADD COLUMN newer text NOT NULL DEFAULT ''")
    try:
        assert hosts.searches() == [200, 200]
        hosts.manage("codex", "config", "set", "codex-timeout", "11")
        hosts.manage("codex", "config", "reset", "codex-timeout")
    finally:
        for table in ("codex_dailyuse", "codex_codexsettings", "grounded_consultation"):
            hosts.ask(f"ALTER TABLE {table} DROP COLUMN newer")
