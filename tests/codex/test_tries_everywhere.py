"""Guessing a password is as slow against several processes as against one (SEC-04)."""

from pathlib import Path

import requests

from tests.codex.archives import archive_bytes
from tests.reading import form_values
from tests.sites import ADMIN, Site, running

TRIES = 10
DOOR = "/account/sign-in/"


def tried(site: Site, password: str) -> int:
    """The status of the page that a try ends at: 200, 302 when it got in, 429 when there were too many."""
    browser = requests.Session()
    values = form_values(browser.get(site.url + DOOR, timeout=20).text)
    sent = values | {"username": ADMIN["DJANGO_SUPERUSER_USERNAME"], "password": password}
    return browser.post(
        site.url + DOOR, sent, headers={"Referer": site.url}, timeout=20, allow_redirects=False
    ).status_code


def test_processes_that_share_a_database_count_tries_together(tmp_path: Path) -> None:
    (tmp_path / "search-index.json").write_bytes(archive_bytes("Lumen"))
    start = ("--archive", str(tmp_path / "search-index.json"))
    with running(tmp_path, *start, environment=ADMIN) as one, running(tmp_path) as other:
        sites = [one, other] * (TRIES // 2)
        assert [tried(site, "wrong") for site in sites] == [200] * TRIES
        right = ADMIN["DJANGO_SUPERUSER_PASSWORD"]
        assert [tried(site, right) for site in (one, other)] == [429, 429]
