"""The form of the settings page: refusals in words, and no change overwritten unseen (ADM-01, SEC-01)."""

import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client, override_settings

from codex.core.guard import guard_url
from codex.core.options import OPTIONS, CodexOptions
from codex.live import store, stored
from codex.models import CodexSettings, SettingChange
from codex.staff import settings_form
from codex.staff.words import limits_of, words_of
from tests.codex.settings_page import PAGE, PUBLIC, errors_of, form_on, send, values_of


def test_every_setting_is_on_the_page_with_its_kebab_name_and_help(super_client: Client) -> None:
    page = unescape(super_client.get(PAGE).content.decode())
    assert [option.name for option in OPTIONS if f">{option.name}</label>" not in page] == []
    assert [option.name for option in OPTIONS if option.help not in page] == []


def test_limits_are_told_with_their_unit() -> None:
    table = {option.name: limits_of(option) for option in OPTIONS}
    assert table["codex-max-bytes"] == "1,000 to 1,000,000,000 bytes"
    assert table["codex-ranking"] == "seed or blended"
    assert table["pause-message"] == "up to 200 characters"
    assert table["codex-site-origin"] == table["enable-codex"] == ""


def test_values_are_told_in_words() -> None:
    assert [words_of(value) for value in (True, False, 4_000_000, "", "seed")] == [
        "on",
        "off",
        "4,000,000",
        "empty",
        "seed",
    ]


def test_every_field_is_described_by_its_help(super_client: Client) -> None:
    page = super_client.get(PAGE).content.decode()
    described = re.findall(r'aria-describedby="(\w+)"', page)
    assert len(described) >= len(OPTIONS)
    assert [one for one in described if f'id="{one}"' not in page] == []


def test_numbers_tell_the_browser_their_bounds(staff_client: Client) -> None:
    attrs = form_on(staff_client).fields["codex_timeout"].widget.attrs
    assert (attrs["min"], attrs["max"]) == (1, 60)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("codex_timeout", "0", "codex-timeout must lie between 1 and 60 seconds."),
        ("codex_timeout", "61", "codex-timeout must lie between 1 and 60 seconds."),
        ("codex_max_bytes", "999", "codex-max-bytes must lie between 1,000 and 1,000,000,000 bytes."),
        ("codex_timeout", "soon", "Enter a whole number."),
        ("codex_timeout", "", "This field is required."),
        ("codex_timeout", "9" * 5000, "Enter a whole number."),
        ("codex_burst", "-1", "Ensure this value is greater than or equal to 0."),
        ("persona_line", "x" * 2001, "Ensure this value has at most 2000 characters (it has 2001)."),
        ("note", "x" * 201, "Ensure this value has at most 200 characters (it has 201)."),
    ],
)
def test_values_out_of_bounds_are_refused_in_words_beside_their_field(
    field: str, value: str, sentence: str, staff_client: Client
) -> None:
    assert errors_of(send(staff_client, **{field: value})) == {field: [sentence]}
    assert not SettingChange.objects.exists()


def test_an_unknown_ranking_is_refused(staff_client: Client) -> None:
    assert list(errors_of(send(staff_client, codex_ranking="magic"))) == ["codex_ranking"]


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("http://169.254.169.254/latest/meta-data", "leads to a network that must not be reached"),
        ("http://127.0.0.1/index.json", "not on the public internet"),
        ("http://localhost/index.json", "not on the public internet"),
        ("https://user:word@1.1.1.1/", "must not hold a user name or password"),
        ("https://1.1.1.1:8443/", "The port in the address is not allowed"),
        ("ftp://1.1.1.1/", "Only http and https"),
        ("file:///etc/passwd", "Only http and https"),
        ("file:index.json", "not a plain http or https URL"),
        ("javascript:alert(1)", "not a plain http or https URL"),
        ("index.json", "not a plain http or https URL"),
        ("https://1.1.1.1/index.json#top", "must not hold a fragment"),
        ("https://1.1.1.1/\x00", "Null characters are not allowed"),
    ],
)
def test_an_index_url_that_may_not_be_dialled_is_refused_in_words(
    url: str, sentence: str, super_client: Client
) -> None:
    (words,) = errors_of(send(super_client, codex_index_url=url))["codex_index_url"]
    assert sentence in words
    assert "passwd" not in words
    assert stored() == CodexOptions()


def test_an_index_url_without_a_host_that_exists_is_refused(super_client: Client, monkeypatch: Any) -> None:
    monkeypatch.setattr("codex.staff.settings_form.guard_url", _with_resolver(lambda host, port: ()))
    errors = errors_of(send(super_client, codex_index_url="https://archive.example.org/index.json"))
    assert errors == {"codex_index_url": ["The host name could not be found."]}


def _with_resolver(resolver: Any) -> Any:
    return lambda url, **kwargs: guard_url(url, resolver=resolver, **kwargs)


def test_a_public_index_url_is_accepted(super_client: Client) -> None:
    assert send(super_client, codex_index_url=f" {PUBLIC} ").status_code == 302
    assert stored().codex_index_url == PUBLIC
    assert SettingChange.objects.get().name == "codex-index-url"


def test_a_private_host_on_the_operator_s_list_is_accepted(super_client: Client) -> None:
    with override_settings(CODEX_ALLOWED_HOSTS=("127.0.0.1:8123",)):
        assert send(super_client, codex_index_url="http://127.0.0.1:8123/index.json").status_code == 302
        assert "codex_index_url" in errors_of(send(super_client, codex_index_url="http://127.0.0.1:8124/index.json"))


