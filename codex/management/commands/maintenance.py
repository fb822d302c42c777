"""`manage.py maintenance`: closes the site while it is worked on, and opens it again."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from codex.web import maintenance

MOST_MINUTES = 10_080


class Command(BaseCommand):
    """Asks no database: that may be what is worked on."""

    help = "Closes the site on this host while it is worked on, opens it again, or says which it is."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to do, and about how long it will take."""
        parser.add_argument("act", choices=("on", "off", "status"), help="close, open, or say which it is")
        parser.add_argument("--minutes", type=int, metavar="N", help="about how long; what callers are told to wait")

    def handle(self, *args: Any, **given: Any) -> None:
        """Do it, then say how it is."""
        minutes: int | None = given["minutes"]
        if minutes is not None and not (given["act"] == "on" and 1 <= minutes <= MOST_MINUTES):
            raise CommandError(f"--minutes goes with on, and from 1 to {MOST_MINUTES:,}.")
        try:
            self._do(given["act"], minutes)
        except OSError:
            raise CommandError(f"The switch cannot be written: {maintenance.switch()}") from None
        closed = maintenance.is_closed()
        self.stdout.write("The site is closed on this host; staff may pass." if closed else "The site is open.")

    def _do(self, act: str, minutes: int | None) -> None:
        if act == "on":
            maintenance.close(minutes)
        elif act == "off":
            maintenance.reopen()
