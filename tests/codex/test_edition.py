"""An edition: what it counts and where its links lead."""

import hashlib
import json
from typing import Any

import pytest

from codex.core.errors import ArchiveError
from codex.core.options import CodexOptions
from codex.store.edition import home_of
from tests.codex.archives import archive_bytes, copy_of, edition_of


def entry(url: str, **more: Any) -> dict[str, Any]:
    return {"title": "Lumen", "url": url, "content": "x"} | more


def test_an_edition_tells_where_its_bytes_came_from() -> None:
    copy = copy_of(archive_bytes("Lumen", "Ordo"), wire_bytes=7)
    edition = edition_of(copy, CodexOptions())
    assert edition.digest == hashlib.sha256(copy.data).hexdigest()
    assert (edition.size_bytes, edition.wire_bytes, edition.etag) == (len(copy.data), 7, '"1"')
    assert edition.inscriptions == 2


def test_tongues_are_counted_in_their_order_and_only_where_there_are_any() -> None:
    data = json.dumps([entry("/uk/a/"), entry("/de/b/"), entry("/uk/c/")]).encode()
    assert list(edition_of(copy_of(data), CodexOptions()).tongues.items()) == [("de", 1), ("uk", 2)]


def test_collections_are_counted_most_first_then_by_name() -> None:
    named = [entry(f"/en/{name}/{place}/", collection=name) for place, name in enumerate("bcbaa") if name]
    found = edition_of(copy_of(json.dumps(named).encode()), CodexOptions()).collections
    assert list(found.items()) == [("a", 2), ("b", 2), ("c", 1)]


@pytest.mark.parametrize(
    ("index_url", "site_origin", "home"),
    [
        ("https://lore.example.org:8443/x/search-index.json", "", "https://lore.example.org:8443"),
        ("https://cdn.example.org/i.json", "https://lore.example.org/codex/", "https://lore.example.org/codex"),
        ("file:/srv/search-index.json", "", "https://binaric.tech"),
        ("file:/srv/search-index.json", "https://lore.example.org", "https://lore.example.org"),
    ],
)
def test_links_lead_home(index_url: str, site_origin: str, home: str) -> None:
    options = CodexOptions(codex_index_url=index_url, codex_site_origin=site_origin)
    edition = edition_of(copy_of(archive_bytes("Lumen")), options)
    assert edition.home == home_of(options) == home
    assert edition.archive.inscriptions[0].url == f"{home}/en/0/"


def test_the_ranking_is_the_settings() -> None:
    data = archive_bytes(*(f"word{number}" for number in range(40)))
    seed = edition_of(copy_of(data), CodexOptions(codex_ranking="seed")).index.search("word1", "en")
    blended = edition_of(copy_of(data), CodexOptions(codex_ranking="blended")).index.search("word1", "en")
    assert seed[0].score != blended[0].score


def test_bytes_that_are_no_archive_are_refused() -> None:
    with pytest.raises(ArchiveError):
        edition_of(copy_of(b"<html>"), CodexOptions())
