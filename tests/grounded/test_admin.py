"""The staff's pages of answers: rights kept apart, a key that is never shown, no texts (ADM-01)."""

from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import Settings

from codex.models import SettingChange
from grounded.answer import tell
from grounded.endpoint import config_of
from grounded.live import store, stored
from grounded.models import GroundedSettings
from grounded.options import OPTIONS, GroundedOptions
from tests.grounded.asking import KEY, MODEL, answering
from tests.grounded.conftest import Provide
from tests.grounded.replies import wrote
from tests.grounded.settings_page import BASE, PAGE, client_with, errors_of, form_on, send
from tests.grounded.site import QUESTION, READER, change_answers, consulted, previewed
from tests.servers import serving

pytestmark = pytest.mark.django_db
GUARDED = {"base_url", "model", "key"}
REST = {option.field for option in OPTIONS} - GUARDED
RECORDS = "/admin/grounded/consultation/"


def offered(client: Client) -> set[str]:
    return set(form_on(client).fields) & (GUARDED | REST)


def test_without_a_right_there_is_no_page() -> None:
    client = client_with()
    for page in (PAGE, RECORDS, "/admin/grounded/feedback/", "/admin/grounded/spend/"):
        assert client.get(page).status_code == 403


@pytest.mark.parametrize(
    ("rights", "fields"),
    [
        (["view_groundedsettings"], set()),
        (["change_groundedsettings"], REST),
        (["change_endpoint"], GUARDED),
        (["change_groundedsettings", "change_endpoint"], REST | GUARDED),
    ],
)
def test_each_right_opens_its_part(rights: list[str], fields: set[str]) -> None:
    assert offered(client_with(*rights)) == fields


def test_what_is_not_offered_cannot_be_sent_all_the_same() -> None:
    send(client_with("change_groundedsettings"), base_url=BASE, model=MODEL, key=KEY, answer_daily_total="7")
    assert stored() == GroundedOptions(answer_daily_total=7)
    send(client_with("change_endpoint"), base_url=BASE, model=MODEL, enable_answers="on", answer_daily_total="8")
    assert (stored().base_url, stored().enable_answers, stored().answer_daily_total) == (BASE, False, 7)


def test_a_change_is_kept_with_who_and_why(super_client: Client, super_user: User) -> None:
    send(super_client, enable_answers="on", base_url=f" {BASE} ", model=MODEL, key=KEY, price_in="0.15", note="trial")
    assert (stored().enable_answers, stored().base_url, stored().price_in) == (True, BASE, Decimal("0.15"))
    kept = {(one.name, one.new, one.changed_by, one.note) for one in SettingChange.objects.all()}
    assert ("key", "set", super_user, "trial") in kept
    assert config_of(stored()).api_key == KEY


def test_the_key_is_written_and_never_shown(super_client: Client) -> None:
    send(super_client, base_url=BASE, model=MODEL, key=KEY)
    page = super_client.get(PAGE).content.decode()
    assert KEY not in page
    assert "••••0412" in page
    refused = send(super_client, key=KEY, answers_in_flight="0")
    assert KEY not in refused.content.decode()


def test_an_empty_key_keeps_the_one_that_is_set(super_client: Client) -> None:
    send(super_client, base_url=BASE, model=MODEL, key=KEY)
    send(super_client, model="another", key="")
    assert config_of(stored()).api_key == KEY


def test_another_path_keeps_the_key_and_another_origin_clears_it(super_client: Client) -> None:
    send(super_client, base_url=BASE, model=MODEL, key=KEY)
    send(super_client, base_url="http://127.0.0.1:1234/v2")
    assert config_of(stored()).api_key == KEY
    response = send(super_client, base_url="http://127.0.0.1:4321/v1")
    assert "The key that was set is forgotten." in super_client.get(response["Location"]).content.decode()
    assert stored().sealed_key == ""


def test_a_key_can_be_forgotten(super_client: Client) -> None:
    send(super_client, base_url=BASE, model=MODEL, key=KEY)
    send(super_client, reset=["key"])
    assert (stored().sealed_key, stored().base_url) == ("", BASE)


def test_the_operators_key_is_told_and_not_shown(super_client: Client, settings: Settings) -> None:
    settings.AI_API_KEY, settings.AI_API_KEY_ORIGIN = "sk-operator-0000", "http://127.0.0.1:1234"
    change_answers(base_url=BASE, model=MODEL)
    page = super_client.get(PAGE).content.decode()
    assert "the operator&#x27;s, from the environment" in page
    assert "sk-operator" not in page


