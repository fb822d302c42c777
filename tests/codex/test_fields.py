"""The names fields go by, and what is wrong with an entry (CDX-05)."""

import pytest

from codex.core.fields import Fields, label, read_fields
from codex.core.inscriptions import Unfit
from codex.core.jsonsafe import UNREADABLE
from codex.core.shapes import SHAPES, Row

#: The names of notes on real indexes: our field → theirs.
ALIASES = {
    "title": "title name",
    "summary": "description summary excerpt teaser snippet",
    "body": "content body text terms abstract",
    "url": "href url uri path permalink slug location relUrl id",
    "collection": "section category collection type typeLabel source doc categories",
    "lang": "lang language locale",
}
PAIRS = [(field, name) for field, names in ALIASES.items() for name in names.split()]


def read(value: object, key: str = "") -> Fields:
    return read_fields(Row(0, value, key=key), SHAPES["list"])


def refusal(value: object) -> str:
    with pytest.raises(Unfit) as caught:
        read(value)
    return caught.value.reason


@pytest.mark.parametrize(("field", "name"), PAIRS)
def test_a_field_is_read_under_each_of_its_names(field: str, name: str) -> None:
    entry = {"title": "T", "url": "/u"}
    entry.pop(field, None)
    fields = read(entry | {name: "Found"})
    assert (getattr(fields, field), fields.names[field]) == ("Found", name)


def test_the_first_name_that_says_something_counts() -> None:
    fields = read({"title": " ", "name": "N", "description": "", "excerpt": "E", "url": "", "slug": "s"})
    assert (fields.title, fields.summary, fields.url) == ("N", "E", "s")


def test_an_empty_link_means_the_home_page() -> None:
    assert read({"title": "T", "location": ""}).url == ""


def test_the_key_is_the_link_where_the_entry_has_none() -> None:
    assert read({"title": "T", "id": "other"}, key="a/b").url == "a/b"


def test_a_number_in_words_is_no_link() -> None:
    assert refusal({"title": "T", "id": "17"}) == "url_missing"


@pytest.mark.parametrize("value", [None, "text", 5, True, [], ["title"], UNREADABLE])
def test_what_is_no_object_is_refused(value: object) -> None:
    assert refusal(value) == "not_an_object"


@pytest.mark.parametrize("title", [None, "", " \n"])
def test_an_entry_needs_a_title(title: object) -> None:
    assert refusal({"title": title, "url": "/a"}) == "title_missing"


@pytest.mark.parametrize("title", [5, True, ["a"], {"en": "a"}])
def test_a_title_must_be_text(title: object) -> None:
    assert refusal({"title": title, "url": "/a"}) == "title_type"


@pytest.mark.parametrize("url", [None, 5, ["/a"], {}])
def test_a_link_must_be_text(url: object) -> None:
    assert refusal({"title": "T", "url": url}) == "url_missing"


@pytest.mark.parametrize("draft", [True, "true"])
def test_a_draft_is_refused(draft: object) -> None:
    assert refusal({"title": "T", "url": "/a", "draft": draft}) == "draft"


@pytest.mark.parametrize("draft", [False, None, "", "false"])
def test_what_is_no_draft_is_kept(draft: object) -> None:
    assert read({"title": "T", "url": "/a", "draft": draft}).title == "T"


def test_an_unreadable_number_refuses_the_entry() -> None:
    assert refusal({"title": "T", "url": "/a", "order": UNREADABLE}) == "number_unreadable"


@pytest.mark.parametrize("field", ["title", "url", "description", "content", "section"])
@pytest.mark.parametrize("half", ["\ud800", "a\udfffb", "a\ud83d b"])
def test_half_a_character_refuses_the_entry(field: str, half: str) -> None:
    text = half + "x" if field in ("description", "content") else half
    assert refusal({"title": "T", "url": "/a"} | {field: text}) == "text_broken"


@pytest.mark.parametrize("end", ["", "...", "…", " \n"])
def test_a_text_cut_between_the_halves_of_a_character_loses_the_half(end: str) -> None:
    fields = read({"title": "T", "url": "/a", "excerpt": "cut \ud83d" + end})
    assert (fields.summary, fields.cut_character) == ("cut " + end, True)


def test_whole_pictures_are_no_halves() -> None:
    fields = read({"title": "T", "url": "/a", "content": "⚙ 🜍"})
    assert (fields.body, fields.cut_character) == ("", False)


def test_a_body_may_be_a_list_of_texts() -> None:
    assert read({"title": "T", "url": "/a", "terms": ["one", 2, None, "three"]}).body.split() == ["one", "three"]


def test_tags_are_searched_only_without_a_body() -> None:
    tags = {"headings": [{"text": "First", "slug": "first"}, {"title": "Second"}], "tags": ["x", "y"]}
    with_body = read({"title": "T", "url": "/a", "content": "C"} | tags)
    without = read({"title": "T", "url": "/a"} | tags)
    assert (with_body.body, without.body, without.names["body"]) == ("C", "First Second x y", "headings, tags")


def test_a_summary_of_signs_alone_is_none() -> None:
    assert read({"title": "T", "url": "/a", "description": "---", "summary": "S"}).summary == "S"


def test_the_first_of_several_categories_is_the_collection() -> None:
    assert read({"title": "T", "url": "/a", "section": "", "categories": ["", "rites", "oils"]}).collection == "rites"


def test_fields_of_an_object_inside_stand_in() -> None:
    inside = {"title": "Inner", "description": "D", "url": "/inner"}
    fields = read({"title": "Outer", "url": None, "frontmatter": inside})
    assert (fields.title, fields.summary, fields.url) == ("Outer", "D", "/inner")


def test_objects_further_inside_are_left_alone() -> None:
    assert refusal({"data": {"data": {"data": {"title": "T", "url": "/a"}}}}) == "title_missing"


def test_short_names_are_not_read_beside_a_long_title() -> None:
    fields = read({"title": "Long", "t": "Short", "url": "/u", "s": "/s", "d": "x"})
    assert (fields.title, fields.url, fields.summary) == ("Long", "/u", "")


def test_short_and_long_names_may_mix() -> None:
    fields = read({"t": "T", "c": "Content", "url": "/a", "lang": "de"})
    assert (fields.title, fields.body, fields.url, fields.lang) == ("T", "Content", "/a", "de")


@pytest.mark.parametrize(("value", "text"), [("a", "a"), (["", 5, "b", "c"], "b"), ([], ""), (None, ""), (5, "")])
def test_a_label_is_a_text_or_the_first_of_a_list(value: object, text: str) -> None:
    assert label(value) == text
