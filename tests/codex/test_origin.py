"""Reading the archive from its site or from a file: guarded, bounded, conditional (CDX-02)."""

import os
import time
from pathlib import Path
from typing import Any

import pytest
from django.test import override_settings

from codex.core.errors import ArchiveError, CodexError, FetchError, GuardError
from codex.core.options import CodexOptions
from codex.store import origin
from codex.store.edition import Copy
from codex.store.origin import Validators
from tests import scripts
from tests.codex.archives import NOON, archive_bytes, options_for
from tests.codex.conftest import Open
from tests.servers import Handler, Server, serving

DATA = archive_bytes("Lumen")
ETAG, DATE = '"v1"', "Wed, 01 May 2030 12:00:00 GMT"


def read(server: Server, *, known: Validators = origin.NOTHING_KNOWN, **changes: Any) -> Copy | None:
    return origin.read(options_for(server, **changes), NOON, known=known)


def refused(server: Server, **changes: Any) -> str:
    with pytest.raises(CodexError) as caught:
        read(server, **changes)
    return caught.value.code


def test_a_copy_holds_the_bytes_and_the_validators(open_server: Open) -> None:
    server = open_server(scripts.json_bytes(DATA, etag=ETAG, last_modified=DATE))
    copy = read(server)
    assert copy is not None
    assert (copy.data, copy.etag, copy.last_modified, copy.source) == (DATA, ETAG, DATE, "origin")
    assert copy.fetched_at == copy.checked_at == NOON


def test_a_first_request_is_not_conditional_and_asks_for_json(open_server: Open) -> None:
    server = open_server(scripts.json_bytes(DATA))
    read(server)
    headers = server.requests[0].headers
    assert headers["accept"] == "application/json"
    assert not {"if-none-match", "if-modified-since"} & set(headers)


def test_what_is_known_is_asked_about_and_not_read_again(open_server: Open) -> None:
    server = open_server(scripts.json_bytes(DATA, etag=ETAG, last_modified=DATE))
    assert read(server, known=Validators(ETAG, DATE)) is None
    headers = server.requests[0].headers
    assert (headers["if-none-match"], headers["if-modified-since"]) == (ETAG, DATE)


def test_not_modified_that_nobody_asked_about_is_an_error(open_server: Open) -> None:
    assert refused(open_server(scripts.replying(304))) == "fetch_status"


@pytest.mark.parametrize("status", [404, 410])
def test_a_page_that_is_not_there_is_missing(open_server: Open, status: int) -> None:
    assert refused(open_server(scripts.replying(status))) == "fetch_missing"


@pytest.mark.parametrize("status", [204, 206, 401, 429, 500, 503])
def test_any_other_status_is_an_error(open_server: Open, status: int) -> None:
    assert refused(open_server(scripts.replying(status))) == "fetch_status"


def test_a_redirect_is_not_followed(open_server: Open) -> None:
    assert refused(open_server(scripts.redirect("/elsewhere.json"))) == "fetch_redirect"


def test_an_index_over_the_cap_is_refused(open_server: Open) -> None:
    assert refused(open_server(scripts.json_bytes(b" " * 1_001)), codex_max_bytes=1_000) == "fetch_too_large"


def test_a_bomb_is_refused_by_its_decoded_size(open_server: Open) -> None:
    assert refused(open_server(scripts.gzip_bomb(10 << 20)), codex_max_bytes=1_000_000) == "fetch_too_large"


@pytest.mark.parametrize("handler", [scripts.silent(), scripts.drip_headers(), scripts.drip_body(b" " * 900)])
def test_one_deadline_ends_whatever_drips(open_server: Open, handler: Handler) -> None:
    begun = time.monotonic()
    assert refused(open_server(handler), codex_timeout=1) == "fetch_timeout"
    assert time.monotonic() - begun < 10


def test_the_lookup_counts_into_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []

    def slow(host: str, port: int, *, seconds: float) -> tuple[str, ...]:
        given.append(seconds)
        return ("93.184.215.14",)

    ticks = iter([100.0, 100.5, 101.5])
    monkeypatch.setattr(origin, "resolve", slow)
    monkeypatch.setattr("codex.store.origin.time.monotonic", lambda: next(ticks))
    options = CodexOptions(codex_index_url="https://lore.org/search-index.json", codex_timeout=1)
    with pytest.raises(FetchError, match="in time"):
        origin.read(options, NOON)
    assert given == [0.5]


@override_settings(CODEX_ALLOWED_HOSTS=())
def test_a_private_address_is_refused_before_anything_is_sent() -> None:
    with serving(scripts.json_bytes(DATA)) as server, pytest.raises(GuardError):
        read(server)
    assert server.connections == 0


@pytest.mark.parametrize("etag", ["", '"%s"' % ("x" * 600), '"sp ace"'])
def test_strange_validators_are_not_kept(open_server: Open, etag: str) -> None:
    server = open_server(scripts.replying(200, DATA, {"ETag": etag, "Last-Modified": "x" * 70}))
    copy = read(server)
    assert copy is not None
    assert (copy.etag, copy.last_modified) == ("", "")


def file_options(path: Path, **changes: Any) -> CodexOptions:
    return CodexOptions(codex_index_url=f"file:{path}", **changes)


def test_a_local_file_is_read_without_any_network(tmp_path: Path) -> None:
    path = tmp_path / "search-index.json"
    path.write_bytes(DATA)
    copy = origin.read(file_options(path), NOON)
    assert copy is not None
    assert (copy.data, copy.source, copy.wire_bytes) == (DATA, "file", len(DATA))


def test_a_file_is_read_again_only_when_it_changed(tmp_path: Path) -> None:
    path = tmp_path / "search-index.json"
    path.write_bytes(DATA)
    first = origin.read(file_options(path), NOON)
    assert first is not None
    assert origin.read(file_options(path), NOON, known=Validators(first.etag)) is None
    os.utime(path, (1, 1))
    assert origin.read(file_options(path), NOON, known=Validators(first.etag)) is not None


def test_a_file_over_the_cap_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "search-index.json"
    path.write_bytes(b" " * 1_001)
    with pytest.raises(FetchError, match="larger"):
        origin.read(file_options(path, codex_max_bytes=1_000), NOON)


def test_what_is_no_regular_file_is_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (tmp_path, tmp_path / "missing.json", pipe, Path("/dev/zero"), Path("relative.json"), Path("/a\0b")):
        with pytest.raises(ArchiveError, match="file could not be read"):
            origin.read(file_options(path), NOON)
