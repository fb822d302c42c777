"""A hit's texts with the words marked, its snippet, and why it is there (PAGE-01)."""

import time

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from codex.core.hits import Hit, Part, Why
from codex.core.query import terms
from codex.core.ranking import Index
from codex.core.stems import stem
from codex.core.words import spans
from tests.codex.inscribed import Case, cases, inscription


def hit(
    title: str, summary: str = "", body: str = "", *, query: str, lang: str = "en", own_summary: bool = True
) -> Hit:
    made = inscription(title, summary or body, body, lang=lang, own_summary=own_summary)
    return Index([made]).search(query, lang)[0]


def text_of(parts: tuple[Part, ...]) -> str:
    return "".join(part.text for part in parts)


def marked(parts: tuple[Part, ...]) -> list[str]:
    return [part.text for part in parts if part.marked]


LONG = "Dust lies on the shelves of the old archive and nobody counts the years. " * 20


def test_a_hit_carries_the_inscription_s_fields() -> None:
    found = hit("Lantern", "A lamp.", query="lantern")
    assert (found.title, found.summary, found.collection, found.lang) == ("Lantern", "A lamp.", "", "en")
    assert found.url == "https://lore.example/en/Lantern/"
    assert found.score == pytest.approx(8, abs=0.001)


@pytest.mark.parametrize(
    ("lang", "title", "query", "words"),
    [
        ("en", "The Lanterns of the lantern-keeper", "lantern", ["Lanterns", "lantern"]),
        ("de", "Häuser an der STRASSE", "haus straße", ["Häuser", "STRASSE"]),
        ("no", "A\u030alesund om kvelden", "ålesund", ["A\u030alesund"]),
        ("de", "Die Turbinen\u00adhalle", "turbinenhalle", ["Turbinen\u00adhalle"]),
        ("uk", "Ґанок старого за\u0301мку", "замок ганок", ["Ґанок", "за\u0301мку"]),
        ("uk", "\u02bcОб\u2019єкт\u02bc", "обєкти", ["Об\u2019єкт"]),
        ("eo", "La ŝuo", "sxuojn", ["ŝuo"]),
        ("en", "ＷＩＤＥ lantern", "wide", ["ＷＩＤＥ"]),
        ("en", "C++ & C", "c++", ["C++"]),
        ("en", "A state-of-the-art lamp", "stateoftheart", ["state-of-the-art"]),
        ("en", "A state-of-the-art lamp", "art lamp", ["art", "lamp"]),
        ("en", "Lanterns and lands", "lantrens", ["Lanterns"]),
        ("en", "Lanterns and lands", "lanter", ["Lanterns"]),
        ("de", "Das Kraftwerk", "werk", ["Kraftwerk"]),
        ("en", "How to do it", "how to do it", ["How", "to", "do", "it"]),
        ("en", "The lantern", "the lantern", ["lantern"]),
    ],
)
def test_words_that_were_looked_for_are_marked_as_they_stand(
    lang: str, title: str, query: str, words: list[str]
) -> None:
    parts = hit(title, query=query, lang=lang).title_parts
    assert text_of(parts) == title
    assert marked(parts) == words


@settings(max_examples=80, deadline=None)
@given(cases())
def test_parts_join_to_the_text_and_mark_just_the_words_with_a_matched_stem(case: Case) -> None:
    hits = Index(case.inscriptions).search(case.query, case.lang)
    assume(hits.match == "exact")
    for found in hits:
        asked = {term.stem for term in terms(case.query, found.lang)}
        for parts, text in ((found.title_parts, found.title), (found.marker.parts(found.summary), found.summary)):
            assert text_of(parts) == text
            assert marked(parts) == [text[a:b] for a, b, word in spans(text) if stem(word, found.lang) in asked]


@given(st.text("aĉŝßöЙї lantern\u0301\u00ad\u02bc'-<>&… "))
@settings(max_examples=80, deadline=None)
def test_whatever_the_text_its_parts_join_to_it(text: str) -> None:
    found = hit("lantern", f"{text} lantern", text, query="lantern")
    assert text_of(found.marker.parts(text)) == text
    assert all(part.text for part in found.marker.parts(text))


def test_text_is_never_turned_into_html() -> None:
    title = "<b>lantern</b> & <script>alert('lantern')</script>"
    found = hit(title, body=f"{title} &amp; <mark>", query="lantern")
    assert found.title_parts[:3] == (Part("<b>"), Part("lantern", marked=True), Part("</b> & <script>alert('"))
    assert text_of(found.snippet_parts) == f"{title} &amp; <mark>"


# --- snippets ---


def test_a_snippet_is_a_window_of_the_body_with_ellipses_as_text() -> None:
    parts = hit("x", "y", f"{LONG}Then a lantern burns. {LONG}", query="lantern").snippet_parts
    assert parts[0] == Part("… ")
    assert parts[-1] == Part(" …")
    assert marked(parts) == ["lantern"]
    assert 150 < len(text_of(parts)) <= 260
    assert text_of(parts).strip("… ") in LONG + "Then a lantern burns. " + LONG


