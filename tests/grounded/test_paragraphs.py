"""Inscriptions cut into numbered paragraphs, and the run of them that fits a question best."""

import time

import pytest

from codex.core.paragraphs import LONGEST
from grounded.paragraphs import Run, best_run, paragraphs, run_text

FILLER = "Pressure steady, nothing to report from the lower works this week, as ever. "
TEXT = (FILLER * 20 + "The manometer reads high. " + FILLER * 20).strip()


def cut(text: str = TEXT, question: str = "Why does the manometer read high?") -> tuple[int, ...]:
    return tuple(piece.fits for piece in paragraphs(text, question, "en"))


def test_nothing_is_lost_between_paragraphs() -> None:
    pieces = paragraphs(TEXT, "", "en")
    assert " ".join(TEXT[piece.start : piece.end] for piece in pieces) == TEXT
    assert [piece.number for piece in pieces] == list(range(1, len(pieces) + 1))


def test_they_end_with_sentences_where_they_can() -> None:
    pieces = paragraphs(TEXT, "", "en")
    assert {TEXT[piece.end - 1] for piece in pieces} == {"."}
    assert max(piece.end - piece.start for piece in pieces) <= LONGEST


@pytest.mark.parametrize("text", ["a" * 2_000, "word " * 500, "ї" * 2_000, "a" * 599 + " " + "b" * 700])
def test_text_without_sentences_is_cut_all_the_same(text: str) -> None:
    pieces = paragraphs(text.strip(), "", "en")
    assert "".join(text[piece.start : piece.end] for piece in pieces).replace(" ", "") == text.replace(" ", "")
    assert max(piece.end - piece.start for piece in pieces) <= LONGEST


def test_sizes_are_bytes() -> None:
    assert [piece.size for piece in paragraphs("Котел", "", "uk")] == [10]


def test_an_empty_text_has_none() -> None:
    assert paragraphs("", "question", "en") == ()


def test_the_words_of_the_question_are_counted_once_each() -> None:
    assert sum(cut()) == sum(cut(question="manometer manometer, reading high")) == 3
    assert sum(cut(question="")) == 0


def test_the_run_begins_where_the_subject_is_named() -> None:
    pieces = paragraphs(TEXT, "manometer", "en")
    run = best_run(pieces, TEXT, 1_300)
    assert "manometer" in run_text(TEXT, pieces, run)
    assert pieces[run.first - 1].fits
    assert run.last > run.first


def test_a_rare_word_draws_the_run_to_it_whatever_the_common_ones_do() -> None:
    text = " ".join(f"Valve number {number} of the lower works hums at dusk. {FILLER * 4}" for number in range(60))
    pieces = paragraphs(text, "Which valve of the works has number 49?", "en")
    assert "number 49 " in run_text(text, pieces, best_run(pieces, text, 2_000))


def test_at_the_end_of_a_text_the_room_is_filled_with_what_precedes() -> None:
    text = FILLER * 20 + "The manometer."
    pieces = paragraphs(text, "manometer", "en")
    run = best_run(pieces, text, 1_300)
    assert run.last == len(pieces) > run.first
    assert best_run(pieces, text, 20_000) == Run(1, len(pieces))


def test_without_a_fit_the_run_is_the_beginning() -> None:
    pieces = paragraphs(TEXT, "", "en")
    assert best_run(pieces, TEXT, 1_300).first == 1


@pytest.mark.parametrize("budget", [700, 1_500, 3_000])
def test_a_run_keeps_within_its_budget(budget: int) -> None:
    pieces = paragraphs(TEXT, "manometer pressure", "en")
    assert len(run_text(TEXT, pieces, best_run(pieces, TEXT, budget)).encode()) <= budget


def test_the_earliest_of_equal_runs_is_taken() -> None:
    pieces = paragraphs(TEXT, "pressure", "en")
    assert best_run(pieces, TEXT, 600) == Run(1, 1)


def test_the_same_question_gives_the_same_run() -> None:
    pieces = paragraphs(TEXT, "manometer", "en")
    assert len({best_run(pieces, TEXT, 2_000) for _ in range(5)}) == 1


def test_a_long_inscription_is_cut_in_linear_time() -> None:
    def seconds(times: int) -> float:
        text = TEXT * times
        begun = time.thread_time()
        best_run(paragraphs(text, "pressure manometer", "en"), text, 16_384)
        return time.thread_time() - begun

    seconds(4)
    assert seconds(64) < 40 * max(seconds(4), 0.005)
