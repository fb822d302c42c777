"""The bundled sample archive is what a first run without a network shows."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from codex.core.archive import parse_archive
from codex.core.tongues import TONGUES

PATH = Path("codex/sample/search-index.json")
ENTRIES: list[dict[str, str]] = json.loads(PATH.read_text(encoding="utf-8"))


def test_it_holds_twelve_inscriptions_in_each_tongue() -> None:
    assert Counter(entry["url"].split("/")[1] for entry in ENTRIES) == dict.fromkeys(TONGUES, 12)


def test_every_inscription_exists_in_all_five_tongues() -> None:
    slugs = Counter(entry["url"].split("/", 2)[2] for entry in ENTRIES)
    assert set(slugs.values()) == {5}


def test_addresses_are_unique() -> None:
    assert len({entry["url"] for entry in ENTRIES}) == 60


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["url"])
def test_a_body_is_long_enough_to_judge_ranking_by(entry: dict[str, str]) -> None:
    assert 80 <= len(entry["body"].split()) <= 300


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["url"])
def test_texts_hold_no_markup(entry: dict[str, str]) -> None:
    assert not re.search(r"[<>&{}\\]", " ".join(entry.values()))


def test_the_loader_drops_none_of_it() -> None:
    archive = parse_archive(PATH.read_bytes(), "https://binaric.tech/search-index.json")
    assert len(archive.inscriptions) == 60
    assert not archive.dropped
    assert [one.title for one in archive.inscriptions] == [entry["title"] for entry in ENTRIES]
    assert [one.body for one in archive.inscriptions] == [entry["body"] for entry in ENTRIES]
