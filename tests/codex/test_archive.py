"""From bytes to inscriptions: links, tongues, text, and what was dropped (CDX-03, CDX-04, CDX-05)."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codex.core import archive as module
from codex.core.archive import parse_archive, survey_archive
from codex.core.errors import ArchiveError
from codex.core.inscriptions import REASONS
from codex.core.tongues import TONGUES
from tests.codex.reading import FLAT, INDEX, JSON, fixture, page, reasons, survey
from tests.timing import TIMES, assert_linear


@given(st.binary())
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with suppress(ArchiveError):
        parse_archive(data, INDEX)


@given(st.lists(st.dictionaries(st.sampled_from(["title", "url", "content", "section", "lang", "data"]), FLAT)))
def test_any_entries_are_kept_safe_or_counted(entries: list[dict[str, object]]) -> None:
    archive = survey(*entries)
    assert len(archive.inscriptions) + len(archive.dropped) == len(entries)
    for found in archive.inscriptions:
        assert found.url.startswith("https://lore.example/")
        assert found.title
        assert found.lang in TONGUES
        json.dumps([found.title, found.summary, found.body, found.collection]).encode()


@given(JSON)
def test_any_json_is_read_or_refused(value: object) -> None:
    with suppress(ArchiveError):
        parse_archive(json.dumps(value).encode(), INDEX)


def test_one_bad_entry_does_not_lose_the_archive() -> None:
    """CDX-05: hostile entries between good ones."""
    bad: list[object] = [None, [], {}, page(title="\ud800"), page(url="javascript:x"), {"url": "/b"}]
    archive = survey(page(title="First"), *bad, page(title="Last", url="/last"))
    assert [found.title for found in archive.inscriptions] == ["First", "Last"]
    assert [dropped.position for dropped in archive.dropped] == [1, 2, 3, 4, 5, 6]


def test_a_number_too_large_drops_its_entry_alone() -> None:
    entries = b'[{"title":"a","url":"/a","n":1e400},{"title":"b","url":"/b","n":%s},{"title":"c","url":"/c"}]'
    archive = parse_archive(entries % (b"9" * 5_000), INDEX)
    assert ([found.title for found in archive.inscriptions], reasons(archive)) == (["c"], ["number_unreadable"] * 2)


def test_an_archive_without_a_usable_entry_is_refused() -> None:
    with pytest.raises(ArchiveError) as caught:
        parse_archive(json.dumps([page(url="https://other.example/")]).encode(), INDEX)
    assert caught.value.code == "archive_no_entries"


def test_the_doctor_may_still_look_at_it() -> None:
    archive = survey(page(url="https://other.example/"), page(url="https://other.example/b"))
    assert (archive.inscriptions, archive.foreign) == ((), {"https://other.example": 2})


def test_a_flood_of_bad_entries_ends_the_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_DROPPED", 3)
    assert len(survey(page(), {}, {}, {}).dropped) == 3
    with pytest.raises(ArchiveError) as caught:
        survey(page(), {}, {}, {}, {})
    assert caught.value.code == "archive_unusable"


def test_quirks_of_links_are_settled_in_the_files_order() -> None:
    archive = parse_archive(fixture("quirk-links"), "https://lore.example/search.json")
    assert [found.title for found in archive.inscriptions] == ["Home", "Page", "Part of page"]
    assert [(dropped.position, dropped.reason) for dropped in archive.dropped] == [
        (1, "duplicate"),
        (3, "duplicate"),
        (4, "url_foreign"),
        (5, "duplicate"),
        (7, "url_undefined"),
        (8, "url_undefined"),
        (9, "url_foreign"),
        (10, "url_scheme"),
        (11, "url_missing"),
        (12, "title_missing"),
        (13, "title_type"),
        (14, "not_an_object"),
    ]


def test_every_reason_has_a_sentence() -> None:
    archive = parse_archive(fixture("quirk-links"), INDEX)
    assert all(dropped.sentence == REASONS[dropped.reason] for dropped in archive.dropped)


def test_links_are_unique() -> None:
    archive = survey(*(page(url=url) for url in ("/a", "/a/", "/A", "/a#x", "/a#x")))
    urls = [found.url for found in archive.inscriptions]
    assert urls == ["https://lore.example/a", "https://lore.example/A", "https://lore.example/a#x"]


def test_quirks_of_text_are_settled() -> None:
    """Entities decoded once, invisible characters gone, NFD joined, apostrophes left alone."""
    archive = parse_archive(fixture("quirk-text"), INDEX)
    assert [(found.title, found.body) for found in archive.inscriptions[:4]] == [
        ("Rust & Ruin", "The smith’s rule – never hurry."),
        ("Padded headings", "Zerowidth, softhyphen, no break."),
        ("Å i to deler", "blåbår"),
        ("Об’єкт і об'єкт", "Обидва апострофи лишаються."),
    ]


def test_title_summary_and_collection_are_capped_and_the_body_is_not() -> None:
    """CDX-05."""
    long = "word " * 100
    (found,) = survey(page(title=long, description=long, section=long, content=long), summary_chars=50).inscriptions
    assert max(len(found.title), len(found.summary), len(found.collection)) <= 50
    assert found.body == long.strip()


def test_a_title_of_markup_alone_is_missing() -> None:
    assert reasons(survey(page(title="<img src=x>"))) == ["title_missing"]


@pytest.mark.parametrize(("body", "shown"), [("Short body.", "Short body."), ("word " * 100, ("word " * 10).strip())])
def test_a_missing_summary_shows_the_start_of_the_body(body: str, shown: str) -> None:
    """CDX-03."""
    (found,) = survey(page(content=body), summary_chars=50).inscriptions
    assert (found.summary, found.own_summary) == (shown, False)


def test_an_entrys_own_summary_is_its_own() -> None:
    (found,) = survey(page(description="Mine.", content="Body.")).inscriptions
    assert (found.summary, found.own_summary) == ("Mine.", True)


@pytest.mark.parametrize(
    ("url", "lang", "index_url", "tongue", "source"),
    [
        ("/de/a", "en", "/no/i.json", "de", "(link)"),
        ("/lore/uk/a", "en", "/i.json", "uk", "(link)"),
        ("/lore/x/uk/a", "eo", "/i.json", "eo", "lang"),
        ("/NB/a", "", "/i.json", "no", "(link)"),
        ("/nn-NO/a", "", "/i.json", "no", "(link)"),
        ("/en-us/a", "de", "/i.json", "en", "(link)"),
        ("a", "de", "/no/i.json", "no", "(link)"),
        ("/a", "nb", "/de/i.json", "no", "lang"),
        ("/a", "fr", "/de/i.json", "de", "(index address)"),
        ("/a", ["uk", "en"], "/i.json", "uk", "lang"),
        ("/a", "fr", "/i.json", "en", "(default)"),
        ("/a", None, "/i.json", "en", "(default)"),
    ],
)
def test_the_tongue_is_read_from_link_field_or_index(
    url: str, lang: object, index_url: str, tongue: str, source: str
) -> None:
    """CDX-04."""
    archive = survey(page(url=url, lang=lang), index_url=f"https://lore.example{index_url}")
    assert (archive.inscriptions[0].lang, archive.fields["lang"]) == (tongue, {source: 1})


def test_the_names_of_fields_are_counted() -> None:
    archive = survey(page(content="a"), page(url="/b", text="b"), {"name": "C", "href": "/c"}, {"text": "dropped"})
    assert archive.fields["title"] == {"title": 2, "name": 1}
    assert archive.fields["body"] == {"content": 1, "text": 1}
    assert archive.fields["url"] == {"url": 2, "href": 1}


def test_a_position_from_outside_is_made_safe() -> None:
    data = json.dumps({"<b>" + "x" * 200: {}, "a": page()}).encode()
    (dropped,) = parse_archive(data, INDEX).dropped
    assert isinstance(dropped.position, str)
    assert len(dropped.position) == 80
    assert "<b>" not in dropped.position


def test_the_site_origin_decides_which_host_is_home() -> None:
    entries = [page(url="https://www.lore.example/a"), page(url="/b"), page(url="https://lore.example/c")]
    archive = survey(*entries, site_origin="https://www.lore.example")
    assert [found.url[8:] for found in archive.inscriptions] == ["www.lore.example/a", "www.lore.example/b"]
    assert reasons(archive) == ["url_foreign"]


def big_archive(size: int) -> bytes:
    """An ordinary index of so many bytes."""
    entry = {"title": "Brass rites", "description": "How it is lit. " * 10, "content": "Größe ĉirkaŭ об’єкт " * 90}
    entries: list[str] = []
    length = 0
    while length < size - 4_000:
        entries.append(json.dumps(entry | {"url": f"/no/page-{len(entries)}/"}, ensure_ascii=False))
        length += len(entries[-1].encode()) + 1
    return f"[{','.join(entries)}]".encode()


def test_four_megabytes_are_read_in_linear_time() -> None:
    archives = {size: big_archive(size) for size in (4_000_000, 4_000_000 // TIMES)}
    assert_linear(lambda size: survey_archive(archives[size], INDEX), 4_000_000)
    assert len(survey_archive(archives[4_000_000], INDEX).inscriptions) > 1_000