def test_a_key_that_cannot_be_decrypted_is_told(super_client: Client) -> None:
    change_answers(base_url=BASE, model=MODEL, sealed_key="lost")
    assert "one that cannot be decrypted any more" in super_client.get(PAGE).content.decode()


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"base_url": "nonsense", "model": MODEL}, "base_url", "plain http or https"),
        ({"base_url": "http://169.254.169.254/v1", "model": MODEL}, "base_url", "must not be reached"),
        ({"base_url": "https://user:pw@llm.acme.com/v1", "model": MODEL}, "base_url", "user name or password"),
        ({"base_url": "https://llm.acme.com/v1?x=1", "model": MODEL}, "base_url", "query or a fragment"),
        ({"base_url": BASE, "model": ""}, "model", "model's name"),
        ({"base_url": BASE, "model": MODEL, "key": "a b"}, "key", "printable ASCII"),
        ({"base_url": "http://llm.acme.com/v1", "model": MODEL, "key": KEY}, "key", "unencrypted"),
        ({"key": KEY}, "key", "belongs to an endpoint"),
        ({"answer_monthly_spend": "5"}, "answer_monthly_spend", "both prices"),
        ({"answers_in_flight": "0"}, "answers_in_flight", "greater than or equal to 1"),
        ({"grounded_keep_days": "401"}, "grounded_keep_days", "less than or equal to 400"),
        ({"price_in": "-1"}, "price_in", "greater than or equal to 0"),
        ({"answer_lang": "xx"}, "answer_lang", "valid choice"),
    ],
)
def test_what_cannot_work_is_refused_in_words(
    typed: dict[str, str], field: str, words: str, super_client: Client
) -> None:
    errors = errors_of(send(super_client, **typed))
    assert list(errors) == [field]
    assert words in errors[field][0]
    assert stored() == GroundedOptions()


def test_saving_and_looking_contact_nothing(super_client: Client) -> None:
    with serving(answering()) as server:
        send(super_client, base_url=f"{server.url}/v1", model=MODEL, key=KEY, enable_answers="on")
        super_client.get(PAGE)
        super_client.get(RECORDS)
        assert server.connections == 0


def test_nobodys_change_is_overwritten_unseen(super_client: Client) -> None:
    form = form_on(super_client)
    store(GroundedSettings(answer_daily_total=9))
    response = super_client.post(PAGE, {"seen": form["seen"].value(), "answer_daily_total": "8"})
    words = errors_of(response)["__all__"]
    assert any("answer-daily-total is now 9." in one for one in words)
    assert stored().answer_daily_total == 9


def test_what_the_second_did_not_touch_takes_the_first_s_value(super_client: Client) -> None:
    seen = form_on(super_client)["seen"].value()
    typed = plain_values(super_client) | {"seen": seen, "answers_in_flight": "4"}
    store(GroundedSettings(answer_daily_total=9, price_in=Decimal("0.75"), enable_chat=True))
    shown = super_client.post(PAGE, typed).context["form"]
    assert shown["answer_daily_total"].value() == "9"
    assert shown["price_in"].value() == "0.75"
    assert shown["answers_in_flight"].value() == "4"
    assert shown["enable_chat"].value()


def plain_values(client: Client) -> dict[str, str]:
    """What a browser sends of the page as it was filled in."""
    values = {name: field.initial for name, field in form_on(client).fields.items()} | form_on(client).initial
    return {name: str(value) for name, value in values.items() if value not in (None, False)}


def test_ticked_settings_go_back_to_their_defaults(super_client: Client) -> None:
    store(GroundedSettings(answer_daily_total=9, enable_answers=True, price_in=Decimal(1), answer_lang="de"))
    names = ["answer-daily-total", "enable-answers", "price-in", "answer-lang"]
    send(super_client, reset=names)
    assert stored() == GroundedOptions()


def test_staff_see_how_answers_ended_and_not_a_word_of_them(provider: Provide, super_client: Client) -> None:
    provider(answering(wrote("Three notches high [s1].", ["s1"])))
    found = consulted()
    previewed()
    pages = [super_client.get(page).content.decode() for page in (RECORDS, f"{RECORDS}{found.id}/change/")]
    for page in pages:
        assert "Cited answer" in page
        assert MODEL in page
        assert not [word for word in (QUESTION, "notches", "Manometer", KEY, "/v1") if word in page]
    assert pages[0].count("field-state") == 1


def test_staff_read_what_readers_found_wrong(provider: Provide, super_client: Client) -> None:
    provider(answering())
    tell(consulted().id, READER, reason="wrong_citation", note="<b>s2</b>, not s1")
    page = super_client.get("/admin/grounded/feedback/").content.decode()
    assert "Wrong citation" in page
    assert "&lt;b&gt;s2&lt;/b&gt;, not s1" in page
    assert QUESTION not in page


def test_the_settings_page_tells_what_was_used(provider: Provide, super_client: Client) -> None:
    provider(answering(), price_in=Decimal(1_000), price_out=Decimal(2_000))
    consulted()
    page = super_client.get(PAGE).content.decode()
    assert "Answers asked for today" in page
    assert "0.00 set aside for calls under way" in page


@pytest.mark.parametrize("base", ["", BASE])
def test_a_model_is_one_line_even_without_an_endpoint(base: str, super_client: Client) -> None:
    found = errors_of(send(super_client, base_url=base, model="forge\r\nX-Evil: mini"))
    assert found == {"model": ["The model's name must be one line of 1 to 256 bytes."]}
