"""The endpoint's reply around the model's words (GRD-03, GRD-04)."""

import json
from typing import Any

import pytest

from grounded.core.envelope import Usage, read_message, read_usage
from grounded.core.errors import AnswerRejected
from tests.grounded.replies import completion

KIB = 1024


def refusal_of(body: bytes) -> str:
    with pytest.raises(AnswerRejected) as refusal:
        read_message(body)
    return refusal.value.code


def with_choices(choices: object) -> bytes:
    return json.dumps({"choices": choices}).encode()


def test_a_content_is_read_as_it_came() -> None:
    message = read_message(completion(" {}\n"))
    assert (message.content, message.in_parts, message.cut_short) == (" {}\n", False, False)


def test_64_kib_may_come_and_one_byte_more_may_not() -> None:
    body = completion("x")
    assert read_message(body + b" " * (64 * KIB - len(body))).content == "x"
    assert refusal_of(body + b" " * (64 * KIB + 1 - len(body))) == "response_too_large"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>busy</html>",
        b"data: {}\n\n",
        b'{"choices": [',
        b'{"choices": []}{"choices": []}',
        b"[1]",
        b"null",
        b'"text"',
        b'{"choices": NaN}',
        b'{"choices": [], "choices": []}',
        b'{"choices": "\xff"}',
        '{"choices": []}'.encode("utf-16"),
        b"[" * 60_000,
    ],
)
def test_a_body_that_is_no_json_object_is_rejected(body: bytes) -> None:
    assert refusal_of(body) == "invalid_body"


def test_a_byte_order_mark_before_the_reply_is_no_harm() -> None:
    assert read_message(b"\xef\xbb\xbf" + completion("x")).content == "x"


@pytest.mark.parametrize("choices", [None, [], {}, "x", 0])
def test_a_reply_without_choices_is_rejected(choices: object) -> None:
    assert refusal_of(with_choices(choices)) == "no_choices"


def test_an_error_under_status_200_has_no_choices() -> None:
    assert refusal_of(b'{"error": {"message": "overloaded"}}') == "no_choices"


@pytest.mark.parametrize(
    "choice",
    [
        None,
        {},
        {"message": None},
        {"message": "x"},
        {"message": {}},
        {"text": "legacy"},
        {"delta": {"content": "x"}},
        {"message": {"content": None, "refusal": "I cannot."}},
    ],
)
def test_a_choice_without_a_message_is_rejected(choice: object) -> None:
    assert refusal_of(with_choices([choice])) == "no_content"


@pytest.mark.parametrize("content", ["", " \n\t", "\ufeff", " \ufeff ", 7, True, {"answer": "x"}, [], [None]])
def test_a_content_without_text_is_rejected(content: object) -> None:
    assert refusal_of(completion(content)) == "no_content"


def test_text_parts_are_joined() -> None:
    message = read_message(completion([{"type": "text", "text": "{"}, {"type": "text", "text": "}"}]))
    assert (message.content, message.in_parts) == ("{}", True)


@pytest.mark.parametrize("part", [{"type": "image", "text": "x"}, {"type": "text"}, {"text": "x"}, "x", None])
def test_a_list_with_any_other_part_is_rejected(part: object) -> None:
    assert refusal_of(completion([{"type": "text", "text": "{}"}, part])) == "no_content"


def test_the_first_choice_is_read() -> None:
    choices = [{"message": {"content": "first"}}, {"message": {"content": "second"}}]
    assert read_message(with_choices(choices)).content == "first"


@pytest.mark.parametrize("finish", ["stop", "eos", None, "tool_calls", 7])
def test_other_reasons_to_finish_do_not_matter(finish: object) -> None:
    assert not read_message(completion("x", finish_reason=finish)).cut_short


def test_a_cut_answer_is_known() -> None:
    assert read_message(completion("x", finish_reason="length")).cut_short


def test_what_a_filter_withheld_is_rejected_even_with_content() -> None:
    assert refusal_of(completion("x", finish_reason="content_filter")) == "content_filter"


def test_a_message_does_not_show_what_it_holds() -> None:
    assert "secret" not in repr(read_message(completion("secret")))


def test_usage_is_read() -> None:
    body = b'{"usage": {"prompt_tokens": 812, "completion_tokens": 0, "total_tokens": 812}}'
    assert read_usage(body) == Usage(812, 0)


@pytest.mark.parametrize(
    "usage", [None, {}, [], {"prompt_tokens": 1}, {"prompt_tokens": True, "completion_tokens": 1}, "many"]
)
def test_usage_that_does_not_count_is_none(usage: Any) -> None:
    assert read_usage(json.dumps({"usage": usage}).encode()) is None


@pytest.mark.parametrize("count", [-1, 1.5, "812"])
def test_a_count_is_a_whole_number(count: object) -> None:
    body = json.dumps({"usage": {"prompt_tokens": count, "completion_tokens": 1}}).encode()
    assert read_usage(body) is None


def test_usage_of_a_rejected_reply_is_read_all_the_same() -> None:
    assert read_usage(b'{"choices": [], "usage": {"prompt_tokens": 5, "completion_tokens": 7}}') == Usage(5, 7)


@pytest.mark.parametrize("body", [b"", b"<html>", b"\xff", b"[]"])
def test_usage_of_what_is_no_reply_is_none(body: bytes) -> None:
    assert read_usage(body) is None
