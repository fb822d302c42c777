"""What is stored of an archive: one whole number for each stem in each inscription (CDX-03)."""

import itertools

import numpy as np
import pytest

from codex.core.found import EXACT_TITLE, FULL_TITLE
from codex.core.impacts import BODY, SCALE, SUMMARY, TITLE, mixing
from codex.core.postings import Postings, build
from codex.core.query import MOST_STEMS
from codex.core.sums import NARROW, WIDE
from codex.core.tokenise import COMPOUND
from codex.core.vocabulary import FORM_BITS
from codex.core.weighed import PAGE, SHIFT


def built(*entries: tuple[str, str, str], lang: str = "en", ranking: str = "seed") -> Postings:
    return build(entries, lang, ranking=ranking)


def held(postings: Postings, stem: str) -> dict[int, int]:
    part = postings.slice(postings.vocabulary.stems.find(stem))
    return dict(zip(postings.docs[part].tolist(), postings.fields[part].tolist(), strict=True))


def test_a_stem_lists_its_inscriptions_with_the_fields_that_hold_it() -> None:
    postings = built(("Lantern", "", "gate gate"), ("Gates", "lanterns", ""), ("River", "", "a lantern"))
    assert held(postings, "lantern") == {0: TITLE, 1: SUMMARY, 2: BODY}
    assert held(postings, "gate") == {0: BODY, 1: TITLE}
    assert held(postings, "river") == {2: TITLE}


def test_a_pair_is_found_by_its_inscription() -> None:
    postings = built(("lantern", "", ""), ("gate", "", ""), ("lantern gate", "", ""))
    stem_id = postings.vocabulary.stems.find("lantern")
    assert [postings.at(stem_id, doc) - postings.slice(stem_id).start for doc in (0, 2)] == [0, 1]
    assert postings.at(stem_id, 1) == -1
    assert postings.at(stem_id, 99) == -1


@pytest.mark.parametrize("ranking", ["seed", "blended"])
def test_the_formula_for_one_inscription_alone(ranking: str) -> None:
    postings = built(("lantern", "lantern", "lantern"), ranking=ranking)
    v = 8 * (1 - 0.45 / 2) + 3 * (1 - 0.45 / 2) + 1 / 11
    assert postings.impacts.tolist() == [round((0.999 * 12 + 0.001 * 8.1 * v / (v + 0.1)) * SCALE)]


@pytest.mark.parametrize(
    ("size", "ranking", "share"),
    [
        (0, "seed", 0.001),
        (200, "seed", 0.001),
        (0, "blended", 0.001),
        (16, "blended", 0.001),
        (20, "blended", 0.36),
        (32, "blended", 0.75),
        (64, "blended", 0.9375),
    ],
)
def test_the_seed_s_integers_give_way_only_in_large_blended_archives(size: int, ranking: str, share: float) -> None:
    assert mixing(size, ranking) == pytest.approx(share)


def test_numbers_are_whole_and_never_nothing() -> None:
    everywhere = [("", "", "lantern")] * 20_000
    postings = built(*everywhere, ("", "", "lantern" + " x" * 500_000), ranking="blended")
    assert postings.impacts.dtype == np.int32
    assert postings.impacts.min() == 1


def test_no_sum_overflows_or_reaches_what_a_title_adds() -> None:
    most = MOST_STEMS * 12 * SCALE
    assert NARROW * 13 * SCALE << SHIFT < 1 << 31
    assert NARROW < 1 << (SHIFT - 1)
    assert MOST_STEMS < 1 << (WIDE - 1)
    assert most < FULL_TITLE
    assert most + FULL_TITLE < EXACT_TITLE
    assert EXACT_TITLE + 2 * FULL_TITLE + most <= np.iinfo(np.int32).max


def test_a_closed_up_compound_is_kept_apart_and_has_no_length() -> None:
    postings = built(("hand-off", "", ""), ("hand off", "", ""))
    assert held(postings, COMPOUND + "handoff") == {0: TITLE}
    hand = postings.slice(postings.vocabulary.stems.find("hand"))
    assert len(set(postings.impacts[hand].tolist())) == 1


def test_written_forms_of_a_stem_are_told_apart() -> None:
    postings = built(("lantern", "", ""), ("lanterns", "", "LANTERN"))
    stem_id, bits = zip(*(postings.vocabulary.written(form) for form in ("lantern", "lanterns")), strict=True)
    written = postings.written[postings.slice(stem_id[0])].tolist()
    assert written == [1 << bits[0], 1 << bits[0] | 1 << bits[1]]


def test_of_very_many_forms_the_rarest_share_a_place() -> None:
    forms = [
        "".join(form) for form in itertools.product(("ĉa", "cxa", "cha"), ("ĝa", "gxa", "gha"), ("ŝo", "sxo", "sho"))
    ]
    postings = built(*[(form, "", "ĉaĝaŝo") for form in forms], lang="eo")
    bits = {form: postings.vocabulary.written(form)[1] for form in postings.vocabulary.forms.texts}
    assert (len(postings.vocabulary.stems), len(bits)) == (1, 27)
    assert bits["ĉaĝaŝo"] == 0
    assert sorted(bits.values()) == [*range(FORM_BITS - 1), *[FORM_BITS - 1] * (27 - FORM_BITS + 1)]


def test_more_stems_than_sixteen_bits_count_are_grouped_too() -> None:
    bodies = [" ".join(f"x{number}" for number in range(start, start + 7_000)) for start in range(0, 70_000, 7_000)]
    postings = built(*[("", "", body) for body in bodies], ("", "", "x0 x69999"))
    assert len(postings.vocabulary.stems) == 70_000
    found = [list(held(postings, f"x{number}")) for number in (0, 65_536, 69_999)]
    assert found == [[0, 10], [9], [9, 10]]


@pytest.mark.parametrize("size", [0, PAGE - 1, PAGE, 255, 256, 600])
def test_a_stem_s_floor_is_the_last_of_its_best_page(size: int) -> None:
    postings = built(*[("", "", "lantern " * (number + 1)) for number in range(size)], ("lantern", "", ""))
    stem_id = postings.vocabulary.stems.find("lantern")
    best = sorted(postings.impacts[postings.slice(stem_id)].tolist(), reverse=True)
    assert postings.floor(stem_id) == (best[PAGE - 1] if len(best) >= PAGE else 0)


def test_an_archive_of_nothing_can_be_built() -> None:
    assert len(built().vocabulary.stems) == 0
    assert built(("", "", ""), ("?!", "…", "—")).impacts.tolist() == []
