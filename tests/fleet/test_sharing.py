"""Hosts that share DATABASE_URL and CACHE_URL are one site: limits, bursts, settings, archive, consents, answers."""

import time
from collections.abc import Mapping

import pytest
import requests

from tests.codex.archives import eventually
from tests.fleet.hosts import Fleet
from tests.grounded.asking import answering
from tests.grounded.replies import wrote
from tests.servers import serving
from tests.sites import Site

pytestmark = [pytest.mark.postgres, pytest.mark.redis]
#: The contract's own bound for a change of settings.
SECONDS = 2


def test_a_limit_is_one_limit(hosts: Fleet) -> None:
    hosts.manage("codex", "config", "set", "codex-daily-anonymous", "4")
    time.sleep(SECONDS)
    try:
        assert hosts.searches() + hosts.searches() == [200] * 4
        assert hosts.searches() == [429, 429]
        assert hosts.used() == 4
    finally:
        hosts.manage("codex", "config", "reset", "codex-daily-anonymous")
        time.sleep(SECONDS)


def test_a_burst_is_one_burst(hosts: Fleet) -> None:
    hosts.manage("codex", "config", "set", "codex-burst", "6")
    time.sleep(SECONDS)
    try:
        statuses = [status for _ in range(5) for status in hosts.searches()]
        assert 429 in statuses
        assert statuses.count(200) <= 6
    finally:
        hosts.manage("codex", "config", "reset", "codex-burst")
        time.sleep(SECONDS)


def test_the_fleet_fetched_the_archive_once_and_asks_once_when_its_time_ends(hosts: Fleet) -> None:
    before = len(hosts.origin.requests)
    assert len([one for one in hosts.origin.requests if "if-none-match" not in one.headers]) <= 2  # doctor's and first
    hosts.manage("codex", "config", "set", "codex-cache-ttl", "10")
    time.sleep(11)
    try:
        asked = len(hosts.origin.requests)
        for _ in range(3):
            hosts.searches()
        assert eventually(lambda: len(hosts.origin.requests) == asked + 1 or len(hosts.origin.requests) == before + 1)
        time.sleep(1)
        assert len(hosts.origin.requests) <= asked + 1
        assert "if-none-match" in hosts.origin.requests[-1].headers
    finally:
        hosts.manage("codex", "config", "reset", "codex-cache-ttl")


SETTINGS = (
    "from grounded.models import GroundedSettings as G; G(enable_answers=True, base_url='{url}/v1', model='m').save()"
)


def test_what_one_host_shows_the_other_sends_and_both_tell(hosts: Fleet) -> None:
    with serving(answering(wrote("All of it [s1].", ["s1"]))) as endpoint:
        hosts.manage("shell", "-c", SETTINGS.format(url=endpoint.url))
        time.sleep(SECONDS)
        token = hosts.manage("codex", "token", "create", "Luma", "--scopes", "answers").splitlines()[0]
        headers = {"Authorization": f"Bearer {token}"}
        link = hosts.search(hosts.one).json()["results"][0]["url"]
        asked = {"question": "What is lumen?", "sources": [{"url": link}]}
        shown = _post(hosts.one, "/preview", asked, headers)
        begun = _post(hosts.other, "", {"token": shown["token"]}, headers)
        again = _post(hosts.one, "", {"token": shown["token"]}, headers)
        assert begun["id"] == again["id"]
        where = f"/api/v1/answers/{begun['id']}"
        states = [lambda site=site: _get(site, where, headers)["state"] == "cited" for site in (hosts.one, hosts.other)]
        assert all(eventually(state) for state in states)
        assert len(endpoint.requests) == 1


def _post(site: Site, path: str, body: Mapping[str, object], headers: dict[str, str]) -> dict[str, str]:
    answer = requests.post(f"{site.url}/api/v1/answers{path}", json=body, headers=headers, timeout=20)
    assert answer.ok, answer.text
    found: dict[str, str] = answer.json()
    return found


def _get(site: Site, path: str, headers: dict[str, str]) -> dict[str, str]:
    found: dict[str, str] = requests.get(site.url + path, headers=headers, timeout=20).json()
    return found
