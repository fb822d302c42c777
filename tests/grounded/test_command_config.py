"""`manage.py grounded config`: the settings of answers by their names; the key goes in and never comes out (GRD-01)."""

from decimal import Decimal
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from codex.models import SettingChange
from grounded.endpoint import config_of
from grounded.live import stored
from grounded.options import OPTIONS, GroundedOptions, Option
from tests.grounded.asking import KEY, MODEL
from tests.grounded.site import change_answers

pytestmark = pytest.mark.django_db
BASE = "http://127.0.0.1:1234/v1"


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("grounded", "config", *arguments, stdout=out)
    return out.getvalue()


def refused(*arguments: str) -> str:
    with pytest.raises(CommandError) as caught:
        run(*arguments)
    assert not SettingChange.objects.exists()
    return str(caught.value)


def give_key(monkeypatch: pytest.MonkeyPatch, key: str = KEY) -> str:
    monkeypatch.setattr("sys.stdin", StringIO(f"{key}\n"))
    return run("set", "key", "-")


@pytest.mark.parametrize("arguments", [[], ["list"]])
def test_every_setting_is_listed_with_its_value(arguments: list[str]) -> None:
    lines = run(*arguments).splitlines()
    assert [line.split()[0] for line in lines] == [option.name for option in OPTIONS]
    assert all(line.endswith("(default)") for line in lines)


def test_an_endpoint_is_set_up_by_command_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("set", "model", MODEL) == f'model: "" → {MODEL}\n'
    assert run("set", "base-url", BASE, "--note", "the forge") == f'base-url: "" → {BASE}\n'
    assert give_key(monkeypatch) == 'key: "" → set\n'
    assert run("set", "enable-answers", "yes") == "enable-answers: false → true\n"
    assert config_of(stored()).api_key == KEY
    assert SettingChange.objects.get(name="base-url").note == "the forge"


def test_the_key_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    change_answers(base_url=BASE, model=MODEL)
    told = give_key(monkeypatch) + run() + run("get", "key") + run("reset", "key")
    assert KEY not in told
    assert "••••0412  (changed" in told
    assert 'key: set → ""' in told
    assert stored().sealed_key == ""


def test_a_key_on_the_command_line_is_refused() -> None:
    change_answers(base_url=BASE, model=MODEL)
    told = refused("set", "key", KEY)
    assert "standard input" in told
    assert KEY not in told


def test_another_endpoint_forgets_the_key_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    change_answers(base_url=BASE, model=MODEL, key=KEY)
    assert "another endpoint and is forgotten" in run("set", "base-url", "http://127.0.0.1:4321/v1")
    assert stored().sealed_key == ""


def test_a_key_that_cannot_be_read_any_more_is_told() -> None:
    change_answers(base_url=BASE, model=MODEL, sealed_key="of another machine")
    assert "cannot be decrypted" in run("get", "key")


def test_the_operators_key_is_told_to_be_theirs(settings: object) -> None:
    change_answers(base_url=BASE, model=MODEL)
    settings.AI_API_KEY, settings.AI_API_KEY_ORIGIN = KEY, BASE.removesuffix("/v1")  # type: ignore[attr-defined]
    assert run("get", "key") == "the operator's, from the environment\n"


@pytest.mark.parametrize("option", [one for one in OPTIONS if one.name != "key"], ids=lambda option: option.name)
def test_what_was_read_can_be_set_again(option: Option) -> None:
    change_answers(base_url=BASE, model=MODEL, price_in=Decimal("0.15"), price_out=Decimal(2), enable_chat=True)
    assert run("set", option.name, run("get", option.name)[:-1]) == f"{option.name} was that already.\n"


def test_settings_go_back_to_their_defaults() -> None:
    change_answers(base_url=BASE, model=MODEL, price_in=Decimal("0.15"), enable_answers=True, answer_lang="uk")
    for name in ("base-url", "model", "price-in", "enable-answers", "answer-lang"):
        assert "→" in run("reset", name, "--note", "as before")
    assert stored() == GroundedOptions()


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("base-url", "ftp://llm.acme.com", "base-url: Only http and https"),
        ("base-url", BASE, "model: The model's name must be"),
        ("model", "two\nlines", "model: The model's name must be"),
        ("answers-in-flight", "0", "answers-in-flight: "),
        ("answers-in-flight", "many", "answers-in-flight: Enter a whole number. (1 to 1,000 calls)"),
        ("price-in", "-1", "price-in: "),
        ("answer-monthly-spend", "5", "answer-monthly-spend: A limit of what answers cost needs both prices."),
        ("answer-lang", "fr", "answer-lang: Select a valid choice."),
        ("enable-chat", "maybe", "enable-chat is true or false."),
        ("enable-caht", "true", "did you mean enable-chat"),
        ("zzzz", "true", "lists them all"),
    ],
)
def test_what_the_page_refuses_the_command_refuses(name: str, value: str, sentence: str) -> None:
    assert sentence in refused("set", name, value)
    assert stored() == GroundedOptions()


def test_a_note_has_the_page_s_bound() -> None:
    told = refused("set", "enable-chat", "true", "--note", "x" * 201)
    assert "--note: Ensure this value has at most 200 characters" in told
