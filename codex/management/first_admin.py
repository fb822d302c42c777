"""The first admin of a new site: asked for once, or taken from the environment; never with a default password."""

import os
import sys
from collections.abc import Callable
from getpass import getpass
from typing import Final

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError

from codex.management.subcommand import Write

#: The variables that `createsuperuser` reads too.
NAME: Final = "DJANGO_SUPERUSER_USERNAME"
SECRET: Final = "DJANGO_SUPERUSER_PASSWORD"  # noqa: S105 (the variable's name)
_TRIES: Final = 3


def make_first_admin(write: Write) -> None:
    """Make a superuser when there is none and one is wanted (raises CommandError)."""
    if User.objects.filter(is_superuser=True, is_active=True).exists():
        return
    if os.environ.get(NAME) and os.environ.get(SECRET):
        _from_environment(os.environ[NAME], os.environ[SECRET])
        write("An admin was made from the environment.")
    elif sys.stdin.isatty() and _is_wanted():
        _asked_for(write)
        write("The admin was made.")


def _from_environment(name: str, password: str) -> None:
    try:
        _check_name(name)
        _check_password(password, name)
    except ValidationError as refusal:
        raise CommandError("No admin was made. " + " ".join(refusal.messages)) from None
    User.objects.create_superuser(name, password=password)


def _is_wanted() -> bool:
    try:
        return input("There is no admin yet. Make one now? [y/N] ").strip().lower() in {"y", "yes"}
    except EOFError:
        return False


def _asked_for(write: Write) -> None:
    name = _accepted(write, lambda: input("User name: ").strip(), _check_name)
    password = _accepted(write, _typed_twice, lambda typed: _check_password(typed, name))
    User.objects.create_superuser(name, password=password)


def _accepted(write: Write, ask: Callable[[], str], check: Callable[[str], None]) -> str:
    for _ in range(_TRIES):
        try:
            answer = ask()
            check(answer)
        except ValidationError as refusal:
            write(" ".join(refusal.messages))
        except EOFError:
            break
        else:
            return answer
    raise CommandError("No admin was made. Start again, or run `manage.py createsuperuser`.")


def _typed_twice() -> str:
    password = getpass("Password: ")
    if getpass("Password again: ") != password:
        raise ValidationError("The two passwords differ.")
    return password


def _check_name(name: str) -> None:
    User(username=name).full_clean(exclude=["password"])


def _check_password(password: str, name: str) -> None:
    validate_password(password, User(username=name))
