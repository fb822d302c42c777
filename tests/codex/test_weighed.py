"""Sums of words: whatever way they are added up, they are those of plain addition."""

import random

import numpy as np
import pytest

from codex.core import rows
from codex.core.sums import NARROW, held, leading, shift_of, summed, sums_at
from codex.core.weighed import SHIFT, Weighed, best_of, weighed

#: (inscriptions, words, postings of a word): few and many, frequent and rare.
SHAPES = [(10, 2, 3), (400, 1, 300), (400, 3, 4), (400, 5, 100), (9_000, 3, 400), (9_000, 4, 6_000), (500, 12, 90)]
shapes = pytest.mark.parametrize("shape", SHAPES)


def made(shape: tuple[int, int, int], *, floored: bool = True) -> list[Weighed]:
    size, words, most = shape
    rng = random.Random(str(shape))
    return [_word(rng, size, rng.randint((most + 1) // 2, most), floored=floored) for _ in range(words)]


def _word(rng: random.Random, size: int, count: int, *, floored: bool) -> Weighed:
    docs = np.array(sorted(rng.sample(range(size), count)), dtype=np.int32)
    worth = np.array([rng.randint(1, 60) for _ in docs], dtype=np.int32)
    written = np.array([rng.randint(0, 1) for _ in docs], dtype=np.int32)
    floor = sorted(worth.tolist())[-10] if floored and count >= 10 else 0
    return weighed(docs, worth, written, size=size, floor=floor)


def plain(words: list[Weighed]) -> dict[int, tuple[int, int]]:
    """Score and words as written of every inscription."""
    sums: dict[int, tuple[int, int]] = {}
    for word in words:
        for doc, worth in zip(*(array.tolist() for array in word.listed()), strict=True):
            score, written = sums.get(doc, (0, 0))
            sums[doc] = (score + (worth >> SHIFT), written + (worth & 1))
    return sums


def parted(words: list[Weighed], docs: list[int], sums: list[int]) -> dict[int, tuple[int, int]]:
    shift = shift_of(words)
    return {doc: (number >> shift, number & ((1 << shift) - 1)) for doc, number in zip(docs, sums, strict=True)}


@shapes
def test_all_sums_are_those_of_plain_addition(shape: tuple[int, int, int]) -> None:
    words = made(shape)
    docs, sums = summed(words, shape[0])
    assert parted(words, docs.tolist(), sums.tolist()) == plain(words)


@shapes
@pytest.mark.parametrize("floored", [True, False])
def test_the_best_ten_are_among_the_leading(shape: tuple[int, int, int], floored: bool) -> None:
    words = made(shape, floored=floored)
    docs, sums = leading(words, shape[0])
    found, expected = parted(words, docs.tolist(), sums.tolist()), plain(words)
    assert found.items() <= expected.items()
    tenth = sorted(expected.values(), reverse=True)[:10][-1]
    assert {doc for doc, one in expected.items() if one >= tenth} <= found.keys()


@shapes
def test_the_sums_of_some_are_theirs(shape: tuple[int, int, int]) -> None:
    words = made(shape)
    some = np.arange(0, shape[0], 3)
    found = parted(words, some.tolist(), sums_at(words, some).tolist())
    expected = plain(words)
    assert found == {doc: expected.get(doc, (0, 0)) for doc in some.tolist()}
    assert held(words, shape[0]).nonzero()[0].tolist() == sorted(expected)


@pytest.mark.parametrize("most", [1, 10, 200])
def test_the_best_of_many_are_the_highest_and_of_equals_the_first(most: int) -> None:
    sums = np.array([number % 37 for number in range(500)], dtype=np.int32)
    keys = best_of(np.arange(500), sums, most)[::-1][:most]
    expected = sorted(range(500), key=lambda doc: (-(doc % 37), doc))[:most]
    assert (-keys & rows.DOC_MASK).tolist() == expected


def test_of_thousands_of_equals_no_more_are_sorted_than_are_asked_for() -> None:
    assert len(best_of(np.arange(20_000), np.full(20_000, 7, dtype=np.int32), 30)) == 30


@shapes
def test_one_word_s_best_are_known_beforehand_unless_written_forms_do_not_count(shape: tuple[int, int, int]) -> None:
    word = made(shape)[0]
    best = sorted(plain([word]).items(), key=lambda pair: (tuple(-part for part in pair[1]), pair[0]))[:10]
    docs, _ = leading([word], shape[0])
    assert {doc for doc, _ in best} <= set(docs.tolist())
    every, _ = leading([word], shape[0], 1)
    assert {doc for doc, (score, _) in plain([word]).items() if score >= best[-1][1][0]} <= set(every.tolist())


def test_more_words_than_seven_take_wider_sums() -> None:
    assert shift_of(made((400, NARROW, 4))) < shift_of(made((400, NARROW + 1, 4)))
