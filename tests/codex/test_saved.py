"""An archive in a file: it comes back as it was, or not at all."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from codex.core import flatfile, saved
from codex.core.archive import Archive, parse_archive
from codex.core.saved import FlatFileError, Reading, open_saved, read, save
from tests.codex.inscribed import Case, cases, scored

ENTRIES = [
    {"title": "Red lantern", "url": "/en/red/", "summary": "A lamp.", "content": "It burns.", "collection": "lore"},
    {"title": "Ŝipo", "url": "/eo/shipo/", "content": "Granda ŝipo sur la maro.", "collection": "vojaĝoj"},
    {"title": "Ліхтар", "url": "/uk/lihtar/", "summary": "Світло", "content": ""},
    {"title": "", "url": "/en/none/"},
    {"title": "Elsewhere", "url": "https://other.example/"},
]


@pytest.fixture(scope="module")
def reading() -> Reading:
    data = json.dumps(ENTRIES).encode()
    return read(parse_archive(data, "https://lore.example/search-index.json"), ranking="blended")


@pytest.fixture
def path(tmp_path: Path, reading: Reading) -> Path:
    save(reading, tmp_path / "index", of="these")
    return tmp_path / "index"


def test_the_archive_comes_back_as_it_was(path: Path, reading: Reading) -> None:
    archive = open_saved(path, of="these").archive
    assert tuple(archive.inscriptions) == reading.archive.inscriptions
    assert len(archive.inscriptions) == 3
    assert reading.archive.inscriptions == tuple(archive.inscriptions)
    assert set(archive.inscriptions) == set(reading.archive.inscriptions)
    assert archive.inscriptions[0] not in (reading.archive.inscriptions[1], "Red lantern")
    with pytest.raises(IndexError):
        archive.inscriptions[3]
    assert archive.inscriptions[-1].title == "Ліхтар"
    assert archive.inscriptions[:1] == tuple(reading.archive.inscriptions[:1])
    assert {**vars_of(archive), "inscriptions": ()} == {**vars_of(reading.archive), "inscriptions": ()}


def vars_of(archive: Archive) -> dict[str, object]:
    return {name: getattr(archive, name) for name in Archive.__slots__}


def test_its_shelves_come_back_as_they_were(path: Path, reading: Reading) -> None:
    shelves = open_saved(path, of="these").catalogue
    assert (shelves.tongues, shelves.collections) == (reading.catalogue.tongues, reading.catalogue.collections)
    assert shelves.shelf(collection="lore").tolist() == reading.catalogue.shelf(collection="lore").tolist()
    assert dict(shelves.by_url) == dict(reading.catalogue.by_url)


def test_its_titles_come_back_to_be_typed(path: Path, reading: Reading) -> None:
    made, kept = reading.catalogue.titles, open_saved(path, of="these").catalogue
    assert kept.titles is kept.kept_titles
    assert list(kept.titles) == list(made)
    for one in reading.archive.inscriptions:
        assert made[one.lang].beginning(one.title, 9) == kept.titles[one.lang].beginning(one.title, 9) != ()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cases())
def test_a_mapped_index_answers_as_the_built_one(tmp_path: Path, case: Case) -> None:
    built = read(Archive(case.inscriptions, (), "array", {}))
    save(built, tmp_path / "index", of="")
    mapped = open_saved(tmp_path / "index", of="")
    for query in (case.query, case.query[:-1], f"{case.query} lantrn"):
        one, other = (some.index.search(query, case.lang, 100) for some in (built, mapped))
        assert (scored(one), one.match, one.total) == (scored(other), other.match, other.total)
        assert [hit.why for hit in one] == [hit.why for hit in other]
        assert [hit.snippet_parts for hit in one] == [hit.snippet_parts for hit in other]


@pytest.mark.parametrize("ranking", ["seed", "blended"])
def test_the_ranking_is_kept(ranking: str, tmp_path: Path, reading: Reading) -> None:
    save(read(reading.archive, ranking=ranking), tmp_path / "index", of="")
    assert open_saved(tmp_path / "index", of="").index.ranking == ranking


def test_a_file_of_something_else_is_refused(path: Path) -> None:
    with pytest.raises(FlatFileError):
        open_saved(path, of="those")


def test_a_file_of_another_format_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved, "FORMAT", saved.FORMAT + 1)
    with pytest.raises(FlatFileError):
        open_saved(path, of="these")


def test_a_torn_file_is_refused(path: Path) -> None:
    whole = path.read_bytes()
    for length in (0, 10, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(FlatFileError):
            open_saved(path, of="these")


def test_a_whole_file_without_our_arrays_is_refused(tmp_path: Path) -> None:
    flatfile.write(tmp_path / "index", saved._content("these"), {}, {})
    with pytest.raises(FlatFileError):
        open_saved(tmp_path / "index", of="these")


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FlatFileError):
        open_saved(tmp_path / "index", of="these")
