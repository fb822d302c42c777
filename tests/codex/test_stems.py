"""Words to stems (CDX-03)."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from codex.core import stems
from codex.core.folds import fold
from codex.core.stems import stem, stem_all
from codex.core.tongues import TONGUES
from codex.core.words import words
from tests.codex.inscribed import WORDS


@pytest.mark.parametrize(
    ("tongue", "forms"),
    [
        ("en", "lantern lanterns"),
        ("en", "burn burning burned"),
        ("de", "Haus Häuser haeuser"),
        ("de", "Straße strassen"),
        ("eo", "ŝuo ŝuojn sxuo shuoj"),
        ("eo", "ĝardeno gxardenojn"),
        ("no", "bok bøkene bokene"),
        ("no", "båt baater båten"),
        ("uk", "машина машині машиною"),
        ("uk", "їжак їжаків"),
        ("uk", "об'єкт об’єкти обєкт обєктами"),
        ("uk", "здоров'я здоровʼям здоровям"),
        ("uk", "під'їзд підїзду"),
        ("uk", "ґанок ґанку ганок ганку"),
        ("uk", "людина люди людей"),
        ("uk", "вентиль вентиля вентилі вентилем вентилю вентилів вентилями"),
        ("uk", "маховик маховика маховики маховиком маховиків"),
    ],
)
def test_forms_of_a_word_share_a_stem(tongue: str, forms: str) -> None:
    assert len({stem(word, tongue) for word in words(forms)}) == 1


@pytest.mark.parametrize("tongue", TONGUES)
def test_many_words_at_once_have_the_stems_of_each(tongue: str) -> None:
    found = [word for groups in WORDS.values() for group in groups for word in words(" ".join(group))]
    assert stem_all([*found, "naïve", "x"], tongue) == [stem(word, tongue) for word in (*found, "naïve", "x")]
    assert stem_all([], tongue) == []


def test_what_reads_a_large_archive_goes_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stems, "_MANY", 1)
    stems._ukrainian.cache_clear()
    assert stem_all(["машиною", "машині"], "uk") == ["машина", "машина"]
    assert stems._ukrainian.cache_info().currsize == 0
    assert stem("машиною", "uk") == "машина"


def test_different_words_keep_different_stems() -> None:
    for tongue, groups in WORDS.items():
        stems = [{stem(word, tongue) for spelling in group for word in words(spelling)} for group in groups]
        assert [len(found) for found in stems] == [1] * len(groups)
        assert len(set.union(*stems)) == len(groups)


def test_what_simplemma_does_not_know_loses_its_ending_alone() -> None:
    assert stem("цвяхороб'юк", "uk") == "цвяхоробюк"
    assert stem("цвяхороб'юками", "uk") == "цвяхоробюк"
    assert stem("віно", "uk") == "віно"
    assert stem("manometerом", "uk") == "manometerом"


@pytest.mark.parametrize("word", ["ґава", "ґніт", "м'ята", "кон'юнктури", "грати", "ґрати", "п'яти"])
def test_words_that_fold_alike_have_one_lemma(word: str) -> None:
    assert stem(word, "uk") == stem(fold(word, "uk"), "uk")


@pytest.mark.parametrize("tongue", TONGUES)
def test_no_word_has_an_empty_stem(tongue: str) -> None:
    odd = ("a", "0", "c++", "'s", "ing", "ern", "oj", "е", "x" * 300, "\x00ab")
    assert all(stem(word, tongue) for word in odd)


def test_threads_get_the_same_stems() -> None:
    asked = ["lanterns", "burning", "houses", "running", "stories"] * 200
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda word: stem(word, "en"), asked))
    assert found == [stem(word, "en") for word in asked]


@pytest.mark.parametrize("tongue", TONGUES)
def test_a_word_without_end_is_stemmed_in_linear_time(tongue: str) -> None:
    def seconds(size: int) -> float:
        started = time.thread_time()
        stem("няингоюo" * size, tongue)
        return time.thread_time() - started

    seconds(1)
    small, large = (min(seconds(size + more) for more in range(3)) for size in (500, 8_000))  # lemmas are cached
    assert large < 80 * small + 0.05  # 16 when linear, 256 when quadratic
