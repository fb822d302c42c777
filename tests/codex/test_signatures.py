"""Letters as bits: what is far apart is told at once, and what is near never."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from codex.core import signatures
from codex.core.signatures import differing, of_both, signature

words = st.text("aabcdeéßжї ", max_size=12)


@given(words, words)
def test_an_edit_changes_two_bits_at_most_and_one_where_it_changes_the_length(one: str, other: str) -> None:
    edits = int(OSA.distance(one, other))
    found = differing(np.array([signature(one)], dtype=np.uint64), signature(other))
    assert found[0] <= 2 * edits - abs(len(one) - len(other))


@given(st.lists(words))
def test_many_words_have_the_signatures_of_each(some: list[str]) -> None:
    assert signatures.signatures(some).tolist() == [signature(word) for word in some]


@given(words, words)
def test_two_texts_together_have_the_signature_of_both(one: str, other: str) -> None:
    assert of_both(signature(one), signature(other)) == signature(one + other)


@pytest.mark.parametrize("numbers", [[0], [2**64 - 1, 1, 2**63], [0x0123456789ABCDEF]])
def test_bits_are_counted_without_the_newest_numpy_too(numbers: list[int]) -> None:
    counted = signatures._count_by_hand(np.array(numbers, dtype=np.uint64))
    assert counted.tolist() == [number.bit_count() for number in numbers]


def test_words_that_share_few_letters_differ_in_many_bits() -> None:
    assert differing(np.array([signature("lantern")], dtype=np.uint64), signature("gothic"))[0] > 6
