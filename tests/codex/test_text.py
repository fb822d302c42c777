"""Outside text made safe (SEC-03, CDX-05): every vector, and what holds for any text at all."""

import json
import re
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codex.core.text import sanitize_external_text
from tests.codex.fragments import ALL

DATA = Path(__file__).parent.parent / "data"
LIMIT = 500

hostile = st.lists(st.sampled_from(ALL) | st.characters(), max_size=40).map("".join)
any_text = settings(max_examples=300, deadline=None)


def cases(name: str) -> list[Any]:
    loaded = json.loads((DATA / f"{name}.json").read_text("utf-8"))
    return [pytest.param(case, id=f"{name}-{number}") for number, case in enumerate(loaded)]


@pytest.mark.parametrize("case", cases("sanitize_text"))
def test_sec_03_every_vector_keeps_its_text_and_loses_its_poison(case: dict[str, Any]) -> None:
    safe = sanitize_external_text(case["in"], LIMIT)
    assert [poison for poison in case["must_not_contain"] if poison in safe] == []
    assert [text for text in case["must_contain"] if text not in safe] == []
    assert len(safe) <= LIMIT


@pytest.mark.parametrize("case", cases("sanitize_more"))
def test_further_cases_come_out_exactly_so(case: dict[str, Any]) -> None:
    assert sanitize_external_text(case["in"], LIMIT) == case["out"]


@pytest.mark.parametrize("case", cases("sanitize_text") + cases("sanitize_more"))
def test_safe_text_stays_as_it_is(case: dict[str, Any]) -> None:
    safe = sanitize_external_text(case["in"])
    assert sanitize_external_text(safe) == safe


@any_text
@given(hostile)
def test_any_text_is_settled_after_one_call(text: str) -> None:
    safe = sanitize_external_text(text)
    assert sanitize_external_text(safe) == safe


@any_text
@given(hostile, st.integers(0, 30))
def test_any_text_keeps_its_bound_and_is_settled_when_cut(text: str, limit: int) -> None:
    safe = sanitize_external_text(text, limit)
    assert len(safe) <= limit
    assert sanitize_external_text(safe) == sanitize_external_text(safe, limit) == safe


@any_text
@given(hostile)
def test_any_text_becomes_one_composed_line_that_utf_8_can_hold(text: str) -> None:
    safe = sanitize_external_text(text)
    assert safe.encode().decode() == safe == " ".join(safe.split())
    assert unicodedata.is_normalized("NFC", safe)


@any_text
@given(hostile)
def test_no_text_keeps_a_character_that_cannot_be_seen(text: str) -> None:
    seen = re.sub("(?<=[^ ])\u200d(?=[^ ])", "", sanitize_external_text(text))
    assert [sign for sign in seen if unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Co"}] == []
    assert not re.search(
        "[\u115f\u1160\u2800\u3164\ufe00-\ufe0e\uffa0\ufdd0-\ufdef\ufffe\uffff\U000e0100-\U000e01ef]", seen
    )


@any_text
@given(hostile)
def test_no_text_keeps_anything_that_could_be_markup_or_steer(text: str) -> None:
    safe = sanitize_external_text(text)
    assert not re.search(r"<[A-Za-z/!?|]|!\[|\]\(|~~~|```|&(?:lt|gt|amp|#\d+|#x[0-9a-f]+);", safe)
    assert not re.match(r"(?i)\W*(system|user)\s*:", safe)


def test_ordinary_prose_in_five_tongues_is_returned_as_written() -> None:
    prose = "Gruß — „so“: Ĉiu ĵaŭdo på Ærøy, “it’s” 3 < 4? М’ята, об'єкт, ґанок; № 5 … 20 € ≥ 3 → 🙂"
    assert sanitize_external_text(prose) == prose


def test_text_that_rebuilds_itself_in_every_round_is_disarmed() -> None:
    assert sanitize_external_text("<" * 9 + "b>" * 9 + "Litany") == "b>b>b>b>b>Litany"


def test_a_cut_leaves_no_half_emoji_behind() -> None:
    assert sanitize_external_text("ab \U0001f469\u200d\U0001f680", 5) == "ab \U0001f469"
    assert sanitize_external_text("ab 1\ufe0f\u20e3", 5) == "ab 1"


@pytest.mark.parametrize("limit", [0, -1])
def test_a_bound_of_nothing_leaves_nothing(limit: int) -> None:
    assert sanitize_external_text("Litany", limit) == ""


def test_markup_and_white_space_do_not_use_up_the_bound() -> None:
    assert sanitize_external_text("<p class='x'> </p>" * 3000 + "Litany", 6) == "Litany"


def test_with_a_bound_only_the_start_of_very_long_text_is_read() -> None:
    assert sanitize_external_text(" " * 100_000 + "Litany", 6) == ""


def test_nothing_counts_as_empty_and_what_is_no_text_is_refused() -> None:
    assert sanitize_external_text(None) == sanitize_external_text("") == ""
    with pytest.raises(TypeError, match="must be a string"):
        sanitize_external_text(b"Litany")  # type: ignore[arg-type]


def test_text_marked_as_safe_elsewhere_loses_that_mark() -> None:
    class Marked(str):
        __slots__ = ()

    assert type(sanitize_external_text(Marked("Litany"))) is str
    assert type(sanitize_external_text(Marked("Litany & [oil]"))) is str
