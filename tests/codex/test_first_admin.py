"""The first admin: asked for once, or from the environment, never with a password of ours."""

import io
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError

from codex.management.first_admin import NAME, SECRET, make_first_admin

pytestmark = pytest.mark.django_db
GOOD = "a long incense stick"


class Terminal(io.StringIO):
    """Somebody who types."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(NAME, raising=False)
    monkeypatch.delenv(SECRET, raising=False)


def type_in(monkeypatch: pytest.MonkeyPatch, answers: list[str], passwords: list[str]) -> list[str]:
    """Answer questions from lists; whatever is told comes back."""
    typed, secret, told = iter(answers), iter(passwords), list[str]()
    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr("builtins.input", lambda question: _next(typed))
    monkeypatch.setattr("codex.management.first_admin.getpass", lambda question: _next(secret))
    return told


def _next(typed: Iterator[str]) -> str:
    for answer in typed:
        return answer
    raise EOFError


def superusers() -> list[str]:
    return [user.username for user in User.objects.filter(is_superuser=True)]


def test_a_yes_makes_the_admin_who_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    told = type_in(monkeypatch, ["y", "abbess"], [GOOD, GOOD])
    make_first_admin(told.append)
    assert User.objects.get(username="abbess").check_password(GOOD)
    assert told == ["The admin was made."]


@pytest.mark.parametrize("answers", [["n"], [""], ["later"], []])
def test_anything_but_yes_makes_none(monkeypatch: pytest.MonkeyPatch, answers: list[str]) -> None:
    told = type_in(monkeypatch, answers, [])
    make_first_admin(told.append)
    assert (superusers(), told) == ([], [])


def test_with_an_admin_there_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    User.objects.create_superuser("abbess", password=GOOD)
    told = type_in(monkeypatch, ["y", "second"], [GOOD, GOOD])
    make_first_admin(told.append)
    assert superusers() == ["abbess"]


def test_without_a_terminal_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    told = type_in(monkeypatch, ["y", "abbess"], [GOOD, GOOD])
    monkeypatch.setattr("sys.stdin", io.StringIO())
    make_first_admin(told.append)
    assert superusers() == []


def test_mistakes_are_told_and_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    told = type_in(monkeypatch, ["y", "", "abbess"], [GOOD, "other", "123", "123", GOOD, GOOD])
    make_first_admin(told.append)
    assert superusers() == ["abbess"]
    assert told[1] == "The two passwords differ."
    assert "too short" in told[2]


@pytest.mark.parametrize("passwords", [["123"] * 6, [GOOD]])
def test_who_gives_up_is_told_how_to_go_on(monkeypatch: pytest.MonkeyPatch, passwords: list[str]) -> None:
    told = type_in(monkeypatch, ["y", "abbess"], passwords)
    with pytest.raises(CommandError, match="createsuperuser"):
        make_first_admin(told.append)
    assert superusers() == []


def test_the_environment_makes_an_admin_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "abbess")
    monkeypatch.setenv(SECRET, GOOD)
    told: list[str] = []
    make_first_admin(told.append)
    assert User.objects.get(username="abbess").check_password(GOOD)
    assert GOOD not in " ".join(told)


@pytest.mark.parametrize(("name", "password"), [("abbess", "12345"), ("ab bess", GOOD), ("sister", GOOD)])
def test_an_environment_that_cannot_be_used_is_refused_in_words(
    monkeypatch: pytest.MonkeyPatch, name: str, password: str
) -> None:
    User.objects.create_user("sister")
    monkeypatch.setenv(NAME, name)
    monkeypatch.setenv(SECRET, password)
    with pytest.raises(CommandError, match="No admin was made") as caught:
        make_first_admin(print)
    assert password not in str(caught.value)
    assert superusers() == []


def test_a_password_without_a_name_makes_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SECRET, GOOD)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    make_first_admin(print)
    assert superusers() == []
