"""A program of test_processes: a process of the site that asks for answers, as often as it is started.

Usage: python -m tests.grounded.answer_process, with DATABASE_URL and LUMASITE_DATA naming what processes share and
ENDPOINT the endpoint. It reads commands from standard input, one a line, and writes one line for each:
preview → token; agree TOKEN → id and state; look ID SECONDS → state, code and calls counted by now.
"""

import os
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import django
from django.core.management import call_command
from django.utils import timezone


def prepare() -> None:
    """Make the tables, put the archive on the shelf, name the endpoint."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    from tests.grounded.site import change_answers
    from tests.shelving import put_on_shelf

    put_on_shelf(Path(os.environ["LUMASITE_DATA"]))
    change_answers(enable_answers=True, base_url=os.environ["ENDPOINT"], model="forge-mini")


def preview(_: str) -> str:
    """Ask to see what would be sent."""
    from tests.grounded.site import previewed

    return previewed().token


def agree(token: str) -> str:
    """Agree, and wait for nothing."""
    from tests.grounded.site import agree

    begun = agree(token)
    return f"{begun.id} {begun.state}"


def look(arguments: str) -> str:
    """Look so many seconds from now."""
    from grounded.answer import Standing, standing
    from tests.grounded.site import READER, calls

    key, seconds = arguments.split()
    found = standing(key, READER, now=timezone.now() + timedelta(seconds=float(seconds)))
    assert isinstance(found, Standing)
    return f"{found.state} {found.code or '-'} {calls()}"


VERBS: dict[str, Callable[[str], str]] = {"preview": preview, "agree": agree, "look": look}


def main() -> None:
    """Do as told until nothing more is said."""
    prepare()
    for line in sys.stdin:
        verb, _, argument = line.strip().partition(" ")
        sys.stdout.write(VERBS[verb](argument) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
