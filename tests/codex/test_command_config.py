"""`manage.py codex config`: the settings by their names, with the page's own bounds and history (ADM-01)."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from codex.core.options import OPTIONS, CodexOptions
from codex.live import options, store, stored
from codex.models import CodexSettings, SettingChange
from tests.codex.settings_page import PUBLIC

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("codex", "config", *arguments, stdout=out)
    return out.getvalue()


def refused(*arguments: str) -> str:
    with pytest.raises(CommandError) as caught:
        run(*arguments)
    assert stored() == CodexOptions()
    assert not SettingChange.objects.exists()
    return str(caught.value)


@pytest.mark.parametrize("arguments", [[], ["list"]])
def test_every_setting_is_listed_with_its_value(arguments: list[str]) -> None:
    lines = run(*arguments).splitlines()
    assert [line.split()[0] for line in lines] == [option.name for option in OPTIONS]
    assert all(line.endswith("(default)") for line in lines)


def test_a_changed_setting_is_listed_with_its_default() -> None:
    store(CodexSettings(codex_timeout=20, pause_message="Back\nat noon.", codex_site_origin=""))
    listed = {line.split()[0]: " ".join(line.split()[1:]) for line in run().splitlines()}
    assert listed["codex-timeout"] == "20 (changed, default 10)"
    assert listed["pause-message"] == 'Back at noon. (changed, default "")'
    assert listed["codex-site-origin"] == '"" (default)'


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("codex-timeout", "20"),
        ("enable-codex", "true"),
        ("persona-line", "Line one.\nLine two."),
        ("pause-search", "false"),
    ],
)
def test_one_value_can_be_read(name: str, value: str) -> None:
    store(CodexSettings(codex_timeout=20, enable_codex=True, persona_line="Line one.\nLine two."))
    assert run("get", name) == f"{value}\n"


def test_setting_keeps_what_and_why_and_nobody_as_the_one_who_did() -> None:
    assert run("set", "codex-timeout", "20", "--note", "slow host") == "codex-timeout: 10 → 20\n"
    assert stored() == CodexOptions(codex_timeout=20)
    change = SettingChange.objects.get()
    assert (change.name, change.old, change.new, change.note, change.changed_by) == (
        "codex-timeout",
        "10",
        "20",
        "slow host",
        None,
    )


@pytest.mark.parametrize(("word", "value"), [("true", True), ("ON", True), ("yes", True), ("1", True), ("off", False)])
def test_switches_take_many_words(word: str, value: bool) -> None:
    store(CodexSettings(pause_search=not value))
    run("set", "pause-search", word)
    assert stored().pause_search is value


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_what_was_read_can_be_set_again(option: Any) -> None:
    assert run("set", option.name, run("get", option.name)[:-1]) == f"{option.name} was that already.\n"


def test_a_setting_goes_back_to_its_default() -> None:
    store(CodexSettings(codex_timeout=20, allow_anonymous_api=False, codex_index_url=PUBLIC))
    for name in ("codex-timeout", "allow-anonymous-api", "codex-index-url"):
        assert "→" in run("reset", name, "--note", "as before")
    assert stored() == CodexOptions()
    assert SettingChange.objects.filter(note="as before").count() == 3


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("codex-timeout", "0", "codex-timeout must lie between 1 and 60 seconds."),
        ("codex-timeout", "soon", "codex-timeout: Enter a whole number. (1 to 60 seconds)"),
        ("codex-daily-per-user", "-1", "codex-daily-per-user: "),
        ("pause-search", "maybe", "pause-search is true or false."),
        ("codex-ranking", "magic", "Select a valid choice."),
        ("pause-message", "x" * 201, "at most 200 characters"),
        ("codex-index-url", "http://169.254.169.254/", "a network that must not be reached"),
        ("codex-index-url", "file:///etc/passwd", "Only http and https"),
        ("codex-index-url", "", "codex-index-url: This field is required."),
        ("codex-site-origin", "ftp://example.org", "Only http and https"),
    ],
)
def test_what_the_page_refuses_the_command_refuses(name: str, value: str, sentence: str) -> None:
    assert sentence in refused("set", name, value)


def test_a_note_has_the_page_s_bound() -> None:
    assert "--note: Ensure this value has at most 200 characters" in refused(
        "set", "codex-timeout", "20", "--note", "x" * 201
    )


@pytest.mark.parametrize("act", [["get"], ["set", "--note", "x"], ["reset"]])
def test_an_unknown_name_is_told_with_its_neighbours(act: list[str]) -> None:
    value = ["1"] if act[0] == "set" else []
    assert "did you mean codex-timeout" in refused(*act, "codex-timeuot", *value)
    assert "lists them all" in refused(*act, "zzzz", *value)


def test_a_public_index_url_is_accepted() -> None:
    run("set", "codex-index-url", PUBLIC)
    assert stored().codex_index_url == PUBLIC


@pytest.mark.django_db(transaction=True)
def test_the_guard_looks_up_before_the_database_is_locked(monkeypatch: pytest.MonkeyPatch) -> None:
    locked: list[bool] = []
    monkeypatch.setattr(
        "codex.staff.settings_form.guard_url", lambda url, **how: locked.append(connection.in_atomic_block)
    )
    run("set", "codex-index-url", PUBLIC)
    assert locked == [False]


@pytest.mark.django_db(transaction=True)
def test_a_change_is_in_force_at_once_in_its_own_process() -> None:
    assert options().codex_timeout == 10
    run("set", "codex-timeout", "20")
    assert options().codex_timeout == 20
