"""Facts about each sentence, without a model and without a score (GRD-07)."""

import json
from pathlib import Path
from typing import Any

import pytest

from codex.core.tongues import TONGUES
from grounded.core.citations import Cited, Draft, read_answer
from grounded.core.passages import Passage
from grounded.core.support import LIMITS, SentenceFacts, support_facts
from tests.grounded.replies import completion, wrote
from tests.timing import assert_linear

CHOIR = "The Brass Choir of Tal Meridian keeps seven bells. Keeper Oru rings them at dusk."
CINDERS = "In the Year of Cinders, 412, the eighth bell was melted by the forge of Ansel."
LINES = (Path(__file__).parent.parent / "data" / "model_outputs.jsonl").read_text("utf-8").splitlines()
GROUNDED = {row["id"]: row for row in map(json.loads, LINES) if row["id"].startswith("gr-")}


def passages(**langs: str) -> list[Passage]:
    texts = {"s1": ("Roll of the Choir", CHOIR), "s2": ("Cinder Roll", CINDERS)}
    return [Passage(name, title, text, langs.get(name, "en")) for name, (title, text) in texts.items()]


def read(answer: str) -> Cited | Draft:
    cited = [name for name in ("s1", "s2") if f"[{name}]" in answer.replace(" ]", "]").replace("[ ", "[")]
    return read_answer(wrote(answer, cited), ["s1", "s2"])


def facts(answer: str, *, lang: str = "en", **langs: str) -> tuple[SentenceFacts, ...]:
    return support_facts(read(answer), passages(**langs), lang=lang)


def fact(answer: str, **options: Any) -> SentenceFacts:
    (only,) = facts(answer, **options)
    return only


def test_each_sentence_has_its_own_citations() -> None:
    found = facts("Seven bells are kept [s1]. One was melted [s2][s1]. So it goes.")
    assert [one.cited for one in found] == [("s1",), ("s2", "s1"), ()]


def test_a_sentence_stands_where_it_says() -> None:
    answer = read("Seven bells are kept [ s1 ]. One was melted. [s2]")
    found = support_facts(answer, passages(), lang="en")
    assert [answer.answer[one.start : one.end] for one in found] == [
        "Seven bells are kept [s1].",
        "One was melted. [s2]",
    ]


def test_content_words_of_the_cited_text_are_counted() -> None:
    one = fact("The choir keeps seven golden bells [s1].")
    assert (one.words, one.held) == (5, 4)


def test_inflected_words_count_as_one() -> None:
    one = fact("The choirs kept the bell, the bells [s1].")
    assert (one.words, one.held) == (3, 2)


def test_words_of_a_title_stand_in_the_source_too() -> None:
    assert fact("The roll tells of it [s1].").held == 1


def test_shared_words_are_marked_in_the_answer() -> None:
    answer = "The choir keeps golden bells [s1]."
    assert [answer[start:end] for start, end in fact(answer).shared] == ["choir", "keeps", "bells"]


def test_the_nearest_sentence_of_each_cited_source_is_told_with_the_shared_words() -> None:
    one = fact("Oru rings at dusk [s1][s2].")
    assert [against.id for against in one.against] == ["s1", "s2"]
    nearest = one.against[0].nearest
    assert nearest is not None
    assert CHOIR[nearest.start : nearest.end] == "Keeper Oru rings them at dusk."
    assert [CHOIR[start:end] for start, end in nearest.shared] == ["Oru", "rings", "dusk"]
    assert one.against[1].nearest is None


def test_of_equally_near_sentences_the_first_is_told() -> None:
    (one,) = support_facts(read("A bell [s1]."), [Passage("s1", "", "One bell. Two bells.", "en")], lang="en")
    assert one.against[0].nearest is not None
    assert one.against[0].nearest.start == 0


def test_words_of_a_source_that_is_not_cited_do_not_count() -> None:
    assert fact("The eighth bell was melted [s1].").held == 1


def test_a_source_in_another_tongue_is_not_compared_by_words() -> None:
    one = fact("Mesinga Ĥoro gardas 412 sonorilojn [s2].", lang="eo")
    assert one.against[0].comparable is False
    assert (one.held, one.against[0].nearest, one.findings) == (0, None, ())


def test_numbers_are_compared_across_tongues() -> None:
    one = fact("La ĥoro gardas sep sonorilojn [s1].", lang="eo")
    assert [(number.value, number.sources) for number in one.numbers] == [("7", ("s1",))]


def test_a_mixed_citation_is_not_short_of_words() -> None:
    one = fact("Completely other words stand here [s1][s2].", s2="de")
    assert [against.comparable for against in one.against] == [True, False]
    assert "few_words" not in one.findings


