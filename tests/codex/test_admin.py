"""The staff's pages: every setting on one form, refusals in words, a history, and nothing else to touch (ADM-01)."""

from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.test import Client, override_settings
from django.urls import reverse

from codex import admin_forms
from codex.admin import SettingsAdmin
from codex.admin_forms import help_of
from codex.core.guard import guard_url
from codex.core.options import OPTIONS, CodexOptions
from codex.live import options, store, stored
from codex.models import ArchiveSnapshot, CodexSettings, DailyUse, SettingChange

PAGE = "/admin/codex/codexsettings/1/change/"
# A documentation address would be refused, a name would be looked up; nothing dials this one here.
PUBLIC = "https://1.1.1.1/search-index.json"


def _page(client: Client) -> Any:
    response = client.get(PAGE)
    assert response.status_code == 200
    return response.context["adminform"].form


def _values(form: Any) -> dict[str, Any]:
    """What a browser sends back when nothing was typed."""
    values = {name: form[name].value() for name in form.fields}
    return {name: _typed(value) for name, value in values.items() if value is not False}


def _typed(value: Any) -> Any:
    return "on" if value is True else "" if value is None else value


def _send(client: Client, **typed: Any) -> Any:
    return client.post(PAGE, _values(_page(client)) | typed)


def _errors(response: Any) -> dict[str, list[str]]:
    assert response.status_code == 200, "the change was accepted"
    return {field: list(words) for field, words in response.context["adminform"].form.errors.items()}


def test_the_list_leads_to_the_one_page(staff_client: Client) -> None:
    response = staff_client.get(reverse("admin:codex_codexsettings_changelist"), follow=True)
    assert response.redirect_chain == [(PAGE, 302)]
    assert response.status_code == 200


def test_strangers_are_asked_to_sign_in(client: Client, db: None) -> None:
    response = client.get(PAGE)
    assert (response.status_code, response.headers["Location"].partition("?")[0]) == (302, "/admin/login/")


def test_staff_without_any_right_see_nothing(client: Client, db: None) -> None:
    client.force_login(User.objects.create_user("novice", is_staff=True))
    assert client.get(PAGE).status_code == 403
    assert client.post(PAGE, {"codex_index_url": PUBLIC}).status_code == 403


@pytest.mark.parametrize("path", ["/admin/codex/codexsettings/add/", "/admin/codex/codexsettings/1/delete/"])
def test_there_is_nothing_to_add_or_delete(super_client: Client, path: str) -> None:
    assert super_client.get(path).status_code == 403
    assert super_client.post(path, {"post": "yes"}).status_code == 403


@pytest.mark.parametrize("row", ["2", "0", "x", "01"])
def test_there_is_no_other_row(super_client: Client, row: str) -> None:
    response = super_client.get(f"/admin/codex/codexsettings/{row}/change/")
    assert (response.status_code, response.headers["Location"]) == (302, "/admin/")


def test_looking_at_the_page_writes_nothing(super_client: Client) -> None:
    _page(super_client)
    assert not CodexSettings.objects.exists()


def test_the_history_of_a_row_that_is_not_there_yet_is_empty(super_client: Client) -> None:
    assert super_client.get("/admin/codex/codexsettings/1/history/").status_code == 200


def test_every_setting_is_on_the_page_once() -> None:
    shown = [name for _, group in SettingsAdmin.fieldsets for name in group["fields"]]
    assert sorted(shown) == sorted([option.field for option in OPTIONS] + ["note", "seen"])
    assert [title for title, _ in SettingsAdmin.fieldsets][:5] == ["Archive", "Limits", "Ranking", "Luma", "Privacy"]


def test_every_setting_s_help_is_on_the_page(super_client: Client) -> None:
    page = super_client.get(PAGE).content.decode()
    assert [option.name for option in OPTIONS if help_of(option) not in page] == []


