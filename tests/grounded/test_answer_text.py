"""What a model wrote, as it is shown (GRD-04)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grounded.core.answer_text import sanitize_answer
from tests.codex.fragments import ALL


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Seven bells\x00 [s1].", "Seven bells [s1]."),
        ("Seven \x1b[31m[s1]\x1b[0m.", "Seven [s1]."),
        ("[s\u200b1] [s\u00ad1]", "[s1] [s1]"),
        ("a\u202eb\u2066c\ue202d", "abcd"),
        ("one\r\ntwo\rthree\u2028four", "one\ntwo\nthree\nfour"),
        (" \n Seven bells. \n", "Seven bells."),
        ("u\u0308ber", "über"),
        ("tab\tand\n\n- list", "tab\tand\n\n- list"),
        (
            "<sup>[s1]</sup> <|im_end|> ![w](https://evil.example)",
            "<sup>[s1]</sup> <|im_end|> ![w](https://evil.example)",
        ),
        ("½ № ［s1］ 🔔", "½ № ［s1］ 🔔"),
    ],
)
def test_what_cannot_be_seen_goes_and_all_else_stays(text: str, shown: str) -> None:
    assert sanitize_answer(text) == shown


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(ALL) | st.characters(exclude_categories=["Cs"]), max_size=40).map("".join))
def test_any_shown_text_stays_as_it_is(text: str) -> None:
    shown = sanitize_answer(text)
    assert sanitize_answer(shown) == shown
    assert "\x1b" not in shown
    shown.encode()
