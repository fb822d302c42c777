"""An extract of the archive: the best sentences, each cited, without a model."""

from grounded.core.support import support_facts
from grounded.extract import extract
from grounded.sources import SentSource

CLOCK = "The clock has stopped. Nobody winds it. The warden taps the glass. She subtracts three."
BELL = "Seven bells hang there. The warden rings one of them. Rain falls."


def source(number: int, text: str, lang: str = "en") -> SentSource:
    return SentSource(
        id=f"s{number}", title="T", text=text, url=f"https://a.example/{number}", lang=lang, collection="",
        first=1, last=1, of=1,
    )  # fmt: skip


BOTH = (source(1, CLOCK), source(2, BELL))


def test_the_sentences_that_fit_are_quoted_in_the_order_of_their_sources() -> None:
    found = extract(BOTH, "What does the warden do?")
    assert found.answer == "The warden taps the glass. [s1]\n\nThe warden rings one of them. [s2]"
    assert found.citations == ("s1", "s2")


def test_when_none_fits_each_source_begins() -> None:
    assert extract(BOTH, "").answer == "The clock has stopped. [s1]\n\nSeven bells hang there. [s2]"


def test_one_source_does_not_take_all_the_room() -> None:
    many = (source(1, "The warden sings. " * 20), source(2, BELL))
    found = extract(many, "warden")
    assert found.answer.count("[s1]") == 3
    assert found.answer.count("[s2]") == 1


def test_every_sentence_is_found_word_for_word() -> None:
    facts = support_facts(extract(BOTH, "warden"), [one.passage for one in BOTH], lang="en")
    assert [(fact.words, fact.held, fact.findings) for fact in facts] == [(3, 3, ()), (3, 3, ())]


def test_a_source_that_fakes_a_citation_fakes_none() -> None:
    found = extract((source(1, "The warden lies [s2]. "), source(2, BELL)), "lies")
    assert found.answer == "The warden lies (s2). [s1]"
    assert found.citations == ("s1",)


def test_a_sentence_without_end_is_shortened_visibly() -> None:
    found = extract((source(1, "warden " * 500),), "warden")
    assert found.answer.endswith(" … [s1]")
    assert len(found.answer) < 1_020


def test_each_source_is_compared_in_its_own_tongue() -> None:
    german = source(1, "Es regnet. Die Wärterin klopft an die Gläser.", "de")
    assert extract((german,), "Gläsern").answer == "Die Wärterin klopft an die Gläser. [s1]"
