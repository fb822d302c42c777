"""The closed list of lossless unwraps, each reported; nothing else is repaired (GRD-04)."""

import pytest

from grounded.core.errors import AnswerRejected
from grounded.core.unwrap import unwrap
from tests.timing import assert_linear

VALUE = {"answer": "Seven bells [s1].", "citations": ["s1"]}
OBJECT = '{"answer": "Seven bells [s1].", "citations": ["s1"]}'


def is_rejected(content: str) -> bool:
    with pytest.raises(AnswerRejected) as refusal:
        unwrap(content)
    return refusal.value.code == "invalid_json"


@pytest.mark.parametrize(
    ("content", "steps"),
    [
        (OBJECT, ()),
        (f"\n {OBJECT}\n", ("white_space",)),
        (f"\ufeff{OBJECT}", ("byte_order_mark",)),
        (f" \ufeff {OBJECT}", ("white_space", "byte_order_mark")),
        (f"<think>compare {{both}}</think>\n\n{OBJECT}", ("reasoning",)),
        (f"<think></think>{OBJECT}", ("reasoning",)),
        (f"<thinking>seven <think> or eight</thinking>{OBJECT}", ("reasoning",)),
        (f"[THINK]compare[/THINK]{OBJECT}", ("reasoning",)),
        (f"compare both rolls</think>{OBJECT}", ("reasoning",)),
        (f"</think>{OBJECT}", ("reasoning",)),
        (f"compare[/THINK]{OBJECT}", ("reasoning",)),
        (f"```json\n{OBJECT}\n```", ("fence",)),
        (f"```\n{OBJECT}\n```", ("fence",)),
        (f"````JSON\r\n{OBJECT}\r\n````", ("fence",)),
        (f"~~~\n{OBJECT}\n~~~", ("fence",)),
        (f"```json{OBJECT}```", ("fence",)),
        (f"{OBJECT}<|im_end|>", ("end_token",)),
        (f"{OBJECT}\n</s>", ("end_token",)),
        (f"{OBJECT}<\uff5cend\u2581of\u2581sentence\uff5c>", ("end_token",)),
        (f"```json\n{OBJECT}\n```<|eot_id|>\n", ("white_space", "end_token", "fence")),
        (f"<think>a</think>\n```json\n{OBJECT}\n```\n<|im_end|>", ("reasoning", "end_token", "fence")),
    ],
)
def test_each_step_is_undone_and_reported(content: str, steps: tuple[str, ...]) -> None:
    unwrapped = unwrap(content)
    assert unwrapped.value == VALUE
    assert unwrapped.steps == steps


def test_raw_controls_inside_a_string_are_read_and_reported() -> None:
    unwrapped = unwrap('{"answer": "Seven\nbells\t[s1]."}')
    assert unwrapped.value == {"answer": "Seven\nbells\t[s1]."}
    assert unwrapped.steps == ("control_characters",)


@pytest.mark.parametrize(
    "content",
    [
        "<think>never closed",
        f"<think>never closed {OBJECT}",
        f"<think>a</think><think>b</think>{OBJECT}",
        f"<THINK>a</THINK>{OBJECT}",
        f"<thinking>a</think>{OBJECT}",
        f"{OBJECT}<think>late</think>",
        f"Here it is: <think>a</think> {OBJECT} thanks",
        f"```json\n{OBJECT}",
        f"{OBJECT}\n```",
        f"```json\n{OBJECT}\n~~~",
        f"````\n{OBJECT}\n```",
        f"```json\n```json\n{OBJECT}\n```\n```",
        f"```json title=a\n{OBJECT}\n```",
        f"```json\n{OBJECT}\n```\nDone.",
        "```json\n```",
        "``````",
        "```",
        f"{OBJECT}<|im_end|><|im_end|>",
        f"{OBJECT}<|im_start|>",
        f"{OBJECT} [/INST]",
        f"<|channel|>final<|message|>{OBJECT}",
        f"Sure! {OBJECT}",
        f"{OBJECT} Done.",
        f"{OBJECT}{OBJECT}",
        OBJECT.replace('"', "'"),
        OBJECT.replace("}", ",}"),
        OBJECT[:-1],
        '{"answer": "\\x53even"}',
        '{"answer": "a", "answer": "b"}',
        '{"answer": "half \\ud83d", "citations": []}',
        '{"answer": "half \ud83d", "citations": []}',
        '{"other": "\\udc00"}',
    ],
)
def test_nothing_else_is_repaired(content: str) -> None:
    assert is_rejected(content)


def test_a_closing_tag_inside_the_object_is_text() -> None:
    content = '{"answer": "The roll says </think> [s1].", "citations": ["s1"]}'
    assert unwrap(content).steps == ()
    assert unwrap(f"```json\n{content}\n```").steps == ("fence",)


def test_an_end_token_inside_the_object_is_text() -> None:
    content = '{"answer": "</s>", "citations": []}'
    assert unwrap(content).value == {"answer": "</s>", "citations": []}


def test_the_first_closing_tag_ends_the_reasoning() -> None:
    assert is_rejected(f"a</think>b</thinking>{OBJECT}")


def test_a_rejection_holds_nothing_of_the_content() -> None:
    with pytest.raises(AnswerRejected) as refusal:
        unwrap("secret words")
    assert refusal.value.__cause__ is refusal.value.__context__ is None


@pytest.mark.parametrize(
    "piece", ["<think>", "</think>", "```", "```\n", " ", "\n", "{", '{"a":', "[", "\ufeff", "</s>"]
)
def test_64_kib_of_anything_take_no_time(piece: str) -> None:
    assert_linear(lambda size: is_rejected(piece * (size // len(piece))), 64 * 1024)
    assert is_rejected(piece * (64 * 1024 // len(piece)))


def test_values_that_are_no_object_are_the_next_readers_to_judge() -> None:
    assert unwrap("null").value is None
