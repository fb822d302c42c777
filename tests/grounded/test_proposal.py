"""A question without picks: the best passages, one search counted, nothing proposed that does not fit."""

from pathlib import Path

import pytest

from codex.callers import Caller
from codex.core.errors import CodexError
from codex.models import DailyUse
from grounded.errors import Refused
from grounded.excerpts import read_picks
from grounded.proposal import MOST, propose
from tests.grounded.site import MANOMETER, READER, VALVE
from tests.shelving import LORE, change_settings, entry, put_on_shelf

pytestmark = pytest.mark.django_db
SENTENCE = "Nothing to report from the lower works. "


@pytest.fixture(autouse=True)
def _archive(tmp_path: Path, db: None) -> None:
    long = entry("A long tale", "/en/tale/", "", SENTENCE * 400 + "The periscope was broken. " + SENTENCE * 400)
    put_on_shelf(tmp_path, [*LORE, long])


def used() -> int:
    return sum(DailyUse.objects.values_list("used", flat=True))


def urls(question: str, lang: str = "en", caller: Caller | None = READER) -> list[str]:
    return [pick.url for pick in propose(question, lang, caller)]


def test_what_fits_is_proposed_best_first() -> None:
    assert urls("Why does the manometer read high?")[:2] == [MANOMETER, VALVE]


def test_it_counts_as_one_search_of_the_caller() -> None:
    urls("manometer")
    assert used() == 1


def test_the_passage_is_the_one_that_fits() -> None:
    (pick,) = propose("What of the periscope?", "en", READER)
    (excerpt,) = read_picks([pick], "").excerpts
    assert "periscope" in excerpt.source.text
    assert excerpt.size <= 4_096


def test_so_many_are_proposed_that_they_always_fit_together() -> None:
    picks = propose("pressure steady week", "en", READER)
    assert len(picks) == MOST
    assert read_picks(picks, "").excerpts


@pytest.mark.parametrize(
    "question", ["Wherefore zyzzyva?", "Who was the week's best dancer at the royal palace ball in Vienna?"]
)
def test_when_nothing_fits_nothing_is_proposed(question: str) -> None:
    with pytest.raises(CodexError) as refusal:
        propose(question, "en", READER)
    assert refusal.value.code == "nothing_found"


def test_a_caller_whose_searches_are_used_up_is_refused() -> None:
    change_settings(codex_daily_per_user=1)
    urls("manometer")
    with pytest.raises(Refused) as refused:
        urls("manometer")
    assert refused.value.refusal.code == "quota_used"


def test_a_long_question_is_searched_by_its_beginning() -> None:
    assert MANOMETER in urls("manometer boiler V7 " + "filler " * 200)