def test_help_tells_name_default_unit_and_bounds() -> None:
    table = {option.name: help_of(option) for option in OPTIONS}
    assert table["codex-max-bytes"].endswith("(codex-max-bytes; 1,000 to 1,000,000,000 bytes; default 4,000,000)")
    assert table["codex-ranking"].endswith("(codex-ranking; seed or blended; default seed)")
    assert table["enable-codex"].endswith("(enable-codex; default off)")
    assert table["allow-anonymous-api"].endswith("(allow-anonymous-api; default on)")
    assert table["codex-site-origin"].endswith("(codex-site-origin; default empty)")


def test_numbers_tell_the_browser_their_bounds(staff_client: Client) -> None:
    attrs = _page(staff_client).fields["codex_timeout"].widget.attrs
    assert (attrs["min"], attrs["max"]) == (1, 60)


def test_a_changed_setting_is_kept_with_who_what_and_why(staff_client: Client, staff_user: User) -> None:
    response = _send(staff_client, codex_timeout="20", enable_codex="on", note="slow host")
    assert response.status_code == 302
    assert stored() == CodexOptions(codex_timeout=20, enable_codex=True)
    changes = SettingChange.objects.order_by("name").values_list("name", "old", "new", "changed_by", "note")
    assert list(changes) == [
        ("codex-timeout", "10", "20", staff_user.pk, "slow host"),
        ("enable-codex", "false", "true", staff_user.pk, "slow host"),
    ]


def test_saving_an_untouched_page_changes_nothing(super_client: Client) -> None:
    store(CodexSettings(persona_line="Line one.\nLine two."))
    SettingChange.objects.all().delete()
    response = _send(super_client, persona_line="Line one.\r\nLine two.")
    assert response.status_code == 302
    assert stored().persona_line == "Line one.\nLine two."
    assert not SettingChange.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_change_is_in_force_with_the_next_request(staff_client: Client) -> None:
    assert options().codex_timeout == 10
    _send(staff_client, codex_timeout="20")
    assert options().codex_timeout == 20


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
    assert _errors(_send(staff_client, **{field: value})) == {field: [sentence]}
    assert not SettingChange.objects.exists()


def test_an_unknown_ranking_is_refused(staff_client: Client) -> None:
    assert list(_errors(_send(staff_client, codex_ranking="magic"))) == ["codex_ranking"]


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
        ("https://1.1.1.1/\x00", "Null characters are not allowed"),
    ],
)
def test_an_index_url_that_may_not_be_dialled_is_refused_in_words(
    url: str, sentence: str, super_client: Client
) -> None:
    (words,) = _errors(_send(super_client, codex_index_url=url))["codex_index_url"]
    assert sentence in words
    assert "passwd" not in words
    assert stored() == CodexOptions()


def test_an_index_url_without_a_host_that_exists_is_refused(super_client: Client, monkeypatch: Any) -> None:
    monkeypatch.setattr("codex.admin_forms.guard_url", _with_resolver(lambda host, port: ()))
    errors = _errors(_send(super_client, codex_index_url="https://archive.example.org/index.json"))
    assert errors == {"codex_index_url": ["The host name could not be found."]}


def _with_resolver(resolver: Any) -> Any:
    return lambda url, **kwargs: guard_url(url, resolver=resolver, **kwargs)


def test_a_public_index_url_is_accepted(super_client: Client) -> None:
    assert _send(super_client, codex_index_url=f" {PUBLIC} ").status_code == 302
    assert stored().codex_index_url == PUBLIC
    assert SettingChange.objects.get().name == "codex-index-url"


def test_a_private_host_on_the_operator_s_list_is_accepted(super_client: Client) -> None:
    with override_settings(CODEX_ALLOWED_HOSTS=("127.0.0.1:8123",)):
        assert _send(super_client, codex_index_url="http://127.0.0.1:8123/index.json").status_code == 302
        assert "codex_index_url" in _errors(_send(super_client, codex_index_url="http://127.0.0.1:8124/index.json"))


