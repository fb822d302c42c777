"""What staff see of answers: how they ended, what limits refused, and what calls cost (ADM-01, GRD-08)."""

import pytest
from django.test import Client
from django.utils import timezone

from codex.models import UsageCount
from codex.usage.tally import tally
from grounded import answer
from grounded.models import Spend
from grounded.states import State
from tests.codex.test_usage_page import row, table, text
from tests.grounded.conftest import Provide
from tests.grounded.site import READER, agree, change_answers, consulted, ended, previewed, refused
from tests.grounded.test_answer import CITING
from tests.scripts import silent

pytestmark = pytest.mark.django_db


def test_states_are_told_with_their_shares(staff_client: Client) -> None:
    for state, count in (("cited", 3), ("draft", 1), ("answer_quota_used", 2)):
        UsageCount.objects.create(hour=timezone.now(), face="answer", outcome=state, count=count)
    assert table(staff_client, "answers")[1:] == [["Cited answer", "3", "75.0"], ["Uncited draft", "1", "25.0"]]
    assert row(staff_client, "answer-limits", "answer_quota_used")["Times"] == "2"
    assert "75.0 % cited" in text(staff_client)
    assert "Cited answer 3, Uncited draft 1." in text(staff_client)


def test_calls_tokens_and_money_are_told_by_day(staff_client: Client) -> None:
    today = timezone.now().date()
    Spend.objects.create(kind="site", since=today, calls=4, tokens_in=900, tokens_out=80, cost=1_250_000)
    Spend.objects.create(kind="caller", payer="user 1", since=today, calls=4)
    change_answers(answer_monthly_spend="20")
    assert list(row(staff_client, "spend", today.isoformat()).values())[1:] == ["4", "0", "900", "80", "1.25"]
    page = text(staff_client)
    assert "1.25" in page
    assert "of 20.00 a month" in page


def test_tokens_that_no_call_told_are_not_0(staff_client: Client) -> None:
    today = timezone.now().date()
    Spend.objects.create(kind="site", since=today, calls=4, untold=4, cost=1_250_000)
    assert list(row(staff_client, "spend", today.isoformat()).values())[1:] == ["4", "4", "", "", "1.25"]


def counted() -> dict[str, int]:
    tally.flush()
    return {row.outcome: row.count for row in UsageCount.objects.filter(face="answer")}


def test_what_becomes_of_answers_is_counted_once(provider: Provide) -> None:
    provider(CITING)
    assert consulted().state == State.CITED
    first = previewed()
    assert ended(agree(first.token).id).state == State.CITED
    assert counted() == {"cited": 2}
    change_answers(answer_daily_total=1)
    assert refused(answer.answer(previewed().token, READER)) == "answer_total_used"
    assert counted() == {"cited": 2, "answer_total_used": 1}


def test_what_was_given_up_is_counted_and_not_what_came_of_it_after_that(provider: Provide) -> None:
    provider(silent())
    sent = agree(previewed().token)
    answer.cancel(sent.id, READER)
    answer.cancel(sent.id, READER)
    assert ended(sent.id).state == State.CANCELLED
    assert counted() == {"cancelled": 1}
