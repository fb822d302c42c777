"""Owners keep, take away and delete what is theirs, and nothing else (GRD-10)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from codex.callers import Caller
from grounded.models import Consultation, Spend
from grounded.owned import LISTED, Listed, Today, delete_all, drop_counts, every, keep, mine, today
from grounded.purging import purge
from grounded.states import State
from tests.grounded.asking import answering
from tests.grounded.conftest import Provide
from tests.grounded.site import OTHER, READER, change_answers, consulted, looked, previewed, refused

ADDRESS = Caller("address", "a" * 64)


def listed(caller: Caller = READER, page: int = 1) -> Listed:
    found = mine(caller, page=page)
    assert isinstance(found, Listed)
    return found


def test_what_is_kept_longer_outlives_the_rest(provider: Provide) -> None:
    provider(answering())
    gone, kept = consulted(), consulted()
    assert keep(kept.id, READER, longer=True) is None
    assert looked(kept.id).keep_until == kept.longer_until
    assert purge(now=timezone.now() + timedelta(days=8)).answers == 1
    assert [brief.id for brief in listed().answers] == [kept.id]
    assert purge(now=timezone.now() + timedelta(days=89)).answers == 0
    assert purge(now=timezone.now() + timedelta(days=91)).answers == 1
    assert gone.keep_until < kept.longer_until


def test_what_is_let_go_again_goes_with_the_rest(provider: Provide) -> None:
    provider(answering())
    found = consulted()
    keep(found.id, READER, longer=True)
    keep(found.id, READER, longer=False)
    assert looked(found.id).keep_until == found.keep_until
    assert purge(now=timezone.now() + timedelta(days=8)).answers == 1


@pytest.mark.parametrize("days", [0, 7])
def test_where_staff_allow_no_longer_keeping_nobody_can(days: int, provider: Provide) -> None:
    provider(answering())
    found = consulted()
    change_answers(grounded_keep_longer_days=days)
    assert refused(keep(found.id, READER, longer=True)) == "keeping_refused"
    assert keep(found.id, READER, longer=False) is None
    assert (looked(found.id).longer_until, listed().longer_days) == (None, 0)


def test_a_lower_bound_holds_for_what_is_kept_already(provider: Provide) -> None:
    provider(answering())
    found = consulted()
    keep(found.id, READER, longer=True)
    change_answers(grounded_keep_longer_days=0)
    assert looked(found.id).keep_until == found.keep_until
    assert purge(now=timezone.now() + timedelta(days=8)).answers == 1


def test_only_the_owner_keeps_it_and_only_when_it_has_ended(provider: Provide) -> None:
    provider(answering())
    assert refused(keep(consulted().id, OTHER, longer=True)) == "answer_missing"
    assert refused(keep(previewed().id, READER, longer=True)) == "keeping_refused"
    assert not Consultation.objects.filter(is_kept=True).exists()


def test_whoever_has_the_link_of_an_address_keeps_it(provider: Provide) -> None:
    provider(answering())
    found = consulted(caller=ADDRESS)
    assert keep(found.id, Caller("address", "b" * 64), longer=True) is None
    assert looked(found.id, ADDRESS).is_kept


def test_deleting_all_takes_ones_own_and_nobody_elses(provider: Provide) -> None:
    provider(answering())
    keep(consulted().id, READER, longer=True)
    consulted()
    previewed()
    theirs, linked = consulted(caller=OTHER), consulted(caller=ADDRESS)
    assert delete_all(READER) == 2
    assert delete_all(ADDRESS) == 0
    assert set(Consultation.objects.values_list("pk", flat=True)) == {theirs.id, linked.id}


def test_what_is_deleted_while_it_is_waited_for_is_settled(provider: Provide) -> None:
    provider(answering(), price_in="1", price_out="1")
    found = consulted()
    Consultation.objects.filter(pk=found.id).update(state=State.SENDING, settled=False, held=500)
    Spend.objects.filter(kind=Spend.Kind.MONTH).update(held=500)
    assert delete_all(READER) == 1
    assert Spend.objects.get(kind=Spend.Kind.MONTH).held == 0


def test_every_answer_comes_whole_the_newest_first(provider: Provide) -> None:
    provider(answering())
    first, second = consulted(), consulted()
    consulted(caller=OTHER)
    found = every(READER)
    assert not hasattr(found, "code")
    assert [one.id for one in found] == [second.id, first.id]


def test_the_list_has_pages_and_one_too_far_is_the_last(archive: None) -> None:
    shown = previewed()
    row = Consultation.objects.get(pk=shown.id)
    Consultation.objects.all().delete()
    for number in range(LISTED + 1):
        row.pk, row.state = f"{number:022}", State.EXTRACT
        row.save(force_insert=True)
    pages = [listed(page=page) for page in (0, 1, 9)]
    assert [(one.page, len(one.answers)) for one in pages] == [(1, 50), (1, 50), (2, 1)]
    assert (listed().total, listed().pages) == (51, 2)


def test_today_tells_both_counts_and_counts_nothing(provider: Provide) -> None:
    provider(answering())
    consulted()
    for _ in range(2):
        told = today(READER)
        assert isinstance(told, Today)
        assert (told.searches.used, told.searches.limit) == (0, 50)
        assert (told.answers.used, told.answers.limit) == (1, 20)


def test_ones_own_counts_go_and_the_sites_stay(provider: Provide) -> None:
    provider(answering())
    consulted()
    consulted(caller=OTHER)
    drop_counts(READER)
    assert [row.payer for row in Spend.objects.filter(kind=Spend.Kind.CALLER)] == ["user 2"]
    assert Spend.objects.get(kind=Spend.Kind.SITE).calls == 2
