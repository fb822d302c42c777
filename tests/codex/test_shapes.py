"""Every shape an index may have, each read from a small file made by hand (CDX-05)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codex.core.archive import parse_archive, survey_archive
from codex.core.errors import ArchiveError
from codex.core.readers import recognise
from codex.core.shapes import LISTS, PARTS, SHAPES
from tests.codex.reading import FLAT, INDEX, JSON, fixture, page, reasons

Kept = tuple[str, str, str, str]

#: Fixture, where it lies on the site, its shape, and title, link, collection and tongue of what it holds.
FILES: list[tuple[str, str, str, list[Kept]]] = [
    ("hugo", "/index.json", "list", [
        ("The Brass Choir", "/en/rites/brass-choir/", "rites", "en"),
        ("Der Messingchor", "/de/rites/messingchor/", "riten", "de"),
    ]),
    ("astro-endpoint", "/eo/search.json", "list", [
        ("Oil of Dawn", "/eo/oil-of-dawn", "ointment", "eo"),
        ("Salt Wick", "/eo/salt-wick", "", "eo"),
    ]),
    ("astro-collection", "/search.json", "list", [("Tannhjulet", "/no/tannhjul", "deler", "no")]),
    ("twice-nested", "/search.json", "list", [("First letter", "/letters/first", "", "en")]),
    ("mkdocs", "/smiede/search/search_index.json", "docs", [
        ("Start", "/smiede/", "", "de"),
        ("Werkzeug", "/smiede/#werkzeug", "", "de"),
        ("Der Ofen", "/smiede/ofen/", "", "de"),
        ("Glut", "/smiede/ofen/#glut", "", "de"),
    ]),
    ("astro-entries", "/search-index.json", "entries", [
        ("First Spark", "/first-spark", "blog", "en"),
        ("Third Law", "/laws/3/", "Laws", "en"),
    ]),
    ("jekyll-documents", "/search.json", "documents", [("Steam Almanac", "/almanac/steam.html", "almanac", "en")]),
    ("astro-records", "/search.json", "records", [
        ("Cracked Bell", "/relics/bell#crack", "relic", "en"),
        ("Tin Crown", "/relics/crown", "relic", "en"),
    ]),
    ("astro-items", "/search.json", "items", [("Сьома нотатка", "/uk/notes/7", "note", "uk")]),
    ("data-list", "/search.json", "data", [("Ledger", "/ledger", "", "en")]),
    ("data-deeper", "/search.json", "entries", [("Ledger", "/ledger", "", "en")]),
    ("two-lists", "/search.json", "lists", [("A post", "/a", "", "en"), ("A page", "/b", "", "en")]),
    ("named-list", "/search.json", "named", [("Named", "/named", "", "en")]),
    ("quartz-map", "/static/contentIndex.json", "map", [
        ("Die Gründer", "/Orden/Gr%C3%BCnder", "", "en"),
        ("Der Eid", "/Orden/Der%20Eid", "", "en"),
        ("Willkommen", "/index", "", "en"),
    ]),
    ("jazzy-map", "/docs/search.json", "map", [
        ("Boiler", "/docs/Classes/Boiler.html", "", "en"),
        ("heat()", "/docs/Classes/Boiler.html#/heat", "", "en"),
    ]),
    ("docfx-map", "/index.json", "map", [("Class Valve", "/api/Valve.html", "", "en")]),
    ("just-the-docs", "/assets/js/search-data.json", "numbered", [
        ("Kiln", "/kiln/", "Kiln", "en"),
        ("Firing", "/kiln/#firing", "Kiln", "en"),
    ]),
    ("gatsby", "/search_index.json", "stores", [
        ("Guide", "/guide/", "page", "en"),
        ("Leitfaden", "/leitfaden/", "", "de"),
    ]),
    ("store", "/search_index.json", "stores", [("Only store", "/only/", "", "en")]),
    ("docusaurus", "/smie/no/search-index.json", "parts", [
        ("Håndbok", "/smie/no/docs/handbok", "Docs", "no"),
        ("Spørsmål", "/smie/no/docs/sporsmal", "", "no"),
        ("Tenning", "/smie/no/docs/handbok#tenning", "Docs", "no"),
    ]),
    ("docusaurus-three", "/search-index.json", "parts", [
        ("Manual", "/docs/manual", "", "en"),
        ("Lighting", "/docs/manual#lighting", "", "en"),
    ]),
    ("bookdown", "/book/search_index.json", "rows", [
        ("Preface", "/book/index.html", "", "en"),
        ("1.1 Care of anvils", "/book/anvils.html#care", "", "en"),
    ]),
    ("sphinx", "/searchindex.json", "titles", [
        ("Welcome", "/index.html", "", "en"),
        ("Using the forge", "/usage/forge.html", "", "en"),
    ]),
    ("short-kind", "/search.json", "list", [("Quench", "/quench", "craft", "en")]),
    ("short-category", "/search.json", "list", [("Temper", "/temper", "craft", "en")]),
    ("zola", "/search_index.en.json", "elasticlunr", [("Tongs", "/tongs/", "", "en")]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "path", "shape", "kept"), FILES, ids=[file[0] for file in FILES])
def test_a_shape_is_read(name: str, path: str, shape: str, kept: list[Kept]) -> None:
    archive = parse_archive(fixture(name), f"https://lore.example{path}")
    assert archive.shape == shape
    found = [(one.title, one.url, one.collection, one.lang) for one in archive.inscriptions]
    assert found == [(title, f"https://lore.example{link}", *rest) for title, link, *rest in kept]


def test_absolute_links_keep_their_scheme() -> None:
    (fajrejo,) = parse_archive(fixture("pelican-pages"), INDEX).inscriptions
    assert fajrejo.url == "http://lore.example/eo/fajrejo.html"


@pytest.mark.parametrize("name", LISTS)
def test_a_list_may_lie_under_any_name_of_the_table(name: str) -> None:
    archive = parse_archive(json.dumps({name: [page()], "version": 3}).encode(), INDEX)
    assert (archive.shape, len(archive.inscriptions)) == (name, 1)


def test_the_date_an_index_gives_itself_is_kept() -> None:
    dates = [parse_archive(fixture(name), INDEX).generated for name in ("astro-entries", "astro-items", "data-deeper")]
    assert dates == ["2031-05-06T07:08:09Z", "2031-01-01", "2031-03-03"]


def test_a_date_may_be_a_number() -> None:
    assert parse_archive(b'{"built": 1927000000, "entries": []}', INDEX).generated == "1927000000"


def test_several_lists_name_the_list_where_an_entry_was_dropped() -> None:
    (dropped,) = parse_archive(fixture("two-lists"), INDEX).dropped
    assert (dropped.position, dropped.reason) == ("pages/1", "title_missing")


def test_marks_of_old_mkdocs_builds_are_left_out() -> None:
    data = json.dumps({"docs": [{"title": "Forge¶", "location": "forge/", "text": "Light it¶ first."}]}).encode()
    (forge,) = parse_archive(data, INDEX).inscriptions
    assert (forge.title, forge.body) == ("Forge", "Light it first.")


def test_several_tongues_of_a_whole_index_name_none() -> None:
    data = json.dumps({"config": {"lang": ["de", "eo"]}, "docs": [page()]}).encode()
    (found,) = parse_archive(data, INDEX).inscriptions
    assert found.lang == "en"


def test_an_index_may_name_its_tongue_once() -> None:
    (found,) = parse_archive(json.dumps({"lang": "uk", "entries": [page()]}).encode(), INDEX).inscriptions
    assert found.lang == "uk"


def test_facts_beside_the_pages_of_a_map_are_no_pages() -> None:
    data = json.dumps({"version": 2, "generated": "today", "a": page(), "updated": page(url="/b")}).encode()
    archive = parse_archive(data, INDEX)
    assert (len(archive.inscriptions), archive.dropped, archive.generated) == (2, (), "today")


@pytest.mark.parametrize(
    "data", [b"[]", b'{"docs": []}', b'{"entries": [], "status": "ok"}', b'[{"documents": [], "index": {}}]']
)
def test_an_empty_list_is_an_empty_archive(data: bytes) -> None:
    archive = parse_archive(data, INDEX)
    assert (archive.inscriptions, archive.dropped) == ((), ())


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (fixture("error-object"), "archive_error"),
        (b'{"error": {"code": 500}, "entries": []}', "archive_error"),
        (b'{"errors": ["no such page"]}', "archive_error"),
        (b'{"message": "Not Found", "status": 404}', "archive_error"),
        (fixture("lunr-without-text"), "archive_no_text"),
        (b'{"en": {"index": {"invertedIndex": []}}}', "archive_no_text"),
        (b'{"index": {"title": {"root": {}}}, "documentStore": {"docs": {}}}', "archive_no_text"),
        (b'{"docnames": ["a"], "terms": {"a": 0}}', "archive_no_text"),
        (b"[1, null, true]", "archive_no_entries"),
        (b'{"entries": [1, 2]}', "archive_no_entries"),
        (b'[{"name": 5}]', "archive_no_entries"),
        (b"{}", "archive_shape"),
        (b'"text"', "archive_shape"),
        (b"17", "archive_shape"),
        (b"null", "archive_shape"),
        (b'{"title": "A single page", "url": "/a"}', "archive_shape"),
        (b'{"title": "A page", "url": "/a", "author": {"name": "N"}}', "archive_shape"),
        (b'{"a": [{"title": "x"}], "b": [{"title": "y"}]}', "archive_shape"),
        (b'{"data": {"title": "x", "entries": [{"title": "y", "url": "/y"}]}, "b": 1, "c": 2}', "archive_shape"),
        (b'{"data": {"nothing": 1}, "b": {}}', "archive_shape"),
    ],
)
def test_what_is_no_archive_says_why(data: bytes, code: str) -> None:
    with pytest.raises(ArchiveError) as caught:
        parse_archive(data, INDEX)
    assert caught.value.code == code


def test_a_page_about_errors_is_no_error() -> None:
    archive = parse_archive(b'{"error": {"title": "Error", "content": "Of the error."}}', INDEX)
    assert [one.url for one in archive.inscriptions] == ["https://lore.example/error"]


def test_an_error_beside_entries_does_not_hide_them() -> None:
    data = json.dumps({"error": "stale", "entries": [page()]}).encode()
    assert len(parse_archive(data, INDEX).inscriptions) == 1


@given(JSON)
def test_any_json_has_a_shape_of_the_table_or_is_refused(value: object) -> None:
    try:
        reading = recognise(value)
    except ArchiveError:
        return
    assert SHAPES[reading.shape.code] is reading.shape


DOCUMENTS = st.lists(st.none() | st.dictionaries(st.sampled_from("tuphbi"), FLAT), max_size=5)


@given(st.lists(st.fixed_dictionaries({"index": st.none(), "documents": DOCUMENTS}), min_size=1, max_size=5))
def test_any_documents_are_kept_or_counted(parts: list[dict[str, object]]) -> None:
    archive = survey_archive(json.dumps(parts).encode(), INDEX)
    lists = dict(zip(PARTS.get(len(parts), PARTS[5]), (part["documents"] for part in parts), strict=False))
    rows = [row for name in ("pages", "headings") if isinstance(found := lists.get(name), list) for row in found]
    assert len(archive.inscriptions) + len(archive.dropped) == len(rows)


def test_a_part_that_is_none_is_passed_over() -> None:
    archive = parse_archive(json.dumps([{"documents": [{"t": "A", "u": "/a"}], "index": {}}, 7]).encode(), INDEX)
    assert [one.title for one in archive.inscriptions] == ["A"]


def test_docusaurus_texts_stand_under_their_own_heading() -> None:
    archive = parse_archive(fixture("docusaurus"), INDEX)
    texts = [(one.summary if one.own_summary else "", one.body) for one in archive.inscriptions]
    assert texts == [("Alt om smia.", "Smia ligger ved elva."), ("", ""), ("", "Tenn med bjørk. Bruk tørr ved.")]
    assert reasons(archive) == ["not_an_object"]


def test_a_section_without_a_link_is_dropped() -> None:
    parts = [{"documents": [], "index": {}}, {"documents": [{"t": "Lost", "h": "#lost", "p": [1]}], "index": {}}]
    assert reasons(survey_archive(json.dumps(parts).encode(), INDEX)) == ["url_missing"]
