"""The settings of answers: bounds in the database too, read at most a second old, changes kept without the key."""

from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError
from pytest_django import DjangoAssertNumQueries, Settings

from codex.models import SettingChange
from grounded.endpoint import config_of, working
from grounded.errors import AnswerError
from grounded.live import live, locked_row, options, store, stored
from grounded.models import GroundedSettings
from grounded.options import OPTIONS, GroundedOptions, Option
from tests.grounded.asking import KEY, MODEL
from tests.grounded.site import change_answers

pytestmark = pytest.mark.django_db
BASE = "http://127.0.0.1:1234/v1"
NUMBERS = [option for option in OPTIONS if option.kind in ("int", "money")]


def test_without_a_row_the_defaults_are_in_force() -> None:
    assert options() == GroundedOptions() == GroundedSettings().options


def test_nothing_is_on_and_nowhere_is_asked_by_default() -> None:
    told = (options().enable_answers, options().enable_chat, options().base_url, options().model, options().uses_model)
    assert told == (False, False, "", "", False)


def test_each_default_is_the_tables() -> None:
    for option in OPTIONS:
        if option.name != "key":
            assert getattr(GroundedOptions(), option.field) == option.default


@pytest.mark.parametrize("option", NUMBERS, ids=lambda option: option.name)
def test_the_database_refuses_what_is_out_of_bounds(option: Option) -> None:
    with pytest.raises(IntegrityError):
        GroundedSettings.objects.create(**{option.field: (option.high or 0) + 1})


def test_the_settings_are_read_once_a_second(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(1):
        for _ in range(3):
            options()


def test_a_change_is_seen() -> None:
    options()
    row = locked_row()
    row.answer_daily_per_user = 3
    store(row)
    live.forget()
    assert options().answer_daily_per_user == 3


def test_the_history_keeps_who_changed_what_and_never_the_key() -> None:
    by = User.objects.create_user("abbess")
    store(GroundedSettings(base_url=BASE, price_in=Decimal("2.50"), sealed_key="sealed-once"), by=by, note="new")
    store(GroundedSettings(base_url=BASE, price_in=Decimal("2.5"), sealed_key="sealed-again", model=MODEL))
    store(GroundedSettings(base_url=BASE, price_in=Decimal("2.5"), model=MODEL))
    changes = SettingChange.objects.order_by("pk").values_list("name", "old", "new", "changed_by__username", "note")
    assert list(changes) == [
        ("base-url", "", BASE, "abbess", "new"),
        ("key", "", "set", "abbess", "new"),
        ("price-in", "", "2.5", "abbess", "new"),
        ("model", "", MODEL, None, ""),
        ("key", "set", "replaced", None, ""),
        ("key", "set", "", None, ""),
    ]


def test_no_form_of_the_settings_shows_key_or_path() -> None:
    change_answers(base_url=BASE, model=MODEL, key=KEY)
    shown = repr(stored()) + repr(config_of(stored())) + str(GroundedSettings.objects.get())
    assert KEY not in shown
    assert "/v1" not in shown


def test_the_endpoint_is_what_the_settings_say() -> None:
    change_answers(base_url=BASE, model=MODEL, key=KEY)
    config = config_of(stored())
    assert (config.url, config.model, config.api_key) == (f"{BASE}/chat/completions", MODEL, KEY)


def test_another_origin_does_not_get_the_key() -> None:
    change_answers(base_url=BASE, model=MODEL, key=KEY)
    change_answers(base_url="http://127.0.0.1:4321/v1")
    assert config_of(stored()).api_key is None


@pytest.mark.parametrize(
    "changes",
    [
        {"base_url": BASE},
        {"base_url": "http://169.254.169.254/v1", "model": MODEL},
        {"base_url": "nonsense", "model": MODEL},
        {"base_url": BASE, "model": MODEL, "sealed_key": "lost"},
    ],
)
def test_an_endpoint_that_cannot_be_used_counts_as_not_set_up(changes: dict[str, str]) -> None:
    change_answers(**changes)
    with pytest.raises(AnswerError) as refusal:
        working(stored())
    assert refusal.value.code == "not_configured"


def test_the_operators_lists_are_in_force(settings: Settings) -> None:
    settings.AI_ALLOWED_HOSTS = ("ollama:11434",)
    change_answers(base_url="http://ollama:11434/v1", model=MODEL, key="")
    assert working(stored()).host_class == "private"
