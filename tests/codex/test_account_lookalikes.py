"""Nobody signs up under a name that is taken for somebody else's (SEC-04)."""

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client

from codex.accounts.lookalikes import check_name, look_of, scripts_of
from tests.codex.test_account_signup import sign_up
from tests.shelving import change_settings

pytestmark = pytest.mark.django_db
#: Names beside "ann" or "ace", with the code they are refused by.
REFUSED = {
    "аnn": "mixed_scripts",
    "aпп": "mixed_scripts",
    "αnn": "mixed_scripts",
    "ann": "lookalike",
    "Ann": "lookalike",
    "ＡＮＮ": "lookalike",
    "асе": "lookalike",
    "АСЕ": "lookalike",
    "ɑnn": "lookalike",
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_name_that_looks_like_another_is_refused(name: str) -> None:
    User.objects.create_user("ann")
    User.objects.create_user("Ace")
    with pytest.raises(ValidationError) as refused:
        check_name(name)
    assert refused.value.code == REFUSED[name]


@pytest.mark.parametrize("name", ["anna", "än", "Ілля", "brann-3", "Ŝiel", "Øyvind", "東京タワー", "김철수", "x_1.2@y"])
def test_a_name_of_its_own_is_taken_in_any_alphabet(name: str) -> None:
    User.objects.create_user("ann")
    check_name(name)


def test_digits_and_small_letters_that_look_alike_are_one() -> None:
    assert look_of("b0iler1") == look_of("BoilerL")
    assert look_of("boiler") != look_of("toiler")


def test_signs_and_digits_belong_to_every_alphabet() -> None:
    assert scripts_of("ann-7.b_c@d+e") == {"LATIN"}
    assert scripts_of("17") == frozenset()


@pytest.mark.parametrize(("name", "told"), [("brаnn-l", "one alphabet."), ("brann-1", "looks like")])
def test_signing_up_tells_it_beside_the_name(name: str, told: str, client: Client) -> None:
    change_settings(allow_signup=True)
    User.objects.create_user("brann-l")
    page = sign_up(client, name)
    assert (page.status, User.objects.count()) == (200, 1)
    assert told in page.text.partition('id="id_username_error"')[2].partition("</p>")[0]


def test_a_name_that_has_no_look_alike_signs_up(client: Client) -> None:
    change_settings(allow_signup=True)
    sign_up(client, "Ілля")
    assert User.objects.filter(username="Ілля").exists()
