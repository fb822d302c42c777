"""A provider's bytes to a checked answer (GRD-04); tests.grounded.test_vectors runs all recorded outputs."""

import json
from typing import Any

import pytest

from grounded.core.citations import AnswerRejected, Cited, Draft, read_answer
from tests.grounded.replies import completion, wrote

IDS = ["s1", "s2"]
KIB = 1024


def refusal_of(answer: object, citations: object) -> str:
    with pytest.raises(AnswerRejected) as refusal:
        read_answer(wrote(answer, citations), IDS)
    return refusal.value.code


def test_a_cited_answer_says_what_it_cites_and_where() -> None:
    answer = read_answer(wrote("Seven bells [s2], one melted [ s1 ].", ["s1", "s2"]), IDS)
    assert isinstance(answer, Cited)
    assert answer.answer == "Seven bells [s2], one melted [s1]."
    assert answer.citations == ("s2", "s1")
    assert [answer.answer[one.start : one.end] for one in answer.markers] == ["[s2]", "[s1]"]
    assert (answer.unwrapped, answer.warnings) == ((), ())


def test_an_answer_that_cites_nothing_is_an_uncited_draft() -> None:
    answer = read_answer(wrote("The rolls do not say.", []), IDS)
    assert isinstance(answer, Draft)
    assert (answer.answer, answer.citations, answer.markers) == ("The rolls do not say.", (), ())


def test_what_the_model_wrote_is_kept_untouched() -> None:
    content = '```json\n{"answer": "Seven\\u200b bells [s1].", "citations": ["s1"]}\n```'
    answer = read_answer(completion(content), IDS)
    assert answer.content == content
    assert (answer.answer, answer.unwrapped) == ("Seven bells [s1].", ("fence",))


def test_parts_are_reported_before_the_other_steps() -> None:
    content = [{"type": "text", "text": ' {"answer": "Seven.",'}, {"type": "text", "text": '"citations": []}'}]
    assert read_answer(completion(content), IDS).unwrapped == ("text_parts", "white_space")


@pytest.mark.parametrize("cites", [True, False])
def test_a_cut_answer_carries_a_warning(cites: bool) -> None:
    content = json.dumps({"answer": "Seven" + " [s1]" * cites, "citations": ["s1"] * cites})
    assert read_answer(completion(content, finish_reason="length"), IDS).warnings == ("cut_short",)


@pytest.mark.parametrize("citations", [["s1", "s1"], ["s1"]])
def test_citations_are_compared_as_sets(citations: list[str]) -> None:
    assert read_answer(wrote("Seven [s1]. Bells [s1].", citations), IDS).citations == ("s1",)


@pytest.mark.parametrize(
    ("answer", "citations", "code"),
    [
        ("Seven.", None, "invalid_shape"),
        ("Seven.", "s1", "invalid_shape"),
        ("Seven.", {"s1": 1}, "invalid_shape"),
        ("Seven.", [1], "invalid_shape"),
        ("Seven.", [None], "invalid_shape"),
        (None, [], "invalid_shape"),
        (["Seven."], [], "invalid_shape"),
        ("", [], "invalid_shape"),
        (" \n", [], "invalid_shape"),
        ("\u200b\u0000", [], "invalid_shape"),
        ("[s1]", ["s1"], "invalid_shape"),
        ("[s1] [s2].", ["s1", "s2"], "invalid_shape"),
        ("Seven [s9].", ["s9"], "unknown_id"),
        ("Seven [s9].", ["s1"], "unknown_id"),
        ("Seven [s1].", ["s1", "s9"], "unknown_id"),
        ("Seven [s1].", ["s1 "], "unknown_id"),
        ("Seven [s1].", ["[s1]"], "unknown_id"),
        ("Seven [s1].", [""], "unknown_id"),
        ("Seven [s1].", ["Roll of the Choir"], "unknown_id"),
        ("Seven [s1].", [], "mismatch"),
        ("Seven.", ["s1"], "mismatch"),
        ("Seven [s1].", ["s2"], "mismatch"),
        ("Seven [s1] [s2].", ["s1"], "mismatch"),
        ("Seven [s1].", ["s1", "s2"], "mismatch"),
    ],
)
def test_a_wrong_answer_is_rejected_and_never_repaired(answer: object, citations: object, code: str) -> None:
    assert refusal_of(answer, citations) == code


@pytest.mark.parametrize("value", [None, 7, [], "text", {}, {"answer": "Seven."}, {"citations": []}])
def test_an_object_without_both_keys_is_rejected(value: Any) -> None:
    with pytest.raises(AnswerRejected) as refusal:
        read_answer(completion(json.dumps(value)), IDS)
    assert refusal.value.code == "invalid_shape"


def test_an_answer_of_16_kib_is_the_longest() -> None:
    read_answer(wrote("ж" * 8 * KIB, []), IDS)
    assert refusal_of("ж" * 8 * KIB + "x", []) == "answer_too_large"


@pytest.mark.parametrize(
    ("citations", "token"), [(["s9"], "s9"), (["https://evil.example"], ""), (["x y", "S1"], "S1")]
)
def test_an_unknown_citation_is_named_where_it_is_shaped_like_an_id(citations: list[str], token: str) -> None:
    with pytest.raises(AnswerRejected) as refusal:
        read_answer(wrote("Seven.", citations), IDS)
    assert refusal.value.token == token


def test_ids_may_be_any_iterable() -> None:
    assert read_answer(wrote("Seven [s1].", ["s1"]), iter(IDS)).citations == ("s1",)


def test_an_answer_does_not_show_the_raw_content() -> None:
    assert "content" not in repr(read_answer(wrote("Seven.", []), IDS))