@pytest.mark.django_db(transaction=True)
def test_the_guard_looks_up_before_the_database_is_locked(super_client: Client, monkeypatch: Any) -> None:
    locked: list[bool] = []
    monkeypatch.setattr("codex.admin_forms.guard_url", lambda url, **kwargs: locked.append(connection.in_atomic_block))
    assert _send(super_client, codex_index_url=PUBLIC).status_code == 302
    assert locked == [False]


def test_other_settings_can_be_saved_while_the_host_of_the_index_cannot_be_found(super_client: Client) -> None:
    store(CodexSettings(codex_index_url="https://gone.invalid/index.json"))
    assert _send(super_client, codex_timeout="20").status_code == 302
    assert stored().codex_timeout == 20


def test_a_file_set_by_command_may_stay_but_not_come_back(super_client: Client) -> None:
    store(CodexSettings(codex_index_url="file:archive.json"))
    assert _send(super_client, codex_timeout="20").status_code == 302
    assert stored().codex_index_url == "file:archive.json"
    _send(super_client, codex_index_url=PUBLIC)
    assert "codex_index_url" in _errors(_send(super_client, codex_index_url="file:archive.json"))


def test_an_address_the_guard_was_not_asked_about_is_refused(super_client: Client) -> None:
    form = _form(CodexSettings(pk=1), {"codex_index_url": PUBLIC}, refusal=None)
    assert "Somebody else changed the settings" in form.errors["codex_index_url"][0]


def _form(row: CodexSettings, data: dict[str, Any], refusal: str | None) -> Any:
    class Form(admin_forms.SettingsForm):
        pass

    Form.refusal = refusal
    return Form(data, instance=row)


@pytest.mark.parametrize(
    "origin",
    ["", "https://example.org", "https://example.org/lore/", "http://localhost:4321", "https://bücher.example"],
)
def test_links_may_lead_to_any_web_address(origin: str, super_client: Client) -> None:
    assert _send(super_client, codex_site_origin=origin).status_code == 302
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
    assert list(_errors(_send(super_client, codex_site_origin=origin))) == ["codex_site_origin"]


def test_without_the_permission_hosts_are_shown_but_not_asked_for(staff_client: Client) -> None:
    assert not {"codex_index_url", "codex_site_origin"} & set(_page(staff_client).fields)
    assert CodexOptions().codex_index_url in staff_client.get(PAGE).content.decode()


def test_without_the_permission_hosts_cannot_be_sent_either(staff_client: Client, monkeypatch: Any) -> None:
    monkeypatch.setattr("codex.admin_forms.guard_url", _never)
    _send(staff_client, codex_timeout="20", codex_index_url=PUBLIC, codex_site_origin="https://example.org")
    assert stored() == CodexOptions(codex_timeout=20)


def _never(*args: Any, **kwargs: Any) -> None:
    raise AssertionError("the guard was asked")


def test_the_permission_alone_opens_the_hosts(staff_user: User, staff_client: Client) -> None:
    staff_user.user_permissions.add(Permission.objects.get(codename="change_index_url"))
    assert _send(staff_client, codex_index_url=PUBLIC).status_code == 302
    assert stored().codex_index_url == PUBLIC


def test_who_may_only_look_cannot_change(staff_user: User, staff_client: Client) -> None:
    staff_user.user_permissions.remove(Permission.objects.get(codename="change_codexsettings"))
    staff_user.user_permissions.add(Permission.objects.get(codename="change_index_url"))
    assert staff_client.get(PAGE).status_code == 200
    assert staff_client.post(PAGE, {"codex_index_url": PUBLIC, "codex_timeout": "20"}).status_code == 403
    assert stored() == CodexOptions()


class Two:
    """Two staff with the page open; the first saves."""

    def __init__(self, first: Client, second: Client) -> None:
        self.second = second
        self.open_page = _values(_page(second))
        assert _send(first, codex_timeout="20").status_code == 302

    def save(self, **typed: Any) -> Any:
        return self.second.post(PAGE, self.open_page | typed)


