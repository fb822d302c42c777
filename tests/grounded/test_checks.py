"""What `manage.py check` tells of the configuration of answers before it hurts."""

from pathlib import Path

import pytest
from django.core.checks import run_checks
from pytest_django import Settings

from grounded.checks import check_endpoint, check_environment
from tests.grounded.asking import KEY, MODEL
from tests.grounded.site import change_answers


def ids() -> list[str | None]:
    return [message.id for message in check_environment()]


def test_nothing_need_be_set() -> None:
    assert ids() == []


@pytest.mark.parametrize("entry", ["ollama", "http://ollama:1", "Ollama:1", "ollama:0x50", "fd00::5:80", ""])
def test_an_entry_that_would_match_nothing_is_told(entry: str, settings: Settings) -> None:
    settings.AI_ALLOWED_HOSTS = ("ollama:11434", "[fd00::5]:80", entry)
    (message,) = check_environment()
    assert message.id == "grounded.E001"
    assert "Entry 3" in message.msg


def test_a_key_that_is_for_nobody_is_told(settings: Settings) -> None:
    settings.AI_API_KEY = KEY
    assert ids() == ["grounded.E002"]
    settings.AI_API_KEY_ORIGIN = "https://llm.acme.com"
    assert ids() == []


def test_a_key_that_cannot_be_sent_is_told_and_not_shown(settings: Settings) -> None:
    settings.AI_API_KEY, settings.AI_API_KEY_ORIGIN = "se cret", "https://llm.acme.com"
    (message,) = check_environment()
    assert message.id == "grounded.E002"
    assert "se cret" not in str(message)


def test_the_same_secret_for_both_is_told(settings: Settings) -> None:
    settings.AI_KEY_SECRET = settings.SECRET_KEY
    assert ids() == ["grounded.E003"]


def test_authorities_that_cannot_be_read_are_told(settings: Settings, tmp_path: Path) -> None:
    settings.AI_CA_FILE = str(tmp_path / "none.pem")
    assert ids() == ["grounded.E004"]


@pytest.mark.django_db
def test_an_endpoint_that_cannot_be_used_is_told_once_it_is_switched_on() -> None:
    change_answers(base_url="http://169.254.169.254/v1", model=MODEL)
    assert check_endpoint(databases=["default"]) == []
    change_answers(enable_answers=True)
    (message,) = check_endpoint(databases=["default"])
    assert message.id == "grounded.W001"
    assert "169.254" not in str(message)
    assert check_endpoint() == []


@pytest.mark.django_db
def test_a_chat_without_an_endpoint_is_told() -> None:
    change_answers(enable_chat=True)
    (message,) = check_endpoint(databases=["default"])
    assert message.id == "grounded.W001"


@pytest.mark.django_db
def test_the_checks_are_registered(settings: Settings) -> None:
    settings.AI_ALLOWED_HOSTS = ("ollama",)
    assert "grounded.E001" in [message.id for message in run_checks()]
