"""What is kept is deleted when its time is over, and not before (GRD-10)."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from grounded.answer import tell
from grounded.models import Consultation, Feedback
from grounded.purging import Gone, purge
from grounded.states import State
from tests.grounded.asking import answering
from tests.grounded.conftest import Provide
from tests.grounded.site import READER, agree, calls, change_answers, consulted, looked, previewed
from tests.scripts import silent


def test_answers_are_kept_so_many_days_and_no_longer(provider: Provide) -> None:
    provider(answering())
    found = consulted()
    tell(found.id, READER, reason="unsafe")
    assert found.ended_at
    assert found.keep_until == found.ended_at + timedelta(days=7)
    assert purge(now=found.keep_until - timedelta(minutes=1)) == Gone(0, 0, 0)
    assert purge(now=found.keep_until + timedelta(minutes=1)) == Gone(1, 0, 0)
    assert (Consultation.objects.count(), Feedback.objects.count()) == (0, 0)
    assert calls() == 1


def test_a_shorter_keeping_holds_at_once(provider: Provide) -> None:
    provider(answering())
    found = consulted()
    change_answers(grounded_keep_days=1)
    assert looked(found.id).keep_until < found.keep_until
    assert purge(now=timezone.now() + timedelta(days=2)).answers == 1


def test_what_was_never_sent_goes_after_half_an_hour(archive: None) -> None:
    previewed()
    assert purge(now=timezone.now() + timedelta(minutes=29)).unsent == 0
    assert purge(now=timezone.now() + timedelta(minutes=31)).unsent == 1


def test_a_dead_call_is_written_down_before_it_goes(provider: Provide) -> None:
    provider(silent(), seconds=1)
    begun = agree(previewed().token)
    assert purge(now=timezone.now() + timedelta(minutes=5)) == Gone(0, 0, 0)
    assert looked(begun.id).state == State.INTERRUPTED


def test_counts_outlive_answers_by_a_year(provider: Provide) -> None:
    provider(answering())
    consulted()
    assert purge(now=timezone.now() + timedelta(days=399)).counts == 0
    assert purge(now=timezone.now() + timedelta(days=402)).counts == 2


@pytest.mark.django_db
def test_the_command_says_what_it_did() -> None:
    out = StringIO()
    call_command("grounded", "purge", stdout=out)
    assert out.getvalue() == "Deleted: 0 answers, 0 that were never sent, 0 old counts.\n"