@pytest.fixture(params=["no row yet", "a row"])
def two(request: pytest.FixtureRequest, super_client: Client, staff_client: Client) -> Two:
    if request.param == "a row":
        store(CodexSettings())
    return Two(super_client, staff_client)


def test_the_second_of_two_staff_is_told_what_the_first_changed(two: Two) -> None:
    words = _errors(two.save(codex_burst="12"))["__all__"]
    assert words[0].startswith("Somebody else changed the settings while this page was open.")
    assert words[1:] == ["codex-timeout is now 20.", "codex-burst is now 30."]


def test_nothing_of_either_is_lost(two: Two) -> None:
    response = two.save(codex_burst="12")
    assert stored() == CodexOptions(codex_timeout=20)
    assert response.context["adminform"].form["codex_burst"].value() == "12"


def test_the_second_may_insist(two: Two) -> None:
    told = two.save(codex_burst="12").context["adminform"].form
    assert two.second.post(PAGE, _values(told) | {"codex_timeout": "20"}).status_code == 302
    assert stored() == CodexOptions(codex_timeout=20, codex_burst=12)


def test_a_change_that_was_undone_is_no_conflict(two: Two, super_client: Client) -> None:
    _send(super_client, codex_timeout="10")
    assert two.save(codex_burst="12").status_code == 302


def test_a_page_that_does_not_say_what_it_was_filled_from_is_refused(staff_client: Client) -> None:
    assert "__all__" in _errors(_send(staff_client, codex_timeout="20", seen=""))


def _records() -> dict[str, Any]:
    return {
        "archivesnapshot": ArchiveSnapshot.objects.create(
            index_url=PUBLIC, packed=b"PACKED-BYTES", failure="fetch_tls"
        ),
        "dailyuse": DailyUse.objects.create(kind="address", caller="f00dcafe" * 8, day=date(2030, 5, 1), used=7),
        "settingchange": SettingChange.objects.create(name="codex-timeout", old="10", new="20", note="slow host"),
    }


@pytest.mark.parametrize("name", ["archivesnapshot", "dailyuse", "settingchange"])
def test_records_can_be_looked_at_and_not_touched(name: str, super_client: Client) -> None:
    row = _records()[name]
    base = f"/admin/codex/{name}/"
    assert super_client.get(base).status_code == 200
    assert super_client.get(f"{base}{row.pk}/change/").status_code == 200
    for path in ("add/", f"{row.pk}/change/", f"{row.pk}/delete/"):
        assert super_client.post(base + path, {"post": "yes"}).status_code == 403
    assert type(row).objects.get() == row


def test_staff_see_who_searched_how_often_as_a_hash(staff_client: Client) -> None:
    _records()
    page = staff_client.get("/admin/codex/dailyuse/").content.decode()
    assert "f00dcafe" in page


def test_the_history_shows_old_new_and_why(staff_client: Client) -> None:
    _records()
    page = staff_client.get("/admin/codex/settingchange/").content.decode()
    assert all(words in page for words in ("codex-timeout", ">10<", ">20<", "slow host"))


@pytest.mark.parametrize("path", ["", "{pk}/change/"])
def test_an_archive_s_bytes_never_leave_the_database(
    path: str, super_client: Client, django_assert_max_num_queries: Any
) -> None:
    row = _records()["archivesnapshot"]
    with django_assert_max_num_queries(12) as captured:
        page = super_client.get("/admin/codex/archivesnapshot/" + path.format(pk=row.pk)).content
    assert b"fetch_tls" in page
    assert b"PACKED-BYTES" not in page
    assert not [query for query in captured.captured_queries if '"packed"' in query["sql"]]


def test_the_admin_needs_a_token_against_forged_requests(super_user: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(super_user)
    assert client.post(PAGE, {"codex_timeout": "20"}).status_code == 403