def test_a_snippet_shows_the_place_with_most_different_words() -> None:
    body = f"lantern lantern lantern. {LONG} A lantern by the gate. {LONG} gate"
    assert marked(hit("x", "", body, query="lantern gate").snippet_parts) == ["lantern", "gate"]


def test_of_equal_places_the_one_with_more_words_then_the_first_is_shown() -> None:
    body = f"lantern one. {LONG} lantern two, lanterns. {LONG} lantern three, lanterns."
    assert marked(hit("x", "", body, query="lantern").snippet_parts) == ["lantern", "lanterns"]
    assert "two" in text_of(hit("x", "", body, query="lantern").snippet_parts)


@pytest.mark.parametrize("place", [0, 1, 50, 100, 1_000, 1_300, 1_390, 1_400])
def test_wherever_the_word_stands_it_is_in_the_snippet(place: int) -> None:
    filler = LONG[:1_400]
    at = filler.rfind(" ", 0, place) + 1
    parts = hit("x", "y", f"{filler[:at]}lantern {filler[at:]}", query="lantern").snippet_parts
    assert marked(parts) == ["lantern"]
    assert len(text_of(parts)) <= 260


@given(st.lists(st.sampled_from(["lantern", "gate", "of", "x" * 30, "y" * 300, "ß", "—"]), min_size=1, max_size=80))
@settings(max_examples=80, deadline=None)
def test_a_snippet_is_short_and_a_piece_of_the_body(tokens: list[str]) -> None:
    body = " ".join(tokens)
    parts = hit("lantern gate", "s", body, query="lantern gate").snippet_parts
    shown = text_of(parts)
    assert len(shown) <= 260
    assert shown == "s" or shown.removeprefix("… ").removesuffix(" …") in body
    assert bool(marked(parts)) == bool({"lantern", "gate"} & set(tokens))


def test_a_word_longer_than_the_snippet_is_marked_as_far_as_it_is_shown() -> None:
    parts = hit("x", "", f"{LONG}{'y' * 300} {LONG}", query="y" * 300).snippet_parts
    assert [set(word) for word in marked(parts)] == [{"y"}]
    assert len(text_of(parts)) <= 260


def test_without_a_hit_in_the_body_the_summary_is_shown_from_where_it_tells() -> None:
    assert marked(hit("x", "All about lanterns", LONG, query="lantern").snippet_parts) == ["lanterns"]
    only_title = hit("lantern", "Nothing to see", LONG, query="lantern").snippet_parts
    assert only_title == (Part("Nothing to see"),)


def test_a_long_summary_without_hits_is_cut_at_its_end() -> None:
    parts = hit("lantern", LONG, "", query="lantern").snippet_parts
    assert LONG.startswith(parts[0].text)
    assert (parts[-1], len(text_of(parts)) <= 260) == (Part(" …"), True)


def test_an_inscription_of_a_title_alone_has_an_empty_snippet() -> None:
    assert hit("lantern", query="lantern").snippet_parts == ()


def test_a_word_cut_off_by_the_summary_s_end_is_marked_by_its_stem() -> None:
    found = hit("x", "all lanterns", "all lanternses", query="lanterns", own_summary=True)
    assert marked(found.marker.parts("burning lanternx lantern")) == ["lantern"]


def test_the_time_to_mark_a_long_body_is_linear() -> None:
    def seconds(size: int) -> float:
        found = hit("x", "", "a lantern a-b " * size, query="lantern a b")
        started = time.thread_time()
        assert marked(found.snippet_parts)
        return time.thread_time() - started

    small, large = (min(seconds(size) for _ in range(3)) for size in (500, 8_000))
    assert large < 80 * small + 0.05


# --- why ---


@pytest.mark.parametrize(
    ("lang", "query", "why"),
    [
        ("en", "lantern", Why("lantern", "written", ("title", "summary", "text"), 12)),
        ("en", "lanterns", Why("lanterns", "stem", ("title", "summary", "text"), 12)),
        ("en", "gates", Why("gates", "written", ("text",), 1)),
        ("en", "lantrn", Why("lantrn", "typo", ("title", "summary", "text"), 12)),
        ("en", "lanter", Why("lanter", "prefix", ("title", "summary", "text"), 12)),
        ("en", "tern", Why("tern", "part", ("title", "summary", "text"), 12)),
        ("en", "redhot", Why("redhot", "spelling", ("summary",), 3)),
    ],
)
def test_a_hit_says_which_rule_and_fields_count(lang: str, query: str, why: Why) -> None:
    assert hit("Lantern", "A red-hot lantern", "lantern gates", query=query, lang=lang).why == (why,)


def test_a_word_that_an_inscription_lacks_is_no_reason() -> None:
    found = Index([inscription("lantern"), inscription("gate")]).search("lantern gate river")
    assert [[why.word for why in one.why] for one in found] == [["gate"], ["lantern"]]


def test_a_made_up_summary_is_no_reason() -> None:
    (why,) = hit("x", "a lantern", "a lantern", query="lantern", own_summary=False).why
    assert (why.fields, why.points) == (("text",), 1)
