"""Bodies without a length reach Django whole, or are refused as too large."""

from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import requests

from lumasite.unmeasured import Unmeasured
from tests.codex.archives import archive_bytes
from tests.sites import Site, running

LIMIT = 10


class Dripping(BytesIO):
    """Gives three bytes a call, however many are asked for."""

    def read(self, size: int | None = -1) -> bytes:
        return super().read(3 if size is None else min(size, 3))


def passed_on(body: bytes, **environ: Any) -> tuple[str | None, bytes]:
    """The length and the body that the application gets."""
    seen: list[tuple[str | None, bytes]] = []

    def application(given: dict[str, Any], start: Any) -> Iterable[bytes]:
        seen.append((given.get("CONTENT_LENGTH"), given["wsgi.input"].read(99)))
        return []

    given = {"REQUEST_METHOD": "POST", "wsgi.input": Dripping(body), "wsgi.input_terminated": True} | environ
    Unmeasured(application, LIMIT)(given, lambda *_: None)
    return seen[0]


def test_a_body_without_a_length_gets_one() -> None:
    assert passed_on(b"12345678") == ("8", b"12345678")
    assert passed_on(b"") == ("0", b"")


def test_of_one_that_is_too_large_only_so_much_is_read_as_shows_it() -> None:
    assert passed_on(b"x" * 99) == ("11", b"x" * 11)


@pytest.mark.parametrize(
    "environ", [{"CONTENT_LENGTH": "8"}, {"REQUEST_METHOD": "GET"}, {"wsgi.input_terminated": False}], ids=str
)
def test_all_others_are_left_alone(environ: dict[str, Any]) -> None:
    assert passed_on(b"12345678", **environ) == (environ.get("CONTENT_LENGTH"), b"123")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder: Path = tmp_path_factory.mktemp("site")
    (folder / "search-index.json").write_bytes(archive_bytes("Lumen"))
    with running(folder, "--archive", str(folder / "search-index.json")) as one:
        yield one


def sent(site: Site, *pieces: bytes) -> requests.Response:
    """What the server answers to a body in chunks."""
    headers = {"Content-Type": "application/json"}
    return requests.post(f"{site.url}/api/v1/search", data=iter(pieces), headers=headers, timeout=20)


def test_a_search_can_be_sent_in_chunks(site: Site) -> None:
    answer = sent(site, b'{"q": ', b'"lumen"}')
    assert (answer.status_code, answer.json()["total"]) == (200, 1)


def test_chunks_are_bounded_as_other_bodies_are(site: Site) -> None:
    answer = sent(site, *([b"x" * 10_000] * 100))
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
