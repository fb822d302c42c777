"""The endpoint's key at rest: encrypted, bound to its origin, never shown (GRD-01)."""

from pathlib import Path

import pytest
from cryptography.fernet import Fernet
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from grounded.keys import comes_from_environment, is_readable, masked, open_key, origin_of, seal
from tests.grounded.asking import KEY

HERE, THERE = "https://llm.acme.com", "https://other.acme.com"


@pytest.fixture(autouse=True)
def _own_folder(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


def test_a_key_comes_back_for_its_origin_only() -> None:
    sealed = seal(KEY, HERE)
    assert open_key(sealed, HERE) == KEY
    assert open_key(sealed, THERE) == ""
    assert open_key(sealed, "") == ""


def test_what_is_stored_shows_nothing_of_it() -> None:
    sealed = seal(KEY, HERE)
    assert KEY not in sealed
    assert sealed != seal(KEY, HERE)


def test_it_is_encrypted_under_a_key_of_its_own(settings: Settings, tmp_path: Path) -> None:
    sealed = seal(KEY, HERE)
    file = tmp_path / "ai-key-secret"
    assert file.stat().st_mode & 0o777 == 0o600
    settings.SECRET_KEY = "another-" + "y" * 50
    assert open_key(sealed, HERE) == KEY
    file.write_text("lost")
    assert open_key(sealed, HERE) == ""
    assert not is_readable(sealed)


def test_that_key_can_come_from_the_environment(settings: Settings, tmp_path: Path) -> None:
    settings.AI_KEY_SECRET = "from-a-vault-" + "z" * 40
    assert open_key(seal(KEY, HERE), HERE) == KEY
    assert not (tmp_path / "ai-key-secret").exists()


def test_the_operators_key_goes_first_and_only_to_its_origin(settings: Settings) -> None:
    settings.AI_API_KEY, settings.AI_API_KEY_ORIGIN = "sk-operator-000", f"{HERE}/v1/"
    assert open_key(seal(KEY, HERE), HERE) == "sk-operator-000"
    assert open_key(seal(KEY, THERE), THERE) == KEY
    assert (comes_from_environment(HERE), comes_from_environment(THERE)) == (True, False)


def test_an_operators_key_without_an_origin_goes_nowhere(settings: Settings) -> None:
    settings.AI_API_KEY = "sk-operator-000"
    for origin in (HERE, ""):
        assert open_key("", origin) == ""


@pytest.mark.parametrize(("key", "shown"), [(KEY, "••••0412"), ("ollama", "••••"), ("", "")])
def test_staff_see_its_end_at_most(key: str, shown: str) -> None:
    assert masked(seal(key, HERE) if key else "", HERE) == shown


@pytest.mark.parametrize(
    "forged",
    ["garbage", "gAAAAABm" * 10, "ключ", Fernet(Fernet.generate_key()).encrypt(b"[]").decode()],
    ids=["garbage", "Fernet's shape", "Cyrillic", "another key's"],
)
def test_what_was_not_sealed_here_opens_nothing(forged: str) -> None:
    assert open_key(forged, HERE) == ""
    assert not is_readable(forged)


def test_without_a_place_for_its_key_nothing_is_stored(settings: Settings, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    settings.DATA_DIR = file
    with pytest.raises(ImproperlyConfigured):
        seal(KEY, HERE)


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://LLM.acme.com:443/v1", HERE),
        ("http://127.0.0.1:1234/v1", "http://127.0.0.1:1234"),
        ("nonsense", ""),
        ("", ""),
    ],
)
def test_an_origin_is_scheme_host_and_port(url: str, origin: str) -> None:
    assert origin_of(url) == origin
