"""Any bytes as an endpoint's reply: an answer or AnswerRejected, and what is shown holds no controls (GRD-04)."""

import json
import unicodedata

from grounded.core.citations import AnswerRejected, read_answer
from grounded.core.limits import ANSWER_BYTES
from tests.grounded.replies import completion, wrote

IDS = ("s1", "s2", "a-b")
SEEDS = (
    wrote("Seven bells [s1], one melted [ s2 ].", ["s2", "s1"]),
    wrote("Nobody says.", []),
    wrote("Both [s1; a-b] and [9].", ["s1", "a-b"]),
    completion('<think>so</think>\n```json\n{"answer": "A [s1].", "citations": ["s1"]}\n```<|im_end|>'),
    completion(
        [
            {"type": "text", "text": '{"answer": "A\x1b[31m\u202e [s1].",'},
            {"type": "text", "text": ' "citations": ["s1"]}'},
        ]
    ),
    completion('{"answer": "cut [s1]", "citations": ["s1"]}', finish_reason="length"),
    completion(None, finish_reason="content_filter"),
    json.dumps({"error": {"message": "no"}}).encode(),
)
WORDS = (
    *('"choices":', '"message":', '"content":', '"finish_reason":', '"length"', '\\"answer\\":', '\\"citations\\":'),
    *("[s1]", "[s1, s2]", "[s9]", "<think>", "</think>", "[THINK]", "```", "~~~json", "<|im_end|>", "</s>", "\\ud800"),
    *("\\\\u202e", "\\\\u001b", "\\u0000", "NaN", "{}", "[]"),
)


def check(data: bytes) -> None:
    """Raises AssertionError where a promise breaks, and whatever else read_answer lets out."""
    try:
        found = read_answer(data, IDS)
    except AnswerRejected:
        return
    assert found.answer.strip()
    assert len(found.answer.encode()) <= ANSWER_BYTES * 2
    assert not [one for one in found.answer if unicodedata.category(one) in {"Cc", "Cs", "Cf"} and one not in "\n\t"]
    assert set(found.citations) <= set(IDS)
    shown = [found.answer[one.start : one.end] for one in found.markers]
    assert shown == [f"[{one.id}]" for one in found.markers]
    assert set(found.citations) == {one.id for one in found.markers}
