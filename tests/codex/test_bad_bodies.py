"""Bodies that a running site cannot or will not read, on every address that takes one (API-02)."""

from collections.abc import Iterator

import pytest
import requests

from tests.codex.live_bots import Luma, luma_at_work

PATHS = ("api/v1/search", "api/v1/tools/call", "api/v1/answers/preview", "api/v1/answers", "api/v1/chat", "mcp")
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def luma(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Luma]:
    with luma_at_work(tmp_path_factory.mktemp("luma")) as luma:
        yield luma


def post(luma: Luma, path: str, body: bytes | Iterator[bytes]) -> tuple[int, str]:
    headers = JSON | {"Authorization": f"Bearer {luma.token}"}
    answer = requests.post(f"{luma.url}/{path}", data=body, headers=headers, timeout=20)
    assert answer.headers["Content-Type"] == "application/problem+json"
    return answer.status_code, answer.json()["code"]


@pytest.mark.parametrize("path", PATHS)
def test_a_megabyte_in_chunks_is_refused_like_any_other(luma: Luma, path: str) -> None:
    assert post(luma, path, iter([b"x" * 10_000] * 100)) == (413, "too_large")


def test_a_body_in_chunks_is_read(luma: Luma) -> None:
    headers = JSON | {"Authorization": f"Bearer {luma.token}"}
    body = iter([b'{"q": ', b'"valve"}'])
    assert requests.post(f"{luma.url}/api/v1/search", data=body, headers=headers, timeout=20).json()["total"] > 0


@pytest.mark.parametrize("path", PATHS)
def test_a_megabyte_is_refused_without_a_word_in_the_log(luma: Luma, path: str) -> None:
    before = luma.site.told
    assert post(luma, path, b"x" * 1_000_000) == (413, "too_large")
    assert luma.site.told == before
