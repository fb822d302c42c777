"""Bots against two running servers over one database: the README's lines, limits, revoked tokens (API-01)."""

import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.codex.archives import archive_bytes
from tests.reading import form_values
from tests.sites import ADMIN, MANAGE, Site, running, signed_in

#: The contract's own bound.
SECONDS = 2
SECTION = Path("README.md").read_text(encoding="utf-8").split("\n## Bots\n")[1].split("\n## ")[0]
CURLS = re.findall(r"^    (curl .*)$", SECTION, re.MULTILINE)


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, Site, Path]]:
    """Two servers, each a process of its own, over one data folder; Luma's tool is switched on."""
    folder = tmp_path_factory.mktemp("sites")
    (folder / "search-index.json").write_bytes(archive_bytes("Valve"))
    archive = str(folder / "search-index.json")
    with running(folder, "--archive", archive, environment=ADMIN) as one, running(folder) as other:
        manage(folder, "codex", "config", "set", "enable-codex", "true")
        manage(folder, "codex", "config", "set", "codex-burst", "6000")
        time.sleep(SECONDS)
        yield one, other, folder


def manage(folder: Path, *arguments: str) -> str:
    environment = {"PATH": os.environ["PATH"], "LUMASITE_DATA": str(folder / "data")}
    command = [sys.executable, str(MANAGE), *arguments]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout


def create(folder: Path, *arguments: str) -> tuple[str, str]:
    """A new token and its number."""
    token, told = manage(folder, "codex", "token", "create", "Luma", *arguments).splitlines()
    return token, told.split()[1].rstrip(",")


def search(site: Site, token: str, header: str | bytes | None = None, **body: Any) -> requests.Response:
    headers: dict[str, str | bytes] = {"Authorization": f"Bearer {token}"}
    if header is not None:
        headers["X-Codex-User"] = header
    return requests.post(f"{site.url}/api/v1/search", json={"q": "valve", **body}, headers=headers, timeout=20)


def curl(line: str, site: Site, token: str) -> requests.Response:
    """What a line of the README asks for; `curl` itself need not be installed."""
    words = shlex.split(line.replace("$TOKEN", token).replace("http://127.0.0.1:8000", site.url))[1:]
    given: dict[str, list[str]] = {"-H": [], "-d": []}
    while words[0] in given:
        given[words[0]].append(words[1])
        words = words[2:]
    headers = dict(header.split(": ", 1) for header in given["-H"])
    return requests.request(
        "POST" if given["-d"] else "GET", words[0], data="".join(given["-d"]), headers=headers, timeout=20
    )


def test_the_lines_of_the_readme_lead_to_an_answer(sites: tuple[Site, Site, Path]) -> None:
    one, _, folder = sites
    token, _ = create(folder)
    offered, called, quota, told = (curl(line, one, token).json() for line in CURLS)
    assert offered["tools"][0]["function"]["name"] == "codex_search"
    assert [hit["title"] for hit in called["results"]] == ["Valve"]
    assert (quota["caller"], quota["used"], quota["bot"]["used"]) == ("pilgrim", 1, 1)
    assert [tool["name"] for tool in told["result"]["tools"]] == ["codex_search", "codex_read"]


def test_the_51st_search_of_one_pilgrim_is_refused_by_either_server(sites: tuple[Site, Site, Path]) -> None:
    one, other, folder = sites
    token, _ = create(folder)
    answers = [search((one, other)[number % 2], token, "one") for number in range(52)]
    assert [answer.status_code for answer in answers] == [200] * 50 + [429] * 2
    refused = answers[-1].json()
    assert (refused["error"], refused["code"]) == ("Today's searches are used up.", "quota_used")
    assert 0 < int(answers[-1].headers["Retry-After"]) <= 86_401
    assert search(one, token, "two").status_code == search(other, token, "two").status_code == 200


def test_a_revoked_token_is_refused_by_both_servers_within_two_seconds(sites: tuple[Site, Site, Path]) -> None:
    one, other, folder = sites
    token, number = create(folder)
    assert [search(site, token).status_code for site in (one, other)] == [200, 200]
    manage(folder, "codex", "token", "revoke", number)
    time.sleep(SECONDS)
    assert [search(site, token).json()["code"] for site in (one, other)] == ["token_revoked"] * 2


def test_what_staff_do_about_a_pilgrim_on_one_server_holds_on_the_other(sites: tuple[Site, Site, Path]) -> None:
    one, other, folder = sites
    token, number = create(folder)
    assert [search(other, token, "one").status_code for _ in range(2)] == [200, 200]
    staff, find = signed_in(one), f"{one.url}/admin/codex/dailyuse/find/"
    page = _sent(staff, find, bot=number, pilgrim="one").url
    _sent(staff, page, act="override", **{"override-amount": "2", "override-reason": "a flood"})
    time.sleep(SECONDS)
    assert search(other, token, "one").json()["code"] == "quota_used"
    _sent(staff, page, act="reset", **{"reset-reason": "enough of that"})
    assert search(other, token, "one").status_code == 200


def _sent(staff: requests.Session, address: str, **typed: str) -> requests.Response:
    secret = form_values(staff.get(address, timeout=20).text)["csrfmiddlewaretoken"]
    return staff.post(address, {"csrfmiddlewaretoken": secret, **typed}, timeout=20)


def test_after_a_rotation_a_pilgrim_s_count_goes_on(sites: tuple[Site, Site, Path]) -> None:
    one, other, folder = sites
    token, number = create(folder)
    search(one, token, "one")
    following = manage(folder, "codex", "token", "rotate", number).splitlines()[0]
    assert '"daily";r=48;' in search(other, following, "one").headers["RateLimit"]
    assert search(one, token, "one").status_code == 200


def test_a_pilgrim_is_the_same_in_header_and_body(sites: tuple[Site, Site, Path]) -> None:
    one, other, folder = sites
    token, _ = create(folder)
    search(one, token, "discord:41")
    answer = search(other, token, pilgrim="discord:41")
    assert '"daily";r=48;' in answer.headers["RateLimit"]


@pytest.mark.parametrize("name", ["Прочанин".encode(), b"caf\xe9"])
def test_an_id_that_the_server_cannot_hand_on_is_not_taken_for_nobody(
    name: bytes, sites: tuple[Site, Site, Path]
) -> None:
    one, _, folder = sites
    token, _ = create(folder)
    assert search(one, token, name).json()["code"] == "pilgrim_invalid"
    assert search(one, token, pilgrim="Прочанин").status_code == 200


def test_a_megabyte_is_a_problem_and_the_server_goes_on(sites: tuple[Site, Site, Path]) -> None:
    one, _, folder = sites
    token, _ = create(folder)
    answer = search(one, token, q="x" * 1_000_000)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert search(one, token).status_code == 200
