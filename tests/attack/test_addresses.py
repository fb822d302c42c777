"""X-Forwarded-For makes nobody another caller, behind 0, 1 and 2 declared proxies (CDX-06)."""

from pathlib import Path

import pytest
from django.test import Client, override_settings

from codex.models import DailyUse
from tests.shelving import put_on_shelf

pytestmark = pytest.mark.django_db
PROXY, INNER, READER = "192.0.2.80", "192.0.2.81", "203.0.113.9"
FORGED = [
    "",
    "198.51.100.1",
    "198.51.100.2, 198.51.100.3",
    "unknown",
    "::1",
    "127.0.0.1",
    "x" * 4_000,
    ",,,",
    "1,2,3,4,5",
]


def search(peer: str, forwarded: str | None) -> None:
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    assert Client(REMOTE_ADDR=peer, headers=headers).get("/api/v1/search?q=valve").status_code == 200


def callers() -> list[int]:
    return sorted(DailyUse.objects.filter(kind="address").values_list("used", flat=True))


@pytest.fixture(autouse=True)
def _archive(tmp_path: Path) -> None:
    put_on_shelf(tmp_path)


def test_without_a_proxy_nothing_that_is_written_counts() -> None:
    for forged in [None, *FORGED]:
        search(READER, forged)
    assert callers() == [len(FORGED) + 1]


@override_settings(TRUSTED_PROXIES=1)
def test_behind_one_proxy_only_what_it_added_counts() -> None:
    for forged in FORGED:
        search(PROXY, f"{forged}, {READER}")
    search(PROXY, READER)
    assert callers() == [len(FORGED) + 1]


@override_settings(TRUSTED_PROXIES=2)
def test_behind_two_proxies_only_what_the_outer_one_added_counts() -> None:
    for forged in FORGED:
        search(INNER, f"{forged}, {READER}, {PROXY}")
    assert callers() == [len(FORGED)]


@pytest.mark.parametrize("proxies", [0, 1, 2])
def test_two_readers_behind_the_proxies_are_two(proxies: int) -> None:
    with override_settings(TRUSTED_PROXIES=proxies):
        for reader in (READER, "203.0.113.10"):
            chain = [reader, PROXY][:proxies]
            search(INNER if proxies else reader, ", ".join(chain) or None)
    assert callers() == [1, 1]


@override_settings(TRUSTED_PROXIES=1)
def test_whoever_goes_round_the_proxy_gains_no_fresh_limit_without_a_header() -> None:
    for _ in range(3):
        search(READER, None)
    assert callers() == [3]
