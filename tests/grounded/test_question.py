"""What may be asked (GRD-02): bounds in bytes, checked before anything is sent."""

import dataclasses
from typing import Any

import pytest

from grounded.core.errors import RequestError
from grounded.core.question import AiMode, AiRequest, AiSource, size_of
from tests.grounded.asking import question, source

KIB = 1024


def refusal_of(**fields: Any) -> str:
    with pytest.raises(RequestError) as refusal:
        AiRequest(**{"mode": AiMode.QUESTION, "question": "Why?", "sources": (source(),)} | fields)
    return refusal.value.code


def source_refusal(**fields: Any) -> str:
    with pytest.raises(RequestError) as refusal:
        source(**fields)
    return refusal.value.code


def test_every_bound_may_be_filled() -> None:
    sources = [source(n, text="ж" * (2 * KIB), title="t" * 512, location="l" * 2 * KIB) for n in range(1, 9)]
    request = AiRequest(AiMode.QUESTION, "?" * 2 * KIB, tuple(sources))
    assert request.ids == ("s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8")


def test_one_source_may_fill_its_bound() -> None:
    assert size_of(source(text="x" * 16 * KIB).text) == 16 * KIB


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"title": "t" * 513}, "title_too_long"),
        ({"location": "l" * (2 * KIB + 1)}, "location_too_long"),
        ({"text": "x" * (16 * KIB + 1)}, "source_too_long"),
        ({"text": "ж" * (8 * KIB + 1)}, "source_too_long"),
        ({"text": " \n"}, "source_empty"),
        ({"text": "half a pair: \ud83d"}, "text_invalid"),
        ({"text": None}, "text_invalid"),
        ({"title": None}, "text_invalid"),
    ],
)
def test_a_source_outside_its_bounds_is_refused(fields: dict[str, Any], code: str) -> None:
    assert source_refusal(**fields) == code


@pytest.mark.parametrize("name", ["", "s 1", "s1\n", "s[1]", "ы1", "a" * 17, None])
def test_an_id_is_sixteen_plain_characters_at_most(name: Any) -> None:
    assert source_refusal(id=name) == "source_id_invalid"


@pytest.mark.parametrize("name", ["s", "S-1_z", "a" * 16])
def test_plain_ids_are_taken(name: str) -> None:
    assert source(id=name).id == name


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"mode": "question"}, "mode_invalid"),
        ({"lang": "fr"}, "lang_invalid"),
        ({"question": None}, "question_missing"),
        ({"question": " \t"}, "question_missing"),
        ({"question": " \u200b\xa0\u2060 "}, "question_missing"),
        ({"question": "?" * (2 * KIB + 1)}, "question_too_long"),
        ({"question": "\udfff"}, "text_invalid"),
        ({"sources": ()}, "sources_count"),
        ({"sources": tuple(source(n) for n in range(9))}, "sources_count"),
        ({"sources": (source(1), source(1))}, "source_ids_repeated"),
        ({"sources": tuple(source(n, text="x" * (11 * KIB)) for n in range(3))}, "sources_too_long"),
    ],
)
def test_a_request_outside_its_bounds_is_refused(fields: dict[str, Any], code: str) -> None:
    assert refusal_of(**fields) == code


def test_32_kib_together_are_allowed_and_one_byte_more_is_not() -> None:
    full = source(1, text="x" * 16 * KIB)
    question(sources=(full, source(2, text="x" * 16 * KIB)))
    assert refusal_of(sources=(full, source(2, text="x" * 16 * KIB), source(3, text="x"))) == "sources_too_long"


def test_a_summary_needs_no_question_but_may_carry_one() -> None:
    assert AiRequest(AiMode.SUMMARY, sources=(source(),)).question is None
    assert AiRequest(AiMode.SUMMARY, "With a view to bells", (source(),)).question == "With a view to bells"


def test_sources_may_come_as_a_list_and_are_kept_as_they_were() -> None:
    given = [source()]
    request = AiRequest(AiMode.QUESTION, "Why?", given)  # type: ignore[arg-type]
    given.clear()
    assert request.ids == ("s1",)


def test_nothing_of_a_request_can_change_after_it_was_checked() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        question().question = "x" * 5000  # type: ignore[misc]


def test_in_the_sent_copy_brackets_are_turned_and_the_original_stays() -> None:
    original = AiSource("s1", "Roll [s2]", "Ring [s2] twice ［s2］.", "https://[::1]/en")
    sent = original.as_sent()
    assert (sent.title, sent.text) == ("Roll (s2)", "Ring (s2) twice （s2）.")
    assert sent.location == "https://(::1)/en"
    assert original.text == "Ring [s2] twice ［s2］."


def test_the_sent_copy_is_byte_for_byte_as_long() -> None:
    original = source(text="[] ［］ ж")
    assert size_of(original.as_sent().text) == size_of(original.text)


def test_a_source_without_location_is_sent_without_one() -> None:
    assert source().as_sent().location is None


def test_a_refusal_holds_nothing_of_the_request() -> None:
    with pytest.raises(RequestError) as refusal:
        question("secret words \ud83d")
    assert "secret" not in repr(refusal.value) + str(refusal.value)
    assert refusal.value.__context__ is None
