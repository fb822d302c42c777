"""Answers cut into pieces for the page, and sentences with their findings (GRD-06, GRD-07)."""

from grounded.core.citations import Cited, Draft
from grounded.core.markers import Vocabulary, mark
from grounded.core.support import support_facts
from grounded.pages.ledger import Line, ledger
from grounded.pages.spoken import Part, Piece, Span, merged, parts, spoken
from grounded.sources import SentSource

TEXT = "The bell rings at seven. “Nobody leaves before the last stroke.” Soot settles."


def sent(number: int = 1, text: str = TEXT, lang: str = "en") -> SentSource:
    name = f"s{number}"
    return SentSource(
        id=name,
        title=f"Roll {number}",
        text=text,
        url=f"https://a.example/{name}",
        lang=lang,
        collection="",
        first=1,
        last=1,
        of=1,
    )


def cited(text: str) -> Cited:
    marked = mark(text, Vocabulary(["s1", "s2"]))
    return Cited(marked.text, marked.ids, marked.markers, (), (), "")


def pieces(text: str) -> list[list[Piece]]:
    answer = cited(text)
    facts = support_facts(answer, [sent().passage, sent(2).passage], lang="en")
    return [list(paragraph) for paragraph in spoken(answer, facts, {"s1": "Roll 1", "s2": "Roll 2"})]


def lines(text: str, *sources: SentSource) -> tuple[Line, ...]:
    answer, given = cited(text), sources or (sent(), sent(2, "Oil."))
    return ledger(answer, support_facts(answer, [one.passage for one in given], lang="en"), given)


def told(text: str, *sources: SentSource) -> list[tuple[str, str, str]]:
    return [(one.label, one.told, one.look) for line in lines(text, *sources) for one in line.findings if one.told]


def test_each_use_of_a_source_has_a_name_of_its_own() -> None:
    found = [piece for piece in pieces("The bell rings [s1]. It rings [s1, s2].")[0] if piece.cites]
    assert [(one.cites, one.title, one.anchor) for one in found] == [
        ("s1", "Roll 1", "cite-s1-1"),
        ("s1", "Roll 1", "cite-s1-2"),
        ("s2", "Roll 2", "cite-s2-1"),
    ]


def test_no_character_of_an_answer_is_lost_or_moved() -> None:
    text = " A [s1]b.  Then\nmore [s2] [s1], and more.\n\n[s1] Last line [s2]\n"
    joined = "\n\n".join(
        "".join(f"[{one.cites}]" if one.cites else one.text for one in paragraph) for paragraph in pieces(text)
    )
    assert joined == text


def test_sentences_to_look_at_are_told_apart_without_their_markers() -> None:
    found = pieces("The bell rings at seven [s1]. Dragons sleep below it.")[0]
    assert [one.text for one in found if one.look] == ["Dragons sleep below it."]


def test_in_a_draft_no_sentence_stands_out() -> None:
    answer = Draft("All of it. None of it.", (), (), "")
    facts = support_facts(answer, [sent().passage], lang="en")
    assert spoken(answer, facts, {}) == ((Piece("All of it. None of it."),),)


def test_spans_that_overlap_are_one() -> None:
    assert merged([Span(5, 9), Span(0, 3), Span(2, 4), Span(9, 10)]) == [Span(0, 4), Span(5, 10)]


def test_a_stretch_is_cut_at_its_own_ends() -> None:
    spans = [Span(0, 2), Span(4, 8), Span(9, 10)]
    assert parts("0123456789", spans, 1, 6) == (Part("1", True), Part("23", False), Part("45", True))
    assert parts("0123456789", [], 3, 3) == ()


def test_content_words_and_numbers_are_counted() -> None:
    assert told("The bell rings at seven [s1].") == [
        ("Content words", "3 of 3 stand in s1", "good"),
        ("Number", "seven stands in s1", "good"),
    ]
    assert told("The bell rings at nine [s1].")[1] == ("Number", "nine is not in s1", "poor")


def test_a_source_of_another_tongue_is_told() -> None:
    german = sent(1, "Die Glocke.", "de")
    assert told("The bell rings [s1].", german) == [
        ("Source s1", "in German; only names in quotations and numbers can be compared", "soft")
    ]


def test_quotations_are_told_by_where_they_stand() -> None:
    verdicts = {
        "“Nobody leaves before the last stroke” [s1].": ("word for word in s1", "good"),
        "“nobody leaves before the last stroke” [s1].": ("in s1, but for capitals, spacing or kinds of signs", "soft"),
        "“Nobody leaves before the last stroke” [s2].": ("stands in s1, which is not cited here", "poor"),
        "“Nobody stays after the first stroke” [s1].": (
            "“Nobody stays after the first stroke” is in none of the sources",
            "poor",
        ),
    }
    for text, verdict in verdicts.items():
        found = [(said, look) for label, said, look in told(text) if label == "Quotation"]
        assert found == [verdict], text


def test_a_title_in_quotation_marks_is_no_quotation() -> None:
    named = SentSource(**(sent().as_dict() | {"title": "The Roll of the Bell"}))
    assert ("Quotation", "the title of a source", "good") in told("“The Roll of the Bell” rings [s1].", named)


def test_an_uncited_sentence_is_flagged() -> None:
    line = lines("The bell rings [s1]. It is so.")[1]
    assert (line.number, line.flagged, line.findings[0].told) == (2, True, "none")


def test_the_nearest_sentence_is_shown_with_the_words_shared() -> None:
    nearest = lines("The bell rings [s1].")[0].findings[-1]
    assert (nearest.label, nearest.source, nearest.lang) == ("Nearest sentence", "s1", "en")
    assert [part.text for part in nearest.quoted if part.marked] == ["bell", "rings"]


def test_of_a_draft_only_what_quotes_is_listed() -> None:
    answer = Draft("So it is. “Nobody leaves before the last stroke.”", (), (), "")
    found = ledger(answer, support_facts(answer, [sent().passage], lang="en"), [sent()])
    assert [line.number for line in found] == [2]
