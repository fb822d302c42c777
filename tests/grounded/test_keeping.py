"""What the page of what is kept says of answers is what holds for them (GRD-10)."""

import pytest
from django.test import Client

from grounded.agreement import VALID
from grounded.keeping import section
from grounded.purging import COUNTS_KEPT
from tests.grounded.asking import MODEL, answering
from tests.grounded.conftest import Provide
from tests.grounded.pages import get
from tests.grounded.site import change_answers

pytestmark = pytest.mark.django_db(transaction=True)


def told() -> str:
    return " ".join(section().sentences)


def test_without_a_model_nothing_leaves(archive: None) -> None:
    assert "nothing leaves this site" in told()
    assert "goes to" not in told()


def test_with_one_the_receiver_its_class_and_the_model_are_named(provider: Provide) -> None:
    server = provider(answering())
    assert f"goes to {server.netloc}, for the model {MODEL}" in told()
    assert "This machine: " in told()
    assert "Never sent: Your name or account; " in told()


def test_an_endpoint_that_cannot_be_used_is_told(provider: Provide) -> None:
    provider(answering(), base_url="http://10.0.0.1/v1", key="")
    assert "No model can be asked at the moment" in told()


def test_days_and_minutes_are_those_in_force(archive: None) -> None:
    assert "kept for 7 days" in told()
    assert "for 90 days at most" in told()
    change_answers(grounded_keep_days=12, grounded_keep_longer_days=0)
    assert "kept for 12 days" in told()
    assert "at most" not in told()
    assert f"goes after {VALID.seconds // 60} minutes" in told()
    assert f"kept for {COUNTS_KEPT.days} days" in told()


def test_the_chat_is_told_while_it_is_on(provider: Provide) -> None:
    provider(answering())
    assert "in a chat" not in told()
    change_answers(enable_chat=True)
    assert "nothing of a chat is kept here" in told()


def test_the_page_has_it_between_accounts_and_logs(client: Client, archive: None) -> None:
    page = get(client, "/kept").words
    assert page.index("Accounts") < page.index("Questions and answers") < page.index("Logs hold no query")
