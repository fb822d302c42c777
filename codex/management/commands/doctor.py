"""`manage.py doctor`: looks a deployment over and says what to mend."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from codex.deployment.doctor import examine


class Command(BaseCommand):
    """Ends with 1 when something must be mended; changes nothing."""

    help = "Looks the deployment over: settings, database, cache, files, proxies, mail, archive. Changes nothing."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to leave out, and the form of the report."""
        parser.add_argument("--offline", action="store_true", help="ask neither the mail server nor the archive's site")
        parser.add_argument("--json", action="store_true", help="print the findings as JSON")

    def handle(self, *args: Any, **given: Any) -> None:
        """Print every finding."""
        findings = list(examine(offline=given["offline"]))
        if given["json"]:
            self.stdout.write(json.dumps([asdict(one) for one in findings], indent=2))
        else:
            self.stdout.write("\n".join(line for one in findings for line in one.lines()))
        if wrong := sum(one.level == "mend" for one in findings):
            raise CommandError(f"To mend: {wrong}.")