@pytest.mark.parametrize(
    ("answer", "findings"),
    [
        ("The Brass Choir keeps seven bells [s1].", ()),
        ("The Brass Choir keeps seven bells.", ("uncited",)),
        ("Golden trumpets announced the new emperor [s1].", ("few_words",)),
        ("Golden trumpets [s1].", ()),
        ("The bell was melted in 421 [s2].", ("number_missing",)),
        ("The bell was melted in 412 [s2].", ()),
        ("It says “keeps seven silver bells” [s1].", ("quotation_absent",)),
        ("It says “Keeps seven bells” [s1].", ()),
        ("Seven bells of the choir, “the eighth bell was melted” [s1].", ("quotation_elsewhere",)),
        ("“In the Roll of the Choir” [s1] and “Roll of the Choir” [s1].", ("quotation_absent",)),
        ("It says “keeps seven bells”.", ("uncited", "quotation_elsewhere")),
        ("1. The Brass Choir keeps bells [s1].", ()),
        ("In 421 it fell.", ("uncited",)),
    ],
)
def test_what_is_worth_a_look_is_named(answer: str, findings: tuple[str, ...]) -> None:
    assert fact(answer).findings == findings


@pytest.mark.parametrize(
    ("row", "findings"),
    [
        ("gr-001", [()]),  # a negation: the limits say so
        ("gr-003", [("number_missing",)]),
        ("gr-004", [()]),  # a name of another source
        ("gr-007", [(), ("uncited",)]),
        ("gr-009", [("quotation_absent",)]),
        ("gr-010", [("quotation_absent",)]),
        ("gr-012", [("few_words",)]),
        ("gr-013", [("uncited",), ()]),
        ("gr-015", [("few_words",)]),
    ],
)
def test_recorded_answers_that_are_not_grounded(row: str, findings: list[tuple[str, ...]]) -> None:
    recorded = GROUNDED[row]
    answer = read_answer(completion(recorded["body_or_content"]), recorded["sources"])
    sources = [Passage(name, "", text, "en") for name, text in recorded["source_texts"].items()]
    assert [one.findings for one in support_facts(answer, sources, lang="en")] == findings


def test_a_correct_translation_is_not_accused() -> None:
    recorded = GROUNDED["gr-011"]
    answer = read_answer(completion(recorded["body_or_content"]), recorded["sources"])
    sources = [Passage(name, "", text, "en") for name, text in recorded["source_texts"].items()]
    (one,) = support_facts(answer, sources, lang="eo")
    assert one.findings == ()


@pytest.mark.parametrize(
    ("lang", "text", "answer"),
    [
        ("en", "The keepers rang seven bells.", "A keeper rings the bell [s1]."),
        ("de", "Die Wächter läuteten sieben Glocken.", "Der Waechter läutete die Glocke [s1]."),
        ("eo", "La gardistoj sonorigis sep sonorilojn.", "Gardisto sonorigis sonorilon [s1]."),
        ("no", "Vokterne ringte sju klokker.", "Vokteren ringte klokkene [s1]."),
        ("uk", "Вартові дзвонили в сім дзвонів.", "Вартовий дзвонив у дзвони [s1]."),
    ],
)
def test_words_are_compared_by_stem_in_every_tongue(lang: str, text: str, answer: str) -> None:
    (one,) = support_facts(read(answer), [Passage("s1", "", text, lang)], lang=lang)
    assert one.held >= 2
    assert one.held >= one.words - 1


def test_a_draft_is_uncited_throughout() -> None:
    found = facts("The bells are old. Nobody knows how old.")
    assert [one.findings for one in found] == [("uncited",), ("uncited",)]


def test_a_number_in_an_uncited_sentence_is_compared_with_nothing() -> None:
    assert fact("In 421 it fell.").numbers == ()


def test_the_limits_are_stated() -> None:
    assert {"negation", "roles"} <= set(LIMITS)


@pytest.mark.parametrize("lang", TONGUES)
@pytest.mark.parametrize("piece", ["A bell. ", "bell ", "“a bell rings on” ", "[s1] ", "7 ", "Bell [s1]. ", "а. Б "])
def test_an_answer_is_looked_at_in_linear_time(piece: str, lang: str) -> None:
    most = (16 * 1024 - 3) // len(piece.encode())
    sources = [Passage(name, "", (piece * most).replace("[", "("), lang) for name in ("s1", "s2")]

    def look_at(size: int) -> None:
        answer = read_answer(wrote(piece * size + "end", ["s1"] if "s1" in piece else []), ["s1"])
        support_facts(answer, sources, lang=lang)

    assert_linear(look_at, most)