@pytest.mark.django_db(transaction=True)
def test_the_guard_looks_up_before_the_database_is_locked(super_client: Client, monkeypatch: Any) -> None:
    locked: list[bool] = []
    monkeypatch.setattr(
        "codex.staff.settings_form.guard_url", lambda url, **kwargs: locked.append(connection.in_atomic_block)
    )
    assert send(super_client, codex_index_url=PUBLIC).status_code == 302
    assert locked == [False]


def test_other_settings_can_be_saved_while_the_host_of_the_index_cannot_be_found(super_client: Client) -> None:
    store(CodexSettings(codex_index_url="https://gone.invalid/index.json"))
    assert send(super_client, codex_timeout="20").status_code == 302
    assert stored().codex_timeout == 20


def test_a_file_set_by_command_may_stay_but_not_come_back(super_client: Client) -> None:
    store(CodexSettings(codex_index_url="file:archive.json"))
    assert send(super_client, codex_timeout="20").status_code == 302
    assert stored().codex_index_url == "file:archive.json"
    send(super_client, codex_index_url=PUBLIC)
    assert "codex_index_url" in errors_of(send(super_client, codex_index_url="file:archive.json"))


def test_an_address_the_guard_was_not_asked_about_is_refused(super_client: Client) -> None:
    form = _form(CodexSettings(pk=1), {"codex_index_url": PUBLIC}, refusal=None)
    assert "Somebody else changed the settings" in form.errors["codex_index_url"][0]


def _form(row: CodexSettings, data: dict[str, Any], refusal: str | None) -> Any:
    class Form(settings_form.SettingsForm):
        pass

    Form.refusal = refusal
    return Form(data, instance=row)


@pytest.mark.parametrize(
    "origin",
    ["", "https://example.org", "https://example.org/lore/", "http://localhost:4321", "https://bücher.example"],
)
def test_links_may_lead_to_any_web_address(origin: str, super_client: Client) -> None:
    assert send(super_client, codex_site_origin=origin).status_code == 302
    assert stored().codex_site_origin == origin


@pytest.mark.parametrize(
    "origin",
    [
        "example.org",
        "ftp://example.org",
        "https://a:b@example.org",
        "https://example.org/?q",
        "https://example.org/#a",
        "javascript:alert(1)",
        "https://",
        "https://exa mple.org",
    ],
)
def test_links_may_lead_nowhere_else(origin: str, super_client: Client) -> None:
    assert list(errors_of(send(super_client, codex_site_origin=origin))) == ["codex_site_origin"]


class Two:
    """Two staff with the page open; the first saves."""

    def __init__(self, first: Client, second: Client) -> None:
        self.second = second
        self.open_page = values_of(form_on(second))
        assert send(first, codex_timeout="20").status_code == 302

    def save(self, **typed: Any) -> Any:
        return self.second.post(PAGE, self.open_page | typed)


@pytest.fixture(params=["no row yet", "a row"])
def two(request: pytest.FixtureRequest, super_client: Client, staff_client: Client) -> Two:
    if request.param == "a row":
        store(CodexSettings())
    return Two(super_client, staff_client)


def test_the_second_of_two_staff_is_told_what_the_first_changed(two: Two) -> None:
    words = errors_of(two.save(codex_burst="12"))["__all__"]
    assert words[0].startswith("Somebody else changed the settings while this page was open.")
    assert words[1:] == ["codex-timeout is now 20."]


def test_nothing_of_either_is_lost(two: Two) -> None:
    form = two.save(codex_burst="12").context["adminform"].form
    assert stored() == CodexOptions(codex_timeout=20)
    assert (form["codex_burst"].value(), form["codex_timeout"].value()) == ("12", "20")


def test_saving_again_keeps_what_both_changed(two: Two) -> None:
    told = two.save(codex_burst="12", pause_search="on").context["adminform"].form
    assert two.second.post(PAGE, values_of(told)).status_code == 302
    assert stored() == CodexOptions(codex_timeout=20, codex_burst=12, pause_search=True)


def test_the_second_may_insist(two: Two) -> None:
    told = two.save(codex_timeout="30").context["adminform"].form
    assert told["codex_timeout"].value() == "30"
    assert two.second.post(PAGE, values_of(told)).status_code == 302
    assert stored() == CodexOptions(codex_timeout=30)


def test_switches_that_the_first_turned_are_kept_turned(super_client: Client, staff_client: Client) -> None:
    page = values_of(form_on(staff_client))
    turned = values_of(form_on(super_client)) | {"pause_search": "on"}
    del turned["allow_anonymous_api"]
    assert super_client.post(PAGE, turned).status_code == 302
    told = staff_client.post(PAGE, page | {"codex_burst": "12"}).context["adminform"].form
    assert staff_client.post(PAGE, values_of(told)).status_code == 302
    assert stored() == CodexOptions(pause_search=True, allow_anonymous_api=False, codex_burst=12)


def test_a_change_that_was_undone_is_no_conflict(two: Two, super_client: Client) -> None:
    send(super_client, codex_timeout="10")
    assert two.save(codex_burst="12").status_code == 302


def test_a_page_that_does_not_say_what_it_was_filled_from_is_refused(staff_client: Client) -> None:
    for seen in ("", "x", "[]", "1", "[" * 100_000):
        words = errors_of(send(staff_client, codex_timeout="20", seen=seen[:5_000]))["__all__"]
        assert words[1:] == ["codex-timeout is now 10."]
